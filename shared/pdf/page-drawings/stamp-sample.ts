import { PdfArray, PdfNumber } from '@libpdf/core'
import { updateDocument } from '../document-update.ts'
import type { PageGeometry } from '../page-geometry.ts'
import { type SignerStamps, type StampOptions, stampDocument } from '../stamp.ts'
import { objectBytes } from '../write-object.ts'
import { placeOfContent } from './drawing-difference.ts'

/**
 * A document of empty pages with the same stamps as another document, and the same appended pages. It never saw the other
 * document: whatever a stamped document has that is not in here comes from the document itself.
 */
export async function stampSample(
  pages: readonly PageGeometry[],
  signers: readonly SignerStamps[],
  options: StampOptions,
): Promise<Uint8Array> {
  const { bytes } = await updateDocument(emptyDocument(pages), (update) => stampDocument(update, signers, options))
  return bytes
}

/** One content for all pages; objects 1 to 3 are the catalog, the page tree and the content. */
function emptyDocument(pages: readonly PageGeometry[]): Buffer {
  const content = `/${placeOfContent} BMC EMC`
  const kids = pages.map((_, index) => `${index + 4} 0 R`)
  return documentOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...pages.map(({ cropBox: { x, y, width, height }, rotation }) => {
      const box = new PdfArray([x, y, x + width, y + height].map((value) => PdfNumber.of(value)))
      return `<</Type/Page/Parent 2 0 R/MediaBox${objectBytes(box)}/Rotate ${rotation}/Resources<<>>/Contents 3 0 R>>`
    }),
  ])
}

function documentOf(objects: readonly string[]): Buffer {
  const offsets: number[] = []
  let text = '%PDF-1.7\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
