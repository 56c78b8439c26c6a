import { readFile } from 'node:fs/promises'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { characterMapUrl, imageDecodersUrl } from '../bundled-files.ts'
import { provideBrowserParts } from './browser-parts.ts'

/** Files of pdf.js itself. It only needs character maps: without them it would read no text of East Asian fonts. */
class OwnFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`There is no file ${filename}`)
    return new Uint8Array(await readFile(characterMapUrl(filename)))
  }
}

export interface OpenDocument {
  readonly pdf: PDFDocumentProxy
  /** The numbers of the operators, by their names. */
  readonly operators: typeof import('./pdf-js.ts')['OPS']
}

/**
 * Opens a document with pdf.js, with the settings of the signing page. Scripts of the document do not run, and nothing is
 * fetched. Throws when pdf.js cannot open the document. It may take any amount of time and memory: only a process of its
 * own opens documents of untrusted senders.
 */
export async function openDocument(bytes: Uint8Array): Promise<OpenDocument> {
  provideBrowserParts()
  const { getDocument, OPS } = await import('./pdf-js.ts')
  const task = getDocument({
    // A copy, since pdf.js takes the bytes away.
    data: new Uint8Array(bytes),
    BinaryDataFactory: OwnFiles,
    cMapUrl: './',
    wasmUrl: imageDecodersUrl(),
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: false,
    fontExtraProperties: true,
    isImageDecoderSupported: true,
    enableXfa: false,
    verbosity: 0,
    // Otherwise pdf.js leaves out what it cannot read, where other readers may show something.
    stopAtErrors: true,
    ownerDocument: { fonts: new Set() },
  })
  return { pdf: await task.promise, operators: OPS }
}
