import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { loadReader, viewportOf } from './pdf-document.ts'

/** A canvas larger than this is not drawn by some phones. */
const mostPixels = 16_000_000

export interface PageDrawing {
  /** Settles once the page is on the screen; false when it was given up before. */
  readonly done: Promise<boolean>
  cancel(): void
}

/** Draws a page at a scale (CSS pixels a point), as sharp as the screen is. What was drawn before stays until then. */
export function drawPage(pdf: PDFDocumentProxy, number: number, scale: number, host: HTMLElement): PageDrawing {
  let isCanceled = false
  let task: RenderTask | undefined
  async function draw(): Promise<boolean> {
    const page = await pdf.getPage(number)
    if (isCanceled) return false
    const { width, height } = viewportOf(page, scale)
    const density = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (width * height)))
    const canvas = document.createElement('canvas')
    const viewport = viewportOf(page, scale * density)
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    canvas.setAttribute('aria-hidden', 'true')
    task = page.render({ canvas, viewport })
    await task.promise
    host.replaceChildren(canvas)
    return true
  }
  return {
    done: draw().catch(() => false),
    cancel() {
      isCanceled = true
      task?.cancel()
    },
  }
}

/** Lays a page's text over it, to be selected and to be read aloud. It follows the scale by itself. */
export async function layText(pdf: PDFDocumentProxy, number: number, host: HTMLElement): Promise<void> {
  const { TextLayer } = await loadReader()
  const page: PDFPageProxy = await pdf.getPage(number)
  const container = document.createElement('div')
  container.className = 'textLayer'
  const viewport = viewportOf(page, 1)
  await new TextLayer({ textContentSource: page.streamTextContent(), container, viewport }).render()
  host.replaceChildren(container)
}
