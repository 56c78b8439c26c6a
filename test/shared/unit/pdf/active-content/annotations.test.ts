import { describe, expect, it } from 'vitest'
import { annotatedDocuments, formDocuments } from '../../../../support/documents/annotated-documents.ts'
import { activeContentOf, flattened } from '../../../../support/documents/flattened.ts'
import { textOf } from '../../../../support/documents/pictures.ts'
import { expectOnePicture } from './one-picture.ts'

describe.each([
  { what: 'annotations', cases: annotatedDocuments },
  { what: 'forms', cases: formDocuments },
])('$what', ({ what, cases }) => {
  it.each(cases)('$name', async (document) => {
    const found = await activeContentOf(document.pdf)
    expect(found.some((kind) => kind === 'annotations' || kind === 'forms')).toBe(true)
    if (document.shows === 'refused')
      return expect((await flattened(document.pdf)).result).toEqual({ flattened: false, found: [what] })
    const pdf = await expectOnePicture(document)
    if (document.text !== undefined) expect(await textOf(pdf)).toBe(document.text)
  })
})
