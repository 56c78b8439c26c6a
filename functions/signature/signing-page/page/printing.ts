import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'preact/hooks'
import { drawPage } from '../../../../shared/pages/pdf/draw-page.ts'

/** Pixels a point: 150 dots an inch. */
const printScale = 150 / 72

/** Prints every page of the document and nothing else, also where somebody presses Ctrl+P. */
export function usePrinting(pdf: PDFDocumentProxy, pageCount: number): { isPreparing: boolean; start: () => void } {
  const [isPreparing, setIsPreparing] = useState(false)
  const start = () => {
    if (isPreparing) return
    setIsPreparing(true)
    void printPages(pdf, pageCount).finally(() => setIsPreparing(false))
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      start()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  return { isPreparing, start }
}

/** Pages as pictures, which take less memory than canvases. They go when printing has ended; not every browser waits for it. */
async function printPages(pdf: PDFDocumentProxy, pageCount: number): Promise<void> {
  document.querySelector('.print-pages')?.remove()
  const sheets = document.createElement('div')
  sheets.className = 'print-pages'
  sheets.setAttribute('aria-hidden', 'true')
  const images: HTMLImageElement[] = []
  const end = () => {
    sheets.remove()
    for (const { src } of images) URL.revokeObjectURL(src)
  }
  for (let number = 1; number <= pageCount; number += 1) {
    const address = await pictureOf(pdf, number)
    if (address === null) return end()
    const image = new Image()
    image.src = address
    images.push(image)
    await image.decode()
  }
  sheets.append(...images)
  document.body.append(sheets)
  addEventListener('afterprint', end, { once: true })
  print()
}

async function pictureOf(pdf: PDFDocumentProxy, number: number): Promise<string | null> {
  const host = document.createElement('div')
  const isDrawn = await drawPage(pdf, number, printScale / devicePixelRatio, host).done
  const canvas = host.querySelector('canvas')
  if (!isDrawn || !canvas) return null
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob && URL.createObjectURL(blob)
}
