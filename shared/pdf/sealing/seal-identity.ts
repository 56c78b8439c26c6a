import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { recordCalls } from '../../platform/aws-calls.ts'
import { dayMs } from '../../platform/clock.ts'
import { environment } from '../../platform/environment.ts'
import { kmsPublicKey } from '../../platform/kms-public-key.ts'
import { systemAuthor } from '../../store/audit.ts'
import { commit } from '../../store/commit.ts'
import type { Platform } from '../../store/platform.ts'
import { UnitOfWork } from '../../store/unit-of-work.ts'
import { kmsDigestSigner, kmsSealSigner } from '../kms-seal-signer.ts'
import { flawsOfSealChain } from '../seal-chain.ts'
import type { SealSigner } from '../seal-signer.ts'
import { readSealCertificate, sealCertificates } from './seal-certificates.ts'
import { UnusableSealCertificate } from './unusable-seal-certificate.ts'

export interface SealIdentity {
  readonly signer: SealSigner
  /** Who seals, as readers show it. */
  readonly name: string
}

const names = { live: 'Sealpost', test: 'Sealpost TEST - no legal value' }
const validForMs = 10 * 365 * dayMs

/** Of keys, which stay the same as long as they exist. Certificates are read anew: operators may have imported others. */
const publicKeys = new Map<string, Uint8Array>()
let client: KMSClient | undefined

/**
 * The key and the certificate that seal: those of live organizations, or those of test organizations. Throws
 * `UnusableSealCertificate` when they do not belong together, or the certificates are not valid now.
 */
export async function sealIdentity(platform: Platform, livemode: boolean): Promise<SealIdentity> {
  const keyId = environment(livemode ? 'LIVE_SEAL_KEY_ID' : 'TEST_SEAL_KEY_ID')
  client ??= new KMSClient(recordCalls)
  const name = names[livemode ? 'live' : 'test']
  const [stored, publicKeySpkiDer] = await Promise.all([
    readSealCertificate(platform.table, keyId),
    publicKeyOf(client, keyId),
  ])
  const key: Key = { kms: client, keyId, publicKeySpkiDer, name }
  const chain = stored ?? (await firstCertificate(platform, key))
  const flaws = flawsOfSealChain(chain, { publicKeySpkiDer, nowMs: platform.clock() })
  if (flaws.length > 0) throw new UnusableSealCertificate(`${keyId}: ${flaws.join(' ')}`)
  return { signer: kmsSealSigner(client, keyId, chain), name }
}

async function publicKeyOf(kms: KMSClient, keyId: string): Promise<Uint8Array> {
  const publicKey = publicKeys.get(keyId) ?? (await kmsPublicKey(kms, keyId))
  publicKeys.set(keyId, publicKey)
  return publicKey
}

interface Key {
  readonly kms: KMSClient
  readonly keyId: string
  readonly publicKeySpkiDer: Uint8Array
  readonly name: string
}

/**
 * The certificate of a key that has none yet: issued by the key itself, so that a new installation can seal at once.
 * Operators replace it by the chain that an authority issued for the key (`npm run seal`).
 */
async function firstCertificate(platform: Platform, key: Key): Promise<SealSigner['certificateChain']> {
  const { kms, keyId, publicKeySpkiDer, name } = key
  const nowMs = platform.clock()
  // Once in the life of a key.
  const { issueSealCertificate } = await import('../seal-certificate.ts')
  const certificate = await issueSealCertificate({
    publicKeySpkiDer,
    sign: kmsDigestSigner(kms, keyId),
    subject: { commonName: name, organization: 'Sealpost' },
    notBefore: new Date(nowMs),
    notAfter: new Date(nowMs + validForMs),
    serialNumber: randomBytes(16),
  })
  const work = new UnitOfWork({ ...platform, author: systemAuthor(keyId) })
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
