import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { flawsOfSealChain, sealChainAmong } from '../../../../shared/pdf/seal-chain.ts'
import { authority, certified, type Holder, keyFor } from '../../../support/documents/certificates.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const validity = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2027-01-01T00:00:00Z') }
const expired = { notBefore: new Date('2024-01-01T00:00:00Z'), notAfter: new Date('2026-02-01T00:00:00Z') }
const rsa = { kind: 'pkcs1', key: 'rsa', hash: 'sha256' } as const

const root = authority('Root', { ...validity, notAfter: new Date('2036-01-01T00:00:00Z') })
const issuing = authority('Issuing', { ...validity, issuer: root })
const seal = certified({ name: 'Seal', issuer: issuing, keyUsage: '11', ...validity })

const spkiOf = ({ key }: Pick<Holder, 'key'>) => createPublicKey(key).export({ type: 'spki', format: 'der' })
const key = { publicKeySpkiDer: spkiOf(seal), nowMs }
const whole = [seal.certificate, issuing.certificate, root.certificate]
const other = authority('Other', validity)
const asOf = (options: Partial<Parameters<typeof certified>[0]>) =>
  certified({ name: 'Seal', issuer: issuing, keyUsage: '11', ...validity, ...options }).certificate

/** The seal by an authority of another kind, which the root certified. */
function issuedBy(options: Partial<Parameters<typeof certified>[0]>): Uint8Array[] {
  const issuer = authority('Issuing', { ...validity, issuer: root, ...options })
  return [asOf({ issuer }), issuer.certificate, root.certificate]
}

/** What is wrong with a chain, and a part of how that is told. */
const flawed: [name: string, chain: Uint8Array[], told: RegExp[]][] = [
  ['has no certificate', [], [/no certificate/]],
  ['cannot be read', [seal.certificate, Buffer.from('none')], [/cannot be read/]],
  ['is of another key', [asOf({ name: 'Another' }), issuing.certificate], [/another key/]],
  [
    'starts at the issuer',
    [issuing.certificate, root.certificate],
    [/another key/, /of an authority/, /not for signing/],
  ],
  ['was not issued by what follows', [seal.certificate, other.certificate], [/Other did not issue .* Seal/]],
  ['leaves out an issuer', [seal.certificate, root.certificate], [/Root did not issue .* Seal/]],
  ['was issued by no authority', [asOf({ issuer: seal }), seal.certificate], [/Seal did not issue/]],
  ['has run out', [asOf(expired), issuing.certificate], [/Seal is valid from 2024.* to 2026-02-01/]],
  ['is not valid yet', [asOf({ notBefore: new Date('2026-06-01T00:00:00Z') })], [/Seal is valid from 2026-06-01/]],
  [
    'has an issuer that has run out',
    [asOf({}), authority('Issuing', { ...expired, issuer: root }).certificate],
    [/Issuing/],
  ],
  ['is for encryption', [asOf({ keyUsage: '001' })], [/not for signing/]],
  ['is of a web server', [asOf({ purposes: ['1.3.6.1.5.5.7.3.1'] })], [/not for signing/]],
  ['is of an authority', [asOf({ isAuthority: true })], [/of an authority/]],
  ['may sign certificates', [asOf({ keyUsage: '110001' })], [/of an authority/]],
  [
    'has an issuer with an extension that nobody knows',
    issuedBy({ criticalExtension: '1.2.3.4' }),
    [/of Issuing has critical extensions/],
  ],
  [
    'has an issuer that may certify others',
    issuedBy({ nameLimits: { permitted: ['Other', 'Another'] } }),
    [/Issuing may not certify the name of Seal/],
  ],
  [
    'has an issuer that may certify all but it',
    issuedBy({ nameLimits: { permitted: ['Seal'], excluded: ['Seal'] } }),
    [/Issuing may not certify the name of Seal/],
  ],
  ['has an extension that nobody knows', [asOf({ criticalExtension: '1.2.3.4' })], [/critical extensions/]],
]

describe('the chain of a seal key', () => {
  it.each([
    ['to the root', whole],
    ['to an authority below it', whole.slice(0, 2)],
    ['of the certificate alone', whole.slice(0, 1)],
    [
      'by an authority that may certify its name',
      issuedBy({ nameLimits: { permitted: ['Other', 'Seal'], excluded: ['X'] } }),
    ],
    ['by an authority whose policies are limited', issuedBy({ criticalExtension: '2.5.29.36' })],
    ['of a key that certified itself', [asOf({ issuer: undefined })]],
  ])('is good %s', (_, chain) => {
    expect(flawsOfSealChain(chain, key)).toEqual([])
  })

  it.each(flawed)('is refused where it %s', (_, chain, told) => {
    const flaws = flawsOfSealChain(chain, key)
    expect(flaws).toEqual(told.map((part) => expect.stringMatching(part)))
  })

  const found = (...given: Uint8Array[]) => {
    const { chain, others } = sealChainAmong(given, key) ?? { chain: [], others: [] }
    return [chain.map(({ der }) => der), others.map(({ der }) => der)]
  }

  it('is found among certificates in any order, and what does not belong to it is told', () => {
    expect(found(root.certificate, other.certificate, ...whole)).toEqual([whole, [other.certificate]])
    const unknown = spkiOf({ key: keyFor(rsa, 'unknown') })
    expect(sealChainAmong(whole, { publicKeySpkiDer: unknown, nowMs })).toBe(null)
  })

  it('is found with the certificates that are valid now, beside older ones of the same keys', () => {
    const [oldSeal, oldIssuing] = [asOf(expired), authority('Issuing', { ...expired, issuer: root }).certificate]
    expect(found(oldSeal, oldIssuing, ...whole)).toEqual([whole, []])
    expect(found(oldSeal, issuing.certificate)).toEqual([[oldSeal, issuing.certificate], []])
  })

  it('ends before who may not issue, and tells of them', () => {
    const holder = certified({ name: 'Holder', issuer: root, keyUsage: '1', ...validity })
    const by = asOf({ issuer: holder })
    expect(found(by, holder.certificate, root.certificate)).toEqual([[by], [holder.certificate, root.certificate]])
  })
})
