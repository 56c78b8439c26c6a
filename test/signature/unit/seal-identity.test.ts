import { createPublicKey, type KeyObject } from 'node:crypto'
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expiringSeals } from '../../../functions/signature/due/seal-certificates.ts'
import { startKms } from '../../../infra/local/engines/kms.ts'
import { sealCertificates } from '../../../shared/pdf/sealing/seal-certificates.ts'
import { sealIdentity } from '../../../shared/pdf/sealing/seal-identity.ts'
import { UnusableSealCertificate } from '../../../shared/pdf/sealing/unusable-seal-certificate.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import { toItem } from '../../../shared/store/collection.ts'
import type { Table } from '../../../shared/store/table.ts'
import { authority, type CertificateOptions, certified } from '../../support/documents/certificates.ts'
import { nowMs, uuid } from './sample-request.ts'

const ofSeals = { KeySpec: 'RSA_3072', KeyUsage: 'SIGN_VERIFY' }
let engine: Awaited<ReturnType<typeof startKms>>
let key: KeyObject
beforeAll(async () => {
  engine = await startKms({ keys: ['live', 'test'].map((id) => ({ id, ...ofSeals })) })
  const settings = { LIVE_SEAL_KEY_ID: 'live', TEST_SEAL_KEY_ID: 'test', AWS_ENDPOINT_URL_KMS: engine.endpoint }
  const credentials = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' }
  for (const [name, value] of Object.entries({ ...settings, ...credentials })) vi.stubEnv(name, value)
  const kms = new KMSClient()
  const { PublicKey = new Uint8Array() } = await kms.send(new GetPublicKeyCommand({ KeyId: 'live' }))
  kms.destroy()
  key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await engine.close()
})

/** An installation in which seal keys have these certificates. */
function platformWith(...chain: readonly { certificate: Uint8Array }[]) {
  const stored = chain.map(({ certificate }) => Buffer.from(certificate).toString('base64'))
  const record = { keyId: 'live', chain: stored, createdAt: '2026-01-01T00:00:00.000Z' }
  const send = async () => ({ Item: toItem(sealCertificates, record) })
  const table = { name: 'table', client: { send } } as unknown as Table
  return { table, clock: () => nowMs, ids: () => uuid(7) }
}

const issuing = authority('Issuing')
const leafWith = (more: Partial<CertificateOptions>) => certified({ name: 'Seal', issuer: issuing, key, ...more })

describe('the identity that seals', () => {
  it('is the key, with the certificates that were imported for it last', async () => {
    for (const name of ['First', 'Second']) {
      const leaf = leafWith({ name })
      const { signer } = await sealIdentity(platformWith(leaf, issuing), true)
      expect(signer.certificateChain.map((der) => Buffer.from(der))).toEqual(
        [leaf, issuing].map(({ certificate }) => Buffer.from(certificate)),
      )
    }
  })

  it('is none where the certificates are of another key, do not belong together, or are not valid now', async () => {
    const useless = [
      platformWith(leafWith({}), authority('Issuing', { key: certified({ name: 'Other' }).key })),
      platformWith(certified({ name: 'Another' })),
      platformWith(leafWith({ notAfter: new Date(nowMs - 1_000) }), issuing),
      platformWith(leafWith({ notBefore: new Date(nowMs + 1_000) }), issuing),
    ]
    for (const platform of useless)
      await expect(sealIdentity(platform, true)).rejects.toBeInstanceOf(UnusableSealCertificate)
    await expect(sealIdentity(platformWith(leafWith({}), issuing), false)).rejects.toThrow(/another key/)
  })
})

describe('the end of a certificate', () => {
  const endingIn = (days: number) => leafWith({ notAfter: new Date(nowMs + days * dayMs) })

  it.each([59, 1, -1])('is warned of %i days before, for each key', async (days) => {
    const expiresAt = new Date(nowMs + days * dayMs).toISOString()
    expect(await expiringSeals(platformWith(endingIn(days), issuing))).toEqual([
      { keyId: 'live', expiresAt },
      { keyId: 'test', expiresAt },
    ])
  })

  it('is warned of where it is that of an issuer', async () => {
    const ending = authority('Issuing', { notAfter: new Date(nowMs + 10 * dayMs) })
    expect(await expiringSeals(platformWith(endingIn(900), ending))).toHaveLength(2)
  })

  it('is not warned of long before, nor where a key has no certificate', async () => {
    expect(await expiringSeals(platformWith(endingIn(61), issuing))).toEqual([])
    const nothing = { table: { name: 'table', client: { send: async () => ({}) } } as unknown as Table }
    expect(await expiringSeals({ ...nothing, clock: () => nowMs })).toEqual([])
  })
})
