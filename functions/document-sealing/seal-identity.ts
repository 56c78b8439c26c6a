import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { recordCalls } from '../../shared/aws-calls.ts'
import { dayMs } from '../../shared/clock.ts'
import { environment } from '../../shared/environment.ts'
import { kmsPublicKey } from '../../shared/kms-public-key.ts'
import { kmsDigestSigner, kmsSealSigner } from '../../shared/pdf/kms-seal-signer.ts'
import type { SealSigner } from '../../shared/pdf/seal-signer.ts'
import type { Platform } from '../../shared/platform.ts'
import { commit } from '../../shared/store/commit.ts'
import { readSealCertificate, sealCertificates } from '../../shared/store/seal-certificates.ts'
import { Work } from '../../shared/store/work.ts'

interface SealIdentity {
  readonly signer: SealSigner
  /** Who seals, as readers show it. */
  readonly name: string
}

const names = { live: 'Sealpost', test: 'Sealpost TEST - no legal value' }
const validForMs = 10 * 365 * dayMs

const kept = new Map<string, SealIdentity>()
let client: KMSClient | undefined

/** The key and the certificate that seal: those of live organizations, or those of test organizations. */
export async function sealIdentity(platform: Platform, livemode: boolean): Promise<SealIdentity> {
  const keyId = environment(livemode ? 'LIVE_SEAL_KEY_ID' : 'TEST_SEAL_KEY_ID')
  const known = kept.get(keyId)
  if (known) return known
  client ??= new KMSClient(recordCalls)
  const name = names[livemode ? 'live' : 'test']
  const chain =
    (await readSealCertificate(platform.table, keyId)) ?? (await firstCertificate(platform, client, keyId, name))
  const identity = { signer: kmsSealSigner(client, keyId, chain), name }
  kept.set(keyId, identity)
  return identity
}

/**
 * The certificate of a key that has none yet: issued by the key itself, so that a new installation can seal at once.
 * Operators replace the record with the chain that an authority issued for the key.
 */
async function firstCertificate(
  platform: Platform,
  kms: KMSClient,
  keyId: string,
  name: string,
): Promise<SealSigner['certificateChain']> {
  const publicKeySpkiDer = await kmsPublicKey(kms, keyId)
  const nowMs = platform.clock()
  // Once in the life of a key.
  const { issueSealCertificate } = await import('../../shared/pdf/seal-certificate.ts')
  const certificate = await issueSealCertificate({
    publicKeySpkiDer,
    sign: kmsDigestSigner(kms, keyId),
    subject: { commonName: name, organization: 'Sealpost' },
    notBefore: new Date(nowMs),
    notAfter: new Date(nowMs + validForMs),
    serialNumber: randomBytes(16),
  })
  const author = { actor: { type: 'system' as const, id: null, name }, requestId: keyId, ip: null, userAgent: null }
  const work = new Work({ ...platform, author })
  work.create(sealCertificates, {
    keyId,
    chain: [Buffer.from(certificate).toString('base64')],
    createdAt: new Date(nowMs).toISOString(),
  })
  if ((await commit(platform.table, work)) === 'committed') return [certificate]
  const winner = await readSealCertificate(platform.table, keyId)
  if (!winner) throw new Error('another run stored a certificate that cannot be read')
  return winner
}
