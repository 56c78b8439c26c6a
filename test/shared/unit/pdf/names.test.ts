import { describe, expect, it } from 'vitest'
import type { SignerStamps } from '../../../../shared/pdf/stamp.ts'
import { printable } from '../../../../shared/pdf/typesetting.ts'
import { namesOfTheWorld } from '../../../support/documents/names.ts'
import { pdfOf } from '../../../support/documents/pdf-of.ts'
import { hasPoppler, poppler } from '../../../support/documents/poppler.ts'
import { textOfPages } from '../../../support/documents/read-text.ts'
import { canRender, changedIn, rendered } from '../../../support/documents/rendering.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'

const canReadText = hasPoppler('pdftotext')
if (!canRender) console.warn('pdftoppm is not installed: how names look is not tested')

const placeOf = (index: number) => ({ x: 20, y: 10 + 32 * index, width: 300, height: 24 })
const emptyPage = (height = 842) =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 ${height}]>>`,
  ])
const options = { title: '合同 – عقد – अनुबंध', watermark: null }

/** The letters that readers turn round as they see fit in a line of both directions. */
const isOfOneDirection = (text: string) => !/[\u0590-\u08ff]/u.test(text) || !/\p{Script=Latin}/u.test(text)

function signersOfTheWorld(): SignerStamps[] {
  return namesOfTheWorld.map(({ name, locale }, index) => ({
    ...stampedSigner(name, [{ type: 'text', page: 1, ...placeOf(index), value: name }]),
    locale,
    ...(index % 2 === 0 && { signature: { mode: 'typed', value: name } as const }),
  }))
}

describe('names of the world', () => {
  it('are copied as they were written, from fields, signatures and blocks', async () => {
    const { bytes, pageCount } = await stampedPdf(emptyPage(), signersOfTheWorld(), options)
    const [fields = '', ...appended] = await textOfPages(bytes)
    expect(pageCount).toBe(3)
    for (const { name } of namesOfTheWorld) {
      expect(fields).toContain(printable(name))
      expect(appended.join('\n')).toContain(printable(name))
    }
    expect(appended[0]).toContain(options.title)
    if (!canReadText) return
    // Readers add marks of direction, which were not written.
    const text = poppler('pdftotext', bytes, (path) => ['-layout', path, '-']).replaceAll(/[\u202a-\u202e]/gu, '')
    for (const { name } of namesOfTheWorld.filter((each) => isOfOneDirection(each.name)))
      expect(text).toContain(printable(name))
  })

  it('are drawn, each in its place and no two alike', async () => {
    if (!canRender) return
    const before = rendered(emptyPage())
    const after = rendered((await stampedPdf(emptyPage(), signersOfTheWorld(), options)).bytes)
    for (const index of namesOfTheWorld.keys()) expect(changedIn(before, after, placeOf(index))).toBeGreaterThan(200)
  })

  it('give the same bytes each time', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await stampedPdf(emptyPage(), signersOfTheWorld(), options)).bytes),
    )
    expect(first).toEqual(second)
  })

  it('have initials of whole letters, and an emoji where there is nothing else', async () => {
    const named = ['राजेश कुमार', '김철수', '🙂🙂', 'Émile d’Arc'].map((name, index) =>
      stampedSigner(name, [{ type: 'initials', page: 1, ...placeOf(index) }]),
    )
    const [fields = ''] = await textOfPages((await stampedPdf(emptyPage(), named, options)).bytes)
    expect(fields.split(/\s+/u).filter(Boolean)).toEqual(['राकु', '김', '🙂', 'ÉD'])
  })

  it('are drawn as what no font has by its number rather than as boxes', async () => {
    const field = { type: 'text', page: 1, ...placeOf(0), value: '王\u{12000}' } as const
    const [fields = ''] = await textOfPages(
      (await stampedPdf(emptyPage(), [stampedSigner('Ada', [field])], options)).bytes,
    )
    expect(fields).toContain('王[U+12000]')
  })

  it('fill as many fonts as they take', async () => {
    // More characters than one Type 3 font holds.
    const characters = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    const field = { type: 'text', page: 1, x: 10, y: 10, width: 500, height: 400, value: characters } as const
    const { bytes } = await stampedPdf(emptyPage(), [stampedSigner('Ada', [field])], options)
    const [fields = ''] = await textOfPages(bytes)
    expect(fields.replaceAll(/\s/gu, '')).toBe(characters)
  })
})
