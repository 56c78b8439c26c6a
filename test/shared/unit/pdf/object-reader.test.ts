import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ObjectReader } from '../../../../shared/pdf/object-reader.ts'
import { UnusualPdf } from '../../../../shared/pdf/unusual-pdf.ts'
import { objectBytes } from '../../../../shared/pdf/write-object.ts'
import { pdfOf } from '../../../support/documents/pdf-of.ts'
import { runs } from '../../../support/proof.ts'

function read(text: string): PdfObject {
  return new ObjectReader(Buffer.from(text, 'latin1')).object()
}

function written(object: PdfObject): string {
  return objectBytes(object).toString('latin1')
}

const nameOf = (minimum: number, maximum: number) =>
  fc
    .array(fc.integer({ min: minimum, max: maximum }), { minLength: 1, maxLength: 8 })
    .map((codes) => String.fromCharCode(...codes))

const strings = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.constantFrom('literal' as const, 'hex' as const))
  .map(([bytes, format]) => new PdfString(bytes, format))

const anyObject = (name: fc.Arbitrary<string>) =>
  fc.letrec<{ object: PdfObject }>((tie) => ({
    object: fc.oneof(
      { depthSize: 'small' },
      fc.integer().map(PdfNumber.of),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => PdfNumber.of(Number(value.toFixed(6)))),
      fc.boolean().map(PdfBool.of),
      fc.constant(PdfNull.instance),
      name.map(PdfName.of),
      strings,
      fc
        .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.nat(65_535))
        .map(([number, generation]) => PdfRef.of(number, generation)),
      fc.array(tie('object'), { maxLength: 5 }).map((items) => new PdfArray(items)),
      fc.dictionary(name, tie('object'), { maxKeys: 5 }).map((entries) => new PdfDict(Object.entries(entries))),
    ),
  })).object

describe('ObjectReader', () => {
  it('reads what was written', () => {
    fc.assert(
      fc.property(anyObject(nameOf(1, 255)), (object) => {
        const text = written(object)
        expect(written(read(text))).toBe(text)
      }),
    )
  })

  it('reads the same as the library', async () => {
    await fc.assert(
      fc.asyncProperty(anyObject(nameOf(0x21, 0x7e)), async (object) => {
        const bytes = objectBytes(object)
        const pdf = await PDF.load(pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>', bytes]))
        const readByLibrary = pdf.getObject(PdfRef.of(3, 0))
        expect(readByLibrary && written(readByLibrary)).toBe(bytes.toString('latin1'))
      }),
    )
  })

  it('takes any bytes for an object or for unusual, and comes to an end', () => {
    const syntax = fc.constantFrom(...'<>()[]{}/%\\# \r\n+-.0189RabefnrstuTrue'.split(''))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(syntax, { maxLength: 60 }).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            read(text)
          } catch (error) {
            expect(error).toBeInstanceOf(UnusualPdf)
          }
        },
      ),
      { numRuns: runs(2_000) },
    )
  })

  it.each([
    ['(a\\(b\\)(c)\\n\\101\\7z\\\r\nd\\x)', Buffer.from('a(b)(c)\nA\u0007zdx')],
    ['(one\r\ntwo\rthree)', Buffer.from('one\ntwo\nthree')],
    ['<48 65\n6C6>', Buffer.from('Hel`')],
  ])('understands the string %j', (text, bytes) => {
    const string = read(text)
    expect(string instanceof PdfString && Buffer.compare(string.bytes, bytes)).toBe(0)
  })

  it('passes over comments and tells references from numbers', () => {
    expect(written(read('[1 0 R % 2 0 R\n3 4 5 0 R/A#20B]'))).toBe('[1 0 R 3 4 5 0 R /A#20B]')
  })

  it('reads numbers without an exponent, and writes none', () => {
    expect(written(read('[.5 -.25 +4. 0.00000001 -0 12]'))).toBe('[0.5 -0.25 4 0.00000001 0 12]')
  })

  it.each([
    '<</A 1/A 2>>',
    '<</A>>',
    '<</A 1',
    '[1 2',
    '(open',
    '<4G>',
    '/A#4',
    '--1',
    '1.2.3',
    '1e5',
    '99999999999999999999',
    'obj',
    '',
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ])('leaves %j to others', (text) => {
    expect(() => read(text)).toThrow(UnusualPdf)
  })
})
