import { deflateSync } from 'node:zlib'
import { PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PageBalances } from '../../../shared/pdf/page-balances.ts'
import { stateBalance } from '../../../shared/pdf/state-balance.ts'

const balanceOf = (content: string) => stateBalance(Buffer.from(content, 'latin1'))
const balanced = { surplus: 0, open: 0 }

/** Content, and how many Q it has too many and how many q it leaves open. */
const contents: [string, string, number, number][] = [
  ['nothing', '', 0, 0],
  ['a pair', 'q 1 0 0 1 0 0 cm Q', 0, 0],
  ['a q', 'q', 0, 1],
  ['a Q', 'Q', 1, 0],
  ['pairs in each other, one of them open', 'q q q Q Q', 0, 1],
  ['a Q before a q, which it does not close', 'Q q', 1, 1],
  ['what needs no space between', '[]q/Q(Q)Q<51>q%Q', 0, 1],
  ['longer words', 'qq QQ q1 BQ', 0, 0],
  ['a string', '(q (Q) \\) q \\\\) Tj q', 0, 1],
  ['a string that does not end', '(q q', 0, 0],
  ['a string of digits', '<71> Tj <5', 0, 0],
  ['comments', 'q % Q\nQ % Q\rq', 0, 1],
  ['names', '/q /Q gs /q#51 gs', 0, 0],
  ['marked content', '/Span <</A q/B [<</C Q>>]/D (>>)>> BDC q EMC', 0, 1],
  ['an image', 'q BI /W 8 /H 1 /D [1 0] ID \x80 Q q (\x00 EI Q', 0, 0],
  ['an image that holds the word of its end', 'q BI /W 8 ID \x80 EI \x01\x02 Q EI Q', 0, 0],
  ['an image that is text', 'BI /F /AHx ID 00ff00> EI q', 0, 1],
  ['an image that does not end', 'q BI ID Q Q', 0, 1],
]

describe('the balance of content', () => {
  it.each(contents)('is told of %s', (_, content, surplus, open) => {
    expect(balanceOf(content)).toEqual({ surplus, open })
  })

  it('is that of its operators, whatever stands between them', () => {
    const others = [
      '(q \\( Q)',
      '<71 51>',
      '% Q\n',
      '/Q',
      '<</A [(q) <51>] /q 1>>',
      '[(q) -3 (Q)] TJ',
      'BT',
      '1 0 0 1 0 0 cm',
    ]
    const image = 'BI /W 2 /BPC 8 ID Q\x90q EI'
    const word = fc.constantFrom('q', 'Q', 'q', 'Q', image, ...others)
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(' ', '\n', '\r\n', '\t'), (words, space) => {
        let [surplus, open] = [0, 0]
        for (const each of words) {
          if (each === 'q') open += 1
          if (each === 'Q' && open === 0) surplus += 1
          else if (each === 'Q') open -= 1
        }
        expect(balanceOf(words.join(space))).toEqual({ surplus, open })
      }),
    )
  })

  it('comes to an end for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { surplus, open } = stateBalance(bytes)
        expect(surplus + open).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})

const flate = PdfName.of('FlateDecode')
const streamOf = (data: Uint8Array, entries: Record<string, PdfName | PdfArray | PdfDict> = {}) =>
  new PdfStream(PdfDict.of(entries), data)
const packed = (content: string | Buffer) => streamOf(deflateSync(content), { Filter: flate })

describe('the balance of a page', () => {
  it.each<[string, PdfStream[]]>([
    ['plain', [streamOf(Buffer.from('q q Q'))]],
    ['packed', [packed('q q Q')]],
    ['packed by a list of one', [streamOf(deflateSync('q'), { Filter: new PdfArray([flate]) })]],
    ['in parts', [packed('q'), streamOf(Buffer.from('Q')), packed('q')]],
    ['cut off', [streamOf(deflateSync(`q ${'0 g '.repeat(900)}`).subarray(0, -6), { Filter: flate })]],
  ])('is that of its content, %s', (_, streams) => {
    expect(new PageBalances().of(streams)).toEqual({ surplus: 0, open: 1 })
  })

  it.each<[string, (PdfStream | null)[]]>([
    ['is missing', [packed('q'), null]],
    ['is packed otherwise', [streamOf(Buffer.from('q'), { Filter: PdfName.of('LZWDecode') })]],
    ['is packed with a predictor', [streamOf(deflateSync('q'), { Filter: flate, DecodeParms: new PdfDict() })]],
    ['is broken', [streamOf(Buffer.from('q'), { Filter: flate })]],
    ['unpacks to too much', [packed('q'), packed(Buffer.alloc(1 << 26))]],
    ['leaves more open than anything real', [packed('q '.repeat(20_000))]],
  ])('counts as even where the content %s', (_, streams) => {
    expect(new PageBalances().of(streams)).toEqual(balanced)
  })

  it('is not looked at any more when the document has taken enough', () => {
    const balances = new PageBalances()
    const large = packed(`${' '.repeat(8_000_000)}q`)
    const found = Array.from({ length: 12 }, () => balances.of([large]).open)
    expect(found).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
    const others = new PageBalances()
    for (let page = 0; page < 8; page += 1) others.of([packed(Buffer.alloc(9_000_000))])
    expect(others.of([packed('q')])).toEqual(balanced)
    expect(new PageBalances().of(Array.from({ length: 100_000 }, () => streamOf(Buffer.from('q '))))).toEqual(balanced)
  })
})
