import { describe, expect, it } from 'vitest'
import { tryStamps } from '../../../../shared/pdf/check-stamps.ts'
import { largePdf } from '../../../documents/large-pdf.ts'
import { pdfOf, stream } from '../../../documents/pdf-of.ts'
import { documentBy, producers } from '../../../documents/producers.ts'

const place = { page: 1, x: 20, y: 20, width: 90, height: 30 }
const fields = [
  { ...place, type: 'signature' as const },
  { ...place, y: 60, type: 'initials' as const },
  { ...place, y: 100, type: 'date' as const, value: '2000-01-01' },
  { ...place, y: 140, type: 'checkbox' as const, value: true },
]

const pageWith = (content: string) =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]/Contents 4 0 R/Resources<</Font<</F0 5 0 R>>>>>>',
    stream('', Buffer.from(content)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])

describe('stamps on trial', () => {
  it.each(producers)('find nothing wrong with a document by %s', async (producer) => {
    for (const isTest of [true, false])
      expect(await tryStamps(documentBy(producer), { fields, isTest })).toEqual({ valid: true, difference: null })
  })

  it.each([
    ['an open string', '0 0 9 9 re f (abc'],
    ['an open text', 'BT /F0 12 Tf 10 10 Td (x) Tj'],
    ['open marked content', '/Span BMC 0 0 9 9 re f'],
    ['saved states', 'q 2 0 0 2 0 0 cm 0 0 9 9 re f'],
    ['a restore too many at the end', '0.5 0 0 0.5 0 0 cm 0 0 9 9 re f Q'],
  ])('find nothing wrong with a page that ends in %s', async (_, content) => {
    expect(await tryStamps(pageWith(content), { fields, isTest: false })).toEqual({ valid: true, difference: null })
  })

  it('find a page that the states around its content would change', async () => {
    const check = await tryStamps(pageWith('2 0 0 2 9 9 cm Q 0 0 99 99 re f'), { fields, isTest: false })
    expect(check).toMatchObject({ valid: true, difference: expect.stringContaining('page 1, content') })
  })

  it('are compared on the last page of a long document, where a field is', async () => {
    const long = largePdf({ objects: 2_003, bytes: 400_000, structure: 'table' })
    const [field] = [{ ...place, page: 100, type: 'signature' as const }]
    expect(await tryStamps(long, { fields: [field], isTest: true })).toEqual({ valid: true, difference: null })
  })

  it('end the process, and not the function, where a page draws without an end', async () => {
    const levels = Array.from({ length: 9 }, (_, index) => index)
    const form = (content: string, next: number) =>
      stream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</N ${next} 0 R>>>>`, Buffer.from(content))
    const bomb = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]/Contents 4 0 R/Resources<</XObject<</N 5 0 R>>>>>>',
      stream('', Buffer.from('/N Do')),
      ...levels.map((level) => form('/N Do '.repeat(20), 6 + level)),
      form('0 0 1 1 re f', 5),
    ])
    expect(await tryStamps(bomb, { fields, isTest: false })).toEqual({ valid: false, reason: 'too_complex' })
  }, 30_000)
})
