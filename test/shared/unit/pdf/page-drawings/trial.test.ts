import { describe, expect, it } from 'vitest'
import { tryStamps, tryStampsOnAllPages } from '../../../../../shared/pdf/check-stamps.ts'
import { taskBounds } from '../../../../../shared/pdf/document-task.ts'
import { readInProcess } from '../../../../../shared/pdf/inspect-processes.ts'
import { pagesOnTrial, stampCheck } from '../../../../../shared/pdf/page-drawings/stamp-checks.ts'
import { largePdf } from '../../../../support/documents/large-pdf.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { documentBy, producers } from '../../../../support/documents/producers.ts'

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
    expect(await tryStamps(documentBy(producer), { fields })).toMatchObject({ valid: true, difference: null })
  })

  it.each([
    ['an open string', '0 0 9 9 re f (abc'],
    ['an open text', 'BT /F0 12 Tf 10 10 Td (x) Tj'],
    ['open marked content', '/Span BMC 0 0 9 9 re f'],
    ['saved states', 'q 2 0 0 2 0 0 cm 0 0 9 9 re f'],
    ['a restore too many at the end', '0.5 0 0 0.5 0 0 cm 0 0 9 9 re f Q'],
  ])('find nothing wrong with a page that ends in %s', async (_, content) => {
    expect(await tryStamps(pageWith(content), { fields })).toEqual({ valid: true, difference: null })
  })

  it.each([
    ['no content', ''],
    ['a list of no contents', '/Contents[]'],
    ['an empty content', '/Contents 4 0 R'],
  ])('find nothing wrong with an empty page that has %s', async (_, contents) => {
    const empty = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]${contents}>>`,
      stream('', Buffer.alloc(0)),
    ])
    expect(await tryStamps(empty, { fields })).toEqual({ valid: true, difference: null })
  })

  // pdf.js shows nothing of what comes after these, and often nothing of the page; other readers go on.
  it.each([
    ['a number that is none', '0 0 9 9 re f --- w 0 0 99 99 re f'],
    ['a parenthesis that closes nothing', '0 0 9 9 re f ) 0 0 99 99 re f'],
    ['a text without a font', '0 0 9 9 re f BT (x) Tj ET 0 0 99 99 re f'],
    ['an image that is not there', '0 0 9 9 re f /Gone Do 0 0 99 99 re f'],
  ])('find a page that pdf.js gives up at %s', async (_, content) => {
    for (const places of [fields, []])
      expect(await tryStamps(pageWith(content), { fields: places })).toMatchObject({
        valid: true,
        difference: expect.stringContaining('page 1, content'),
      })
  })

  it('find such a page behind all that are compared before signing, in the job', async () => {
    const page = (contents: number) =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]/Contents ${contents} 0 R/Resources<<>>>>`
    const good = Array.from({ length: pagesOnTrial }, () => page(3))
    const kids = [...good, ''].map((_, index) => `${index + 5} 0 R`)
    const long = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`,
      stream('', Buffer.from('0 0 9 9 re f')),
      stream('', Buffer.from('0 0 9 9 re f --- w 0 0 99 99 re f')),
      ...good,
      page(4),
    ])
    expect(await tryStamps(long, { fields: [] })).toEqual({ valid: true, difference: null })
    const difference = expect.stringContaining(`page ${pagesOnTrial + 1}, content`)
    expect(await tryStampsOnAllPages(long)).toEqual({ valid: true, difference })
  })

  it('find a page that the states around its content would change', async () => {
    const check = await tryStamps(pageWith('2 0 0 2 9 9 cm Q 0 0 99 99 re f'), { fields })
    expect(check).toMatchObject({ valid: true, difference: expect.stringContaining('page 1, content') })
  })

  it('are compared on the last page of a long document, where a field is', async () => {
    const long = largePdf({ objects: 2_003, bytes: 400_000, structure: 'table' })
    const [field] = [{ ...place, page: 100, type: 'signature' as const }]
    expect(await tryStamps(long, { fields: [field] })).toEqual({ valid: true, difference: null })
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
    const task = { task: 'tryStamps', bytes: bomb, stamps: { fields } } as const
    const bounds = { ...taskBounds.tryStamps, processorMs: 500 }
    expect(await readInProcess(task, stampCheck, bounds)).toEqual({ valid: false, reason: 'too_complex' })
    // The same on a machine that is too busy: nothing is said about the document.
    const busy = { ...taskBounds.tryStamps, durationMs: 50 }
    await expect(readInProcess(task, stampCheck, busy)).rejects.toThrow('no answer about a file within 50 ms')
  })
})
