import { expect } from 'vitest'
import { activeContentOf, flattened } from '../../../../support/documents/flattened.ts'
import type { Case } from '../../../../support/documents/layered-documents.ts'
import { marksOf } from '../../../../support/documents/marked-page.ts'
import { differences, pdfjs, readers } from '../../../../support/documents/pictures.ts'

/**
 * Flattens a document and expects that all readers show it alike, on screen and printed, and as pdf.js shows the upload on
 * screen. Gives the flattened document.
 */
export async function expectOnePicture({ pdf: upload, shows }: Case): Promise<Buffer> {
  const { result, pdf } = await flattened(upload)
  expect(result).toMatchObject({ flattened: true })
  expect(await activeContentOf(pdf)).toEqual([])
  const before = await pdfjs.picture(upload, 'screen')
  if (shows !== '?') expect(marksOf(before)).toBe(shows)
  for (const reader of readers.filter(({ isPresent }) => isPresent))
    for (const purpose of ['screen', 'print'] as const) {
      const picture = await reader.picture(pdf, purpose)
      expect([reader.name, purpose, differences(before, picture)]).toEqual([reader.name, purpose, []])
    }
  return pdf
}
