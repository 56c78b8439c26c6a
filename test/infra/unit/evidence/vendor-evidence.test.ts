import { PDF } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { checkFiles } from '../../../../infra/checks/evidence/check-files.ts'
import { contractPdf } from '../../../../infra/local/demo/contract.ts'
import type { Evidence } from '../../../../shared/pdf/evidence-content.ts'
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'
import { coveredBy, restoredAfter, signedAs, withoutFields } from '../../../support/documents/vendor-files.ts'

const original = await contractPdf()
const [first = '', second = ''] = sampleEvidence().signers.map(({ name }) => name)
const expired = { notBefore: new Date('2021-01-01Z'), notAfter: new Date('2022-01-01Z') }

const byFirst = (bytes: Uint8Array) => signedAs(bytes, first)
const byBoth = async (bytes: Uint8Array) => signedAs(await byFirst(bytes), second)

/** What is found of a file that a vendor gave back. */
async function reportOn(
  signed: Uint8Array,
  { form = 'appended', given = [] }: { form?: 'appended' | 'rewritten'; given?: readonly Uint8Array[] } = {},
) {
  const sample = sampleEvidence({ original, sealed: signed })
  const content: Evidence = {
    ...sample,
    version: 6,
    request: { ...sample.request, vendor: 'yousign', level: 'aes' },
    atVendor: { form, auditTrail: null },
  }
  const evidence = { name: 'evidence.json', bytes: Buffer.from(JSON.stringify(content)) }
  const files = [signed, ...given].map((bytes, index) => ({ name: `${index}.pdf`, bytes }))
  const { checks, limits } = await checkFiles(evidence, files)
  const failed = checks.filter(({ flaws }) => flaws.length > 0).map(({ says }) => says)
  return { says: checks.map(({ says }) => says), failed, limits }
}

const people = 'Every signer signed 0.pdf'
const picture = '0.pdf shows the document that was sent'

describe('evidence of a document that was signed at a vendor', () => {
  it('holds by the signatures of the signers, and asks for no seal of the service', async () => {
    const { says, failed } = await reportOn(await byBoth(original))
    expect(failed).toEqual([])
    expect(says).toEqual(expect.arrayContaining([people, picture]))
    expect(says).not.toContain('Every signer signed the document that was sent')
  })

  it('compares the pages of a file that the vendor wrote anew with the document that was sent', async () => {
    const pdf = await PDF.load(original)
    pdf.setTitle('Saved by the vendor')
    const signed = await byBoth(await pdf.save())
    const alone = await reportOn(signed, { form: 'rewritten' })
    expect([alone.failed, alone.says.includes(picture)]).toEqual([[], false])
    expect(alone.limits).toContain('Whether 0.pdf shows the document that was sent: give that document, too.')
    const both = await reportOn(signed, { form: 'rewritten', given: [original] })
    expect([both.failed, both.says.includes(picture)]).toEqual([[], true])
  })

  it.for([
    ['covered before it was signed', async () => byBoth(await coveredBy(original, 'Tx')), [picture]],
    ['covered after it was signed', async () => coveredBy(await byBoth(original), 'Tx'), [people, picture]],
    ['something else when it was signed', () => restoredAfter(original, byBoth), [people]],
    ['without a way to its signatures', async () => withoutFields(await byBoth(original)), [people]],
    ['signed by somebody else', async () => signedAs(await byFirst(original), 'Mallory Nobody'), [people]],
    [
      'signed when the certificate had run out',
      async () => signedAs(await byFirst(original), second, expired),
      [people],
    ],
    ['signed twice by one signer', async () => byFirst(await byFirst(original)), [people]],
  ] satisfies [string, () => Promise<Uint8Array>, string[]][])(
    'does not hold for a file that was %s',
    async ([, make, expected]) => expect((await reportOn(await make())).failed).toEqual(expected),
  )
})
