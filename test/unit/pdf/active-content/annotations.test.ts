import { describe, expect, it } from 'vitest'
import { annotatedDocuments, formDocuments } from '../../../documents/annotated-documents.ts'
import { activeContentOf, flattened } from '../../../documents/flattened.ts'
import { marksOf } from '../../../documents/marked-page.ts'
import { differences, pdfjs, readers } from '../../../documents/pictures.ts'

describe.each([
  { what: 'annotations', cases: annotatedDocuments },
  { what: 'forms', cases: formDocuments },
])('$what', ({ what, cases }) => {
  it.each(cases)('$name', async ({ pdf: upload, shows }) => {
    const found = await activeContentOf(upload)
    expect(found.some((kind) => kind === 'annotations' || kind === 'forms')).toBe(true)
    const { result, pdf } = await flattened(upload)
    if (shows === 'refused') return expect(result).toEqual({ flattened: false, found: [what] })
    expect(result).toMatchObject({ flattened: true })
    expect(await activeContentOf(pdf)).toEqual([])
    const before = await pdfjs.picture(upload, 'screen')
    if (shows !== '?') expect(marksOf(before)).toBe(shows)
    for (const reader of readers.filter(({ isPresent }) => isPresent))
      for (const purpose of ['screen', 'print'] as const) {
        const picture = await reader.picture(pdf, purpose)
        expect([reader.name, purpose, differences(before, picture)]).toEqual([reader.name, purpose, []])
      }
  })
})
