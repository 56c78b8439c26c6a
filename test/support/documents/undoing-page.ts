import { pdfOf, stream } from './pdf-of.ts'

/** A page with a restore too many, which undoes nothing there, and undoes a transformation where states are saved around it. */
export function undoingPage(): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]/Contents 4 0 R>>',
    stream('', Buffer.from('2 0 0 2 9 9 cm Q 0 0 99 99 re f')),
  ])
}
