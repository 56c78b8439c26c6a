import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { environment, optionalEnvironment } from '../../shared/environment.ts'
import { certificatesIn } from '../../shared/pdf/pem.ts'
import type { Trust } from '../../shared/pdf/verification/verification.ts'
import type { ReadItems } from '../../shared/store/joined-reads.ts'
import { readSealCertificates } from '../../shared/store/seal-certificates.ts'

let anchors: Promise<Uint8Array[]> | undefined
/** By key id. A key never changes, whoever certifies it. */
const sealKeys = new Map<string, Uint8Array>()

/**
 * Whom this installation trusts: the authorities of its deployment, and its own seal keys. Seals of test organizations are
 * known, and not trusted: there, signers are played and anything can be sealed.
 */
export async function trustOf(readItems: ReadItems, nowMs: number): Promise<Trust> {
  const [live, test] = [environment('LIVE_SEAL_KEY_ID'), environment('TEST_SEAL_KEY_ID')]
  anchors ??= readAnchors()
  await learnSealKeys(readItems, [live, test])
  const keyOf = (keyId: string) => sealKeys.get(keyId) ?? []
  return { nowMs, anchors: await anchors, sealKeys: [keyOf(live)].flat(), testSealKeys: [keyOf(test)].flat() }
}

async function readAnchors(): Promise<Uint8Array[]> {
  const file = optionalEnvironment('TRUST_ANCHORS_FILE')
  return file ? certificatesIn(await readFile(new URL(file, import.meta.url), 'utf8')) : []
}

async function learnSealKeys(readItems: ReadItems, keyIds: readonly string[]): Promise<void> {
  const unknown = keyIds.filter((keyId) => !sealKeys.has(keyId))
  if (unknown.length === 0) return
  for (const [keyId, certificate] of await readSealCertificates(readItems, unknown))
    sealKeys.set(keyId, new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
}
