import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DocumentUpdate, updateDocument } from '../../../../../shared/pdf/document-update.ts'
import { pdfFaults } from '../../../../../shared/pdf/pdf-inspection.ts'
import { maxSignatures, type SignatureVerification } from '../../../../../shared/pdf/verification/verification.ts'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import { authority, certified } from '../../../../support/documents/certificates.ts'
import { cmsBy } from '../../../../support/documents/cms-signature.ts'
import { hostileDocuments } from '../../../../support/documents/hostile.ts'
import { pdfOf, pdfOfObjectStreams } from '../../../../support/documents/pdf-of.ts'
import { onePage, overwritten, type PdfSignature, signPdf } from '../../../../support/documents/signed-pdf.ts'
import { runs } from '../../../../support/proof.ts'

const root = authority('Root')
const jane = certified({ name: 'Jane Doe', issuer: root })
const trust = {
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
  anchors: [root.certificate],
  sealKeys: [],
  testSealKeys: [],
}
const byJane: PdfSignature = {
  subFilter: 'ETSI.CAdES.detached',
  sign: (content) => cmsBy(jane, { content }),
}
const signedPdf = await signPdf(onePage(), byJane)
const range = /\/ByteRange\s*\[0 (\d+) (\d+) (\d+)\]/.exec(signedPdf.toString('latin1'))
const [before = 0, after = 0, length = 0] = (range?.slice(1) ?? []).map(Number)

async function signaturesOf(pdf: Uint8Array): Promise<SignatureVerification[]> {
  const found = await verifyPdf(pdf, trust)
  if (!found.valid) throw new Error(found.reason)
  return found.signatures
}

async function changed(change: (update: DocumentUpdate) => void): Promise<Buffer> {
  const { bytes } = await updateDocument(signedPdf, async (update) => change(update))
  return bytes
}

function fieldIn(update: DocumentUpdate): PdfDict {
  const form = update.getCatalog().getDict('AcroForm', (ref) => update.getObject(ref))
  const field = form?.getArray('Fields', (ref) => update.getObject(ref))?.at(0)
  const dictionary = field instanceof PdfRef ? update.getObject(field) : null
  if (!(dictionary instanceof PdfDict)) throw new Error('the form has no field')
  return dictionary
}

function valueIn(update: DocumentUpdate): PdfDict {
  const value = fieldIn(update).getDict('V', (ref) => update.getObject(ref))
  if (!value) throw new Error('the field has no value')
  return value
}

/** The signature's own object, told anew by an update. */
function retold(entries: Record<string, PdfObject | null>): Promise<Buffer> {
  return changed((update) => {
    const value = valueIn(update)
    for (const [name, object] of Object.entries(entries)) object ? value.set(name, object) : value.delete(name)
  })
}

const numbers = (...values: number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)))

/** The signature moved into an object of the update's own, all else as it was. */
function moved(more: Record<string, PdfObject> = {}): Promise<Buffer> {
  return changed((update) => {
    const copy = new PdfDict([...valueIn(update)].map(([name, object]): [string, PdfObject] => [name.value, object]))
    for (const [name, object] of Object.entries(more)) copy.set(name, object)
    fieldIn(update).set('V', update.register(copy))
  })
}

/**
 * The range told anew, around bytes of the attacker's own that stand in the gap: what it names are the bytes that were
 * signed, every one, so that whoever looks at nothing else finds the digest right.
 */
function wrapped(): Buffer {
  const text = signedPdf.toString('latin1')
  const number = /(\d+) 0 obj\s*<<\/Type \/Sig/.exec(text)?.[1]
  const told = (end: number) => {
    const dictionary = `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 ${before} ${end} ${length}]`
    return `>>\nendobj\n${number} 0 obj\n${dictionary}/Contents ${text.slice(before, after)}>>\nendobj\n9 0 obj\n<<`
  }
  const end = after + told(after).length
  const forged = Buffer.concat([signedPdf.subarray(0, after), Buffer.from(told(end)), signedPdf.subarray(after)])
  const named = Buffer.concat([forged.subarray(0, before), forged.subarray(end, end + length)])
  expect(named.equals(Buffer.concat([signedPdf.subarray(0, before), signedPdf.subarray(after)]))).toBe(true)
  return forged
}

const forgeries: [string, () => Promise<Buffer> | Buffer][] = [
  ['no /ByteRange', () => retold({ ByteRange: null })],
  ['a null /ByteRange', () => retold({ ByteRange: PdfNull.instance })],
  ['an empty /ByteRange', () => retold({ ByteRange: numbers() })],
  ['a /ByteRange of zeros', () => retold({ ByteRange: numbers(0, 0, 0, 0) })],
  ['a negative /ByteRange', () => retold({ ByteRange: numbers(0, before, after, -length) })],
  ['no /Contents', () => retold({ Contents: null })],
  ['a null /Contents', () => retold({ Contents: PdfNull.instance })],
  ['an empty /Contents', () => retold({ Contents: PdfString.fromBytes(new Uint8Array(0)) })],
  ['a /Contents of a zero', () => retold({ Contents: PdfString.fromBytes(new Uint8Array(1)) })],
  ['the /ByteRange renamed in place', () => overwritten(signedPdf, '/ByteRange', '/ByteRangf')],
  ['the /Contents renamed in place', () => overwritten(signedPdf, '/Contents\n?\\s?<', '/Contentz')],
  ['a range that starts later', () => retold({ ByteRange: numbers(9, before - 9, after, length) })],
  ['a gap that is wider', () => retold({ ByteRange: numbers(0, before - 20, after, length) })],
  ['a gap that ends later', () => retold({ ByteRange: numbers(0, before, after + 20, length - 20) })],
  ['a gap of nothing', () => retold({ ByteRange: numbers(0, before, before, length) })],
  ['ranges that overlap', () => retold({ ByteRange: numbers(0, after + 10, after, length) })],
  ['a range beyond the file', () => retold({ ByteRange: numbers(0, before, after, 9_999_999) })],
  ['two gaps', () => retold({ ByteRange: numbers(0, before, after, 10, after + 20, length - 20) })],
  ['a range with a fraction', () => retold({ ByteRange: numbers(0, before + 0.5, after, length) })],
  [
    'the range up to the end of the update',
    async () => {
      const size = (await retold({ ByteRange: numbers(0, before, after, length) })).length
      return await retold({ ByteRange: numbers(0, before, after, size - after) })
    },
  ],
  ['its dictionary copied, with another name', () => moved({ Name: PdfString.fromString('The President') })],
  ['its dictionary copied, with another time', () => moved({ M: PdfString.fromString('D:20200101000000Z') })],
  ['bytes in the gap, and the range told anew around them', wrapped],
  ['a changed page', () => overwritten(signedPdf, '100 euros', '900 euros')],
  ['a changed time', () => overwritten(signedPdf, '20260301', '20250301')],
]

describe('a signature forged by', () => {
  it.each(forgeries)('%s is not intact', async (_, forge) => {
    const signatures = await signaturesOf(await forge())
    expect(signatures).toMatchObject([{ intact: false, trusted: false, level: null }])
  })
})

const additions: [string, () => Promise<Buffer> | Buffer][] = [
  ['a byte', () => Buffer.concat([signedPdf, Buffer.from('\n')])],
  [
    'objects without a table',
    () => Buffer.concat([signedPdf, Buffer.from('4 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n%%EOF\n')]),
  ],
  [
    'another page content',
    () =>
      changed((update) => {
        const page = update.getObject(PdfRef.of(3, 0))
        if (page instanceof PdfDict) page.set('Contents', update.register(new PdfStream([], Buffer.from('BT ET'))))
      }),
  ],
  [
    'an annotation',
    () =>
      changed((update) => {
        const page = update.getObject(PdfRef.of(3, 0))
        if (page instanceof PdfDict)
          page.set('Annots', new PdfArray([update.register(PdfDict.of({ Type: PdfName.of('Annot') }))]))
      }),
  ],
  ['an entry of the form', () => changed((update) => update.getCatalog().set('NeedAppearances', PdfNull.instance))],
  [
    'its own dictionary told anew, with another name and time',
    () =>
      retold({
        Name: PdfString.fromString('The President'),
        M: PdfString.fromString('D:20200101000000Z'),
      }),
  ],
]

describe('a document to which was added', () => {
  it.each(additions)('%s is not covered whole, and its signer and time stay', async (_, add) => {
    expect(await signaturesOf(await add())).toMatchObject([
      { intact: true, coversWholeDocument: false, signerName: 'Jane Doe', signedAt: '2026-03-01T14:05:09.000Z' },
    ])
  })

  it('another signature is covered by the last, and each tells its own part', async () => {
    const twice = await signPdf(signedPdf, {
      ...byJane,
      sign: (content) => cmsBy(certified({ name: 'Zoë', issuer: root }), { content }),
    })
    expect(await signaturesOf(twice)).toMatchObject([
      { signerName: 'Jane Doe', intact: true, coversWholeDocument: false },
      { signerName: 'Zoë', intact: true, coversWholeDocument: true },
    ])
  })
})

describe('where signatures are found', () => {
  it('a document without any has none', async () => {
    expect(await signaturesOf(onePage())).toEqual([])
  })

  it('a field that nobody has signed is none', async () => {
    const pdf = pdfOf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[<</FT/Sig/T(Here)>>]>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    ])
    expect(await signaturesOf(pdf)).toEqual([])
  })

  it('objects in streams do not hide them', async () => {
    const base = pdfOfObjectStreams([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    ])
    expect(await signaturesOf(await signPdf(base, byJane))).toMatchObject([{ intact: true, coversWholeDocument: true }])
  })

  it('a file that is odd is looked at all the same', async () => {
    const odd = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Rotate 0/Rotate 0>>',
    ])
    expect(await signaturesOf(await signPdf(odd, byJane))).toMatchObject([{ intact: true, coversWholeDocument: true }])
  })

  it('more than anybody makes are too complex', async () => {
    const fields = Array.from({ length: maxSignatures + 1 }, () => '<</FT/Sig/V<</Type/Sig/Filter/A/Contents<00>>>>>')
    const pdf = pdfOf([
      `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields.join('')}]>>>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    ])
    expect(await verifyPdf(pdf, trust)).toEqual({ valid: false, reason: 'too_complex' })
  })
})

describe('any bytes', () => {
  it('changed in what is signed make it not intact', async () => {
    const signedBytes = fc.oneof(fc.nat(before - 1), fc.integer({ min: after, max: signedPdf.length - 1 }))
    await fc.assert(
      fc.asyncProperty(signedBytes, fc.integer({ min: 1, max: 255 }), async (place, mask) => {
        const pdf = Buffer.from(signedPdf)
        pdf.writeUInt8(pdf.readUInt8(place) ^ mask, place)
        const found = await verifyPdf(pdf, trust)
        if (found.valid)
          for (const each of found.signatures) expect(each).toMatchObject({ intact: false, trusted: false })
        else expect(pdfFaults).toContain(found.reason)
      }),
      { numRuns: runs(600) },
    )
  })

  it('changed in the signature itself crash nothing, and forge nothing', async () => {
    const digits = after - before - '<>'.length
    const changes = fc.array(fc.record({ place: fc.nat(digits - 1), digit: fc.constantFrom(...'0123456789abcdef') }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const pdf = Buffer.from(signedPdf)
        for (const { place, digit } of changed) pdf.write(digit, before + 1 + place, 'latin1')
        const found = await verifyPdf(pdf, trust)
        // What no key signs in a CMS, such as its version, may change without a consequence.
        expect(found).toMatchObject({ valid: true, signatures: [{ coversWholeDocument: true, kind: 'signature' }] })
      }),
      { numRuns: runs(600) },
    )
  })

  // What is too much for the process is too much for either of its tasks: one such is enough here.
  const tried = hostileDocuments.filter(
    ({ reasons, name }) => !reasons.includes('too_complex') || name.includes('object stream'),
  )

  it.for(tried)('such as $name are answered', async ({ make }) => {
    const found = await verifyPdf(await make(), trust)
    expect(found.valid ? found.signatures : pdfFaults).toEqual(
      found.valid ? [] : expect.arrayContaining([found.reason]),
    )
  })
})
