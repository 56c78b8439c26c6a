import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentOperators, UncertainContent } from '../../../../../shared/pdf/active-content/content-operators.ts'
import { visibleContent } from '../../../../../shared/pdf/active-content/visible-content.ts'

const operators = (text: string) =>
  [...contentOperators(Buffer.from(text, 'latin1'))].map(({ name, operands }) => `${name} ${operands.length}`)
const visible = (text: string) =>
  visibleContent(Buffer.from(text, 'latin1'), (name) => name !== 'Off')
    ?.toString('latin1')
    .trim()
    .split(/\s+/)
    .join(' ')

describe('contentOperators', () => {
  it('splits content', () => {
    expect(operators('q 1 0 0 -.5 +2. 3 cm % Q\n[(a\\)(b)) 1 <4 1>] TJ /N <</A[1]/B null>> BDC Q')).toEqual([
      'q 0',
      'cm 6',
      'TJ 1',
      'BDC 2',
      'Q 0',
    ])
    expect(operators('BI /W 1/H 1 ID ab EI\nQ')).toEqual(['BI 0', 'Q 0'])
  })

  it.each([
    '(a',
    '[1 2',
    '<</A 1',
    '<41',
    '<4x>',
    ')',
    ']',
    '>>',
    '{',
    '1 2',
    '1 0 0 m10 10 l',
    '--5 w',
    '1e5 w',
    '[q] TJ',
    'BI /W 1',
    'BI /W 1 ID abc',
    'foo',
  ])('is not certain of %s', (text) => {
    expect(() => operators(text)).toThrow(UncertainContent)
  })
})

describe('visibleContent', () => {
  it.each([
    ['q Q', undefined],
    ['/OC /On BDC 0 0 1 1 re f EMC', '0 0 1 1 re f'],
    ['/OC /Off BDC 0 0 1 1 re f EMC', ''],
    ['/OC /Off BDC 0 0 1 1 re W* B EMC', '0 0 1 1 re W* n'],
    ['/OC /Off BDC q 2 w /X Do 1 g EMC Q', 'q 2 w 1 g Q'],
    ['BT /OC /Off BDC 1 2 (a) " EMC (b) \' ET', "BT 1 Tw 2 Tc T* (b) ' ET"],
    ['/OC /Off BDC /Span <</ActualText(secret)>> BDC (secret) Tj EMC /P MP EMC /P BMC EMC', '/P BMC EMC'],
    ['/OC /On BDC % secret\n 1 g EMC', '1 g'],
  ])('%s', (text, expected) => {
    expect(visible(text)).toBe(expected)
  })

  it.each([
    'BT /OC /Off BDC (a) Tj EMC (b) Tj ET',
    '7 Tr BT /OC /Off BDC (a) Tj EMC ET',
    '0 0 m /OC /Off BDC 1 1 l S EMC',
    '/OC /Off BDC',
    'EMC /OC /Off BDC EMC',
    '/OC <</Type/OCG>> BDC EMC',
  ])('is not certain of %s', (text) => {
    expect(() => visible(text)).toThrow(UncertainContent)
  })

  const piece = fc.constantFrom(
    '0 0 1 1 re f',
    'q 1 w Q',
    '(text) pad',
    '/X Do',
    '0.5 g',
    'BT 1 0 0 1 0 0 Tm (a) Tj ET',
    '0 0 9 9 re W n',
  )
  const tree = fc.letrec<{ content: string }>((tie) => ({
    content: fc
      .array(
        fc.oneof(
          { depthSize: 'small' },
          piece.map((text) => (text.endsWith('pad') ? '' : text)),
          fc
            .tuple(fc.constantFrom('On', 'Off'), tie('content'))
            .map(([name, inner]) => `/OC /${name} BDC ${inner} EMC`),
          tie('content').map((inner) => `/P BMC ${inner} EMC`),
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join(' ')),
  }))

  it('leaves nothing that a hidden layer paints, all that a shown one paints, and no mark of either', () => {
    fc.assert(
      fc.property(tree.content, tree.content, (before, inner) => {
        const paints = (text: string) =>
          [...contentOperators(Buffer.from(text))].filter(({ name }) => ['f', 'Do', 'Tj'].includes(name)).length
        const shown = (name: string) => visible(`/OC /${name} BDC ${inner.replaceAll('/Off', '/On')} EMC`) ?? ''
        expect(paints(shown('On'))).toBe(paints(inner))
        expect(paints(shown('Off'))).toBe(0)
        const all = visible(`${before} /OC /On BDC EMC`) ?? ''
        expect(all).not.toContain('/OC')
        expect(visible(all)).toBeUndefined()
      }),
    )
  })
})
