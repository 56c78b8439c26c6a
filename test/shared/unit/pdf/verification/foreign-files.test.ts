import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SignatureVerification } from '../../../../../shared/pdf/verification/verification.ts'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import { caseFile, pyhankoFile } from '../../../../support/documents/case-file.ts'
import { hasPoppler, poppler } from '../../../../support/documents/poppler.ts'
import { trust } from './signed-world.ts'

const folder = new URL('../../../../support/documents/pyhanko/', import.meta.url)

type Found = Pick<SignatureVerification, 'level' | 'changesAfter'> & { faults?: string[] }

const whole = (level: SignatureVerification['level']): Found[] => [{ level, changesAfter: 'none' }]
const forbidden = (changesAfter: SignatureVerification['changesAfter']): Found[] => [
  { level: 'B-B', changesAfter, faults: ['forbidden_change'] },
]
const timestampThen = (changesAfter: SignatureVerification['changesAfter']): Found => ({ level: null, changesAfter })

const cases: Record<string, Found[]> = {
  'pyhanko-signed-bb-objstm.pdf': whole('B-B'),
  'hybrid-signed-by-dss.pdf': whole('B-B'),
  'signed-appended-with-newline.pdf': whole('B-B'),
  'signed-appended-without-newline.pdf': whole('B-B'),
  'signed-hybrid-plain.pdf': whole('B-B'),
  'signed-hybrid-xrefstm-repeated.pdf': whole('B-B'),
}

const ofPyhanko: Record<string, Found[]> = {
  'b-b.pdf': whole('B-B'),
  'b-t.pdf': whole('B-T'),
  'b-lt.pdf': [{ level: 'B-LT', changesAfter: 'validation_data' }],
  // The tool adds revocation data about the last timestamp, too.
  'b-lta.pdf': [{ level: 'B-LTA', changesAfter: 'validation_data' }, timestampThen('validation_data')],
  'b-lta-renewed.pdf': [
    { level: 'B-LTA', changesAfter: 'validation_data' },
    timestampThen('validation_data'),
    timestampThen('validation_data'),
  ],
  'b-lta-then-b-b.pdf': [
    { level: 'B-LTA', changesAfter: 'signatures' },
    timestampThen('signatures'),
    { level: 'B-B', changesAfter: 'none' },
  ],
  'sealed.pdf': whole('B-B'),
  // The only timestamp is over the document, and by an authority that nobody trusts: anybody could have appended it.
  'sealed-then-timestamped.pdf': [{ level: 'B-B', changesAfter: 'validation_data' }, timestampThen('validation_data')],
  'sealed-then-content-replaced.pdf': forbidden('other'),
  'sealed-then-image-replaced.pdf': forbidden('other'),
  'sealed-then-font-changed.pdf': forbidden('other'),
  'sealed-then-annotation-added.pdf': forbidden('annotations'),
  'sealed-then-page-added.pdf': forbidden('other'),
  'sealed-then-catalog-changed.pdf': forbidden('other'),
  'sealed-then-field-altered.pdf': forbidden('form_fill'),
  'sealed-then-form-removed.pdf': forbidden('other'),
  'sealed-then-every-mention-removed.pdf': [
    { level: 'B-B', changesAfter: 'other', faults: ['not_in_document', 'forbidden_change'] },
  ],
}

async function verified(pdf: Buffer) {
  const found = await verifyPdf(pdf, trust)
  if (!found.valid) throw new Error(found.reason)
  return found
}

/** Nobody whom these tests trust signed them. */
function expected(found: Found[]) {
  return found.map(({ faults = [], ...each }) => ({
    ...each,
    intact: true,
    coversWholeDocument: each.changesAfter === 'none',
    faults: ['no_trusted_issuer', ...faults],
  }))
}

describe('the signatures of', () => {
  it.each(Object.entries(cases))('%s are all found', async (name, found) => {
    expect(await verified(caseFile(name))).toMatchObject({ signatures: expected(found), faults: [] })
  })

  it.each(Object.entries(ofPyhanko))('pyHanko’s %s are all found, with what came after them', async (name, found) => {
    expect(await verified(pyhankoFile(name))).toMatchObject({ signatures: expected(found), faults: [] })
  })

  it('every file of pyHanko are expected', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
    expect(files.toSorted()).toEqual(Object.keys(ofPyhanko).toSorted())
  })
})

describe.skipIf(!hasPoppler('pdfsig'))('poppler says the same of', () => {
  const files = [
    ...Object.keys(cases).map((name): [string, Buffer] => [name, caseFile(name)]),
    ...Object.keys(ofPyhanko).map((name): [string, Buffer] => [name, pyhankoFile(name)]),
  ]

  // It verifies no document timestamps, and finds no signatures that an update removed.
  it.each(files.filter(([name]) => !name.includes('every-mention')))('%s', async (_, pdf) => {
    const { signatures } = await verified(pdf)
    const told = poppler('pdfsig', pdf, (path) => ['-nocert', path])
      .split(/^Signature #/m)
      .slice(1)
    expect(told).toHaveLength(signatures.length)
    for (const [index, { kind, intact, signerName, coversWholeDocument }] of signatures.entries()) {
      const text = told[index] ?? ''
      if (kind === 'signature') {
        expect(text.includes('Signature is Valid')).toBe(intact)
        expect(text).toContain(`Common Name: ${signerName}`)
      }
      expect(text.includes('Not total document signed')).toBe(!coversWholeDocument)
    }
  })
})
