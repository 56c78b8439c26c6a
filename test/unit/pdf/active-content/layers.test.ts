import { describe, expect, it } from 'vitest'
import { activeContentOf, flattened } from '../../../documents/flattened.ts'
import { layeredDocuments } from '../../../documents/layered-documents.ts'
import { marksOf } from '../../../documents/marked-page.ts'
import { differences, pdfjs, readers } from '../../../documents/pictures.ts'

describe('layers', () => {
  it.each(layeredDocuments)('$name', async ({ pdf: upload, shows }) => {
    expect(await activeContentOf(upload)).toEqual(['layers'])
    const { result, pdf } = await flattened(upload)
    if (shows === 'refused') return expect(result).toEqual({ flattened: false, found: ['layers'] })
    expect(result).toMatchObject({ flattened: true, normalizations: [{ kind: 'layers' }] })
    expect(await activeContentOf(pdf)).toEqual([])
    const before = await pdfjs.picture(upload, 'screen')
    expect(marksOf(before)).toBe(shows)
    for (const reader of readers.filter(({ isPresent }) => isPresent))
      for (const purpose of ['screen', 'print'] as const) {
        const picture = await reader.picture(pdf, purpose)
        expect([reader.name, purpose, marksOf(picture), differences(before, picture)]).toEqual([
          reader.name,
          purpose,
          shows,
          [],
        ])
      }
  })
})
