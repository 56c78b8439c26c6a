import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentObjects } from '../../../../../shared/pdf/document-objects.ts'
import { pdfFaults } from '../../../../../shared/pdf/pdf-inspection.ts'
import { sealPdf } from '../../../../../shared/pdf/seal.ts'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import { pyhankoFile } from '../../../../support/documents/case-file.ts'
import { localSealSigner } from '../../../../support/documents/seal-signer.ts'
import { onePage } from '../../../../support/documents/signed-pdf.ts'
import { runs } from '../../../../support/proof.ts'
import { trust } from './signed-world.ts'

const sealed = Buffer.from(
  (
    await sealPdf(onePage(), {
      signer: await localSealSigner(),
      name: 'Sealpost',
      signedAt: new Date('2026-03-01T14:05:09Z'),
      reason: 'Every signer has signed',
      timestampAuthority: null,
    })
  ).bytes,
)
const unseen = ['none', 'validation_data']

/** The seal of a file that starts with the sealed one. */
async function sealOf(pdf: Uint8Array) {
  const found = await verifyPdf(pdf, trust)
  if (!found.valid) throw new Error(found.reason)
  const [seal] = found.signatures
  if (!seal) throw new Error('the seal was not found')
  return seal
}

/** The numbers of all objects that a document leads to. */
function reachable(bytes: Uint8Array): number[] {
  const objects = new DocumentObjects(bytes)
  const { trailer } = objects.references
  const found = new Set<number>()
  const pending: PdfObject[] = [trailer.getRef('Root') ?? trailer]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfDict) for (const [, value] of next) pending.push(value)
    else if (next instanceof PdfArray) pending.push(...next.toArray())
    else if (next instanceof PdfRef && !found.has(next.objectNumber)) {
      found.add(next.objectNumber)
      const object = objects.getObject(next)
      if (object) pending.push(object)
    }
  }
  return [...found]
}

/** An update that tells one object anew. */
function withObject(pdf: Buffer, number: number, body: string): Buffer {
  const previous = Number(/startxref\s+(\d+)/.exec(pdf.subarray(pdf.lastIndexOf('startxref')).toString('latin1'))?.[1])
  const object = `${number} 0 obj\n${body}\nendobj\n`
  const row = `${String(pdf.length).padStart(10, '0')} 00000 n \n`
  const table = `xref\n${number} 1\n${row}trailer\n<</Size 60/Root 1 0 R/Prev ${previous}>>\n`
  return Buffer.concat([pdf, Buffer.from(`${object}${table}startxref\n${pdf.length + object.length}\n%%EOF\n`)])
}

const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`
const body = fc.oneof(
  fc.constantFrom('null', '<<>>', '[]', '42', '<</Type/Page>>', '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>'),
  fc.stringMatching(/^[a-z0-9 ]{1,40}$/).map(stream),
  fc.stringMatching(/^[a-z]{1,9}$/).map((entry) => `<</${entry} 1>>`),
)

describe('a sealed file', () => {
  it('any object of which is told anew by an update is never taken for whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reachable(sealed)), body, async (number, told) => {
        const found = await verifyPdf(withObject(sealed, number, told), trust)
        // Without a page tree or a catalog it cannot be read for certain, and the seal is in its bytes.
        expect(found).toMatchObject({ valid: true, signatures: [{ kind: 'signature', coversWholeDocument: false }] })
        if (!found.valid) return
        for (const { changesAfter, trusted } of found.signatures) {
          expect(unseen).not.toContain(changesAfter)
          expect(trusted).toBe(false)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('after which any bytes follow is not covered whole, and never said to have no seal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (more) => {
        const seal = await sealOf(Buffer.concat([sealed, more, Buffer.from('\n%%EOF\n')]))
        expect(seal).toMatchObject({ intact: true, coversWholeDocument: false })
        const text = Buffer.from(more).toString('latin1')
        if (!/^(?:[\0\t\n\f\r ]|%[^\r\n]*)*$/.test(text)) expect(seal.changesAfter).toBe('other')
      }),
      { numRuns: runs(300) },
    )
  })

  it.each([0x0b, 0x85, 0xa0, 0x1c])(
    'after which byte %i follows is changed: it is no white space of a PDF',
    async (byte) => {
      const seal = await sealOf(Buffer.concat([sealed, Buffer.from([byte]), Buffer.from('\n%%EOF\n')]))
      expect(seal).toMatchObject({ intact: true, coversWholeDocument: false, changesAfter: 'other' })
    },
  )

  it('whose update is broken at any byte is answered, with the seal where it can be read at all', async () => {
    const start = pyhankoFile('sealed.pdf').length
    const files = ['content-replaced', 'every-mention-removed', 'timestamped'].map((name) =>
      pyhankoFile(`sealed-then-${name}.pdf`),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (file, at, mask) => {
          const pdf = Buffer.from(file)
          const place = start + (at % (pdf.length - start))
          pdf.writeUInt8(pdf.readUInt8(place) ^ mask, place)
          const found = await verifyPdf(pdf, trust)
          if (!found.valid) expect(pdfFaults).toContain(found.reason)
          else
            expect(found.signatures[0]).toMatchObject({ kind: 'signature', intact: true, coversWholeDocument: false })
        },
      ),
      { numRuns: runs(400) },
    )
  })
})
