import { readFile } from 'node:fs/promises'
import { certificatesIn } from '../../../shared/pdf/pem.ts'
import type { Trust } from '../../../shared/pdf/verification/verification.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment, optionalEnvironment } from '../../../shared/platform/environment.ts'

let known: Omit<Trust, 'nowMs'> | undefined

/**
 * Whom this installation trusts: the authorities of its deployment, and its own seal keys, which never change, whoever certifies
 * them. Seals of test organizations are known, and not trusted: there, signers are played and anything can be sealed.
 */
export async function trustOf(nowMs: number): Promise<Trust> {
  // No request waits for what another one has begun, and may have lost.
  known ??= await read()
  return { nowMs, ...known }
}

async function read(): Promise<Omit<Trust, 'nowMs'>> {
  const [anchors, sealKeys] = await Promise.all([readAnchors(), readSealKeys()])
  return { anchors, ...sealKeys }
}

async function readAnchors(): Promise<Uint8Array[]> {
  const file = optionalEnvironment('TRUST_ANCHORS_FILE')
  return file ? certificatesIn(await readFile(new URL(file, import.meta.url), 'utf8')) : []
}

/** Read by those alone who verify: the client of KMS is loaded for it. */
async function readSealKeys(): Promise<Pick<Trust, 'sealKeys' | 'testSealKeys'>> {
  const [{ KMSClient }, { kmsPublicKey }] = await Promise.all([
    import('@aws-sdk/client-kms'),
    import('../../../shared/platform/kms-public-key.ts'),
  ])
  const kms = new KMSClient(recordCalls)
  const [live, test] = await Promise.all([
    kmsPublicKey(kms, environment('LIVE_SEAL_KEY_ID')),
    kmsPublicKey(kms, environment('TEST_SEAL_KEY_ID')),
  ])
  return { sealKeys: [live], testSealKeys: [test] }
}
