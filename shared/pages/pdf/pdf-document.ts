/// <reference path="./pdf-files.d.ts" />
import workerName from 'pdf-files:worker'
import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

/** The size of a page as it is displayed, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

export interface OpenDocument {
  readonly pdf: PDFDocumentProxy
  readonly pageCount: number
  pageSize(number: number): Promise<PageSize>
  close(): void
}

/** Loads the reader; called early, it is at hand when the document is. */
export function loadReader(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/** Character maps and fonts that a document names and does not bring along: from our own assets, once they are needed. */
class OwnFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const { default: names } = await (kind === 'cMapUrl'
      ? import('pdf-files:cmaps')
      : import('pdf-files:standard_fonts'))
    const name = names[filename]
    if (name === undefined) throw new Error(`no ${filename} is known`)
    const response = await fetch(new URL(name, import.meta.url))
    if (!response.ok) throw new Error(`${filename} cannot be loaded`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/**
 * Opens a document in a worker of its own. Nothing in it runs, and what it needs comes from our own assets alone;
 * WebAssembly is left out, since a strict Content-Security-Policy counts it as evaluated code.
 */
export async function openDocument(data: Uint8Array<ArrayBuffer>): Promise<OpenDocument> {
  const { getDocument, PDFWorker } = await loadReader()
  const port = new Worker(new URL(workerName, import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port })
  try {
    const task = getDocument({
      data,
      worker,
      BinaryDataFactory: OwnFiles,
      useWorkerFetch: false,
      useWasm: false,
      useSystemFonts: false,
      disableWorkerRendering: true,
      enableXfa: false,
      verbosity: 0,
    })
    const pdf = await task.promise
    return {
      pdf,
      pageCount: pdf.numPages,
      async pageSize(number) {
        const { width, height } = viewportOf(await pdf.getPage(number), 1)
        return { width, height }
      },
      close: () => port.terminate(),
    }
  } catch (error) {
    port.terminate()
    throw error
  }
}

/** A page in the unit of its own space, in which fields are placed: pages may have a larger one (`UserUnit`, ISO 32000-2 §7.7.3.3). */
export function viewportOf(page: PDFPageProxy, scale: number): PageViewport {
  return page.getViewport({ scale: scale / page.userUnit })
}

/** Whether bytes are those that a SHA-256 in hexadecimal names; null where the browser cannot tell (no HTTPS). */
export async function hasSha256(data: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean | null> {
  if (!globalThis.isSecureContext) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256.toLowerCase()
}
