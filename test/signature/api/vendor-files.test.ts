import { describe, expect, it } from 'vitest'
import { checkFiles } from '../../../infra/checks/evidence/check-files.ts'
import { download } from '../../support/client.ts'
import { coveredBy, restoredAfter, signedAs, withoutFields } from '../../support/documents/vendor-files.ts'
import { create, type Draft, pathOf, sealed, settled, storedChain } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { atFake, connectYousign, vendorDraft, vendorSigner } from '../../support/vendors.ts'

const [jane, bob] = ['Jane Doe', 'Bob Roux']

/** A request that all its signers signed at Yousign, which has the given file as the signed document. */
async function signedWith(
  of: Tenant,
  make: (shown: Uint8Array) => Promise<Uint8Array>,
  more: Draft & { signers?: readonly ReturnType<typeof vendorSigner>[] } = {},
) {
  const { apiKey } = await connectYousign(of)
  const { signers = [vendorSigner()] } = more
  const { id } = await create(of, vendorDraft({ ...more, signers }))
  await settled(of, id, 'asked', (request) => request.signers[0].status === 'notified')
  const shown = await download(`${pathOf(id)}/document?variant=original`, of.token)
  const pdf = Buffer.from(await make(shown.bytes)).toString('base64')
  await atFake(apiKey, 'give', { externalId: id, pdf })
  for (const { email } of signers) await atFake(apiKey, 'act', { externalId: id, email, action: 'sign' })
  return id
}

const two = () => [vendorSigner(), vendorSigner('', { firstName: 'Bob', lastName: 'Roux' })]
const byJane = (bytes: Uint8Array) => signedAs(bytes, jane)
const expired = { notBefore: new Date('2021-01-01Z'), notAfter: new Date('2022-01-01Z') }
const qualified = (signer = vendorSigner()) => ({
  eidasLevel: 'qes',
  signers: [{ ...signer, authMethod: 'vendor_identity' }],
})

describe.concurrent('the file that a vendor gives back', () => {
  it.for([
    [
      'is covered by a form field that came before the signature',
      async (shown) => byJane(await coveredBy(shown, 'Tx')),
    ],
    ['is covered by a form field that came after the signature', async (shown) => coveredBy(await byJane(shown), 'Tx')],
    [
      'is covered by a signature field that is not where signatures were asked for',
      async (shown) => byJane(await coveredBy(shown, 'Sig')),
    ],
    ['showed something else when it was signed', async (shown) => restoredAfter(shown, byJane)],
    ['leads to no signature', async (shown) => withoutFields(await byJane(shown))],
    ['is signed by somebody else', (shown) => signedAs(shown, 'Mallory Nobody'), qualified()],
    ['is signed with a certificate that has run out', (shown) => signedAs(shown, jane, expired), qualified()],
    [
      'is signed with a certificate of an authority',
      (shown) => signedAs(shown, jane, { isAuthority: true }),
      qualified(),
    ],
    ['is signed twice by one of two signers', async (shown) => byJane(await byJane(shown)), { signers: two() }],
    ['is not signed', async (shown) => shown, { eidasLevel: 'ses' }],
  ] satisfies [string, (shown: Uint8Array) => Promise<Uint8Array>, Draft?][])(
    'is not taken where it %s',
    async ([, make, more]) => {
      const of = await tenant()
      const id = await signedWith(of, make, more)
      await until('a seal that failed', async () => (await storedChain(id)).some(({ type }) => type === 'seal_failed'))
      const { status, document } = await settled(of, id, 'completed', (request) => request.status === 'completed')
      expect([status, document.signed]).toEqual(['completed', null])
      expect(document.sealStatus).not.toBe('sealed')
    },
  )

  it.for([
    ['by each of two signers', async (shown) => signedAs(await byJane(shown), bob), { signers: two() }],
    ['with the seal of the vendor after all', async (shown) => signedAs(await byJane(shown), 'Vendor')],
    [
      'at the lowest level, with the seal of the vendor alone',
      (shown) => signedAs(shown, 'Vendor'),
      { eidasLevel: 'ses' },
    ],
    ['with a qualified signature', byJane, qualified()],
    ['for a live organization', byJane, {}, true],
  ] satisfies [string, (shown: Uint8Array) => Promise<Uint8Array>, Draft?, boolean?][])(
    'is taken where it is signed %s',
    async ([, make, more, livemode = false]) => {
      const of = await tenant({ livemode })
      const id = await signedWith(of, make, more)
      await sealed(of, id)
      const file = async (variant: 'evidence' | 'signed') => {
        const { bytes } = await download(`${pathOf(id)}/document?variant=${variant}`, of.token)
        return { name: `${variant}.pdf`, bytes }
      }
      const { checks } = await checkFiles(await file('evidence'), [await file('signed')])
      expect(checks.filter(({ flaws }) => flaws.length > 0)).toEqual([])
      expect(checks.map(({ says }) => says)).toEqual(
        expect.arrayContaining(['Every signer signed signed.pdf', 'signed.pdf shows the document that was sent']),
      )
    },
  )
})
