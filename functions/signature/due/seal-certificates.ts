import { X509Certificate } from 'node:crypto'
import { readSealCertificate } from '../../../shared/pdf/sealing/seal-certificates.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { logError } from '../../../shared/platform/log.ts'
import type { Platform } from '../../../shared/store/platform.ts'

/** What the metric filter of the alarm looks for. */
const expiryMessage = 'SealCertificateExpires'

/** An authority takes weeks to issue another one. */
const warnedBeforeMs = 60 * dayMs

type Read = Pick<Platform, 'table' | 'clock'>

/** Logs each seal key whose certificates run out soon, which raises an alarm. */
export async function warnOfExpiry(platform: Read): Promise<void> {
  for (const { keyId, expiresAt } of await expiringSeals(platform)) {
    const error = new Error(`a certificate of the key that seals documents expires at ${expiresAt}`)
    await logError(expiryMessage, error, { keyId, expiresAt })
  }
}

/** The seal keys whose certificate, or that of an issuer in its chain, runs out soon or has. */
export async function expiringSeals({ table, clock }: Read): Promise<{ keyId: string; expiresAt: string }[]> {
  const keyIds = [environment('LIVE_SEAL_KEY_ID'), environment('TEST_SEAL_KEY_ID')]
  const seals = await Promise.all(
    keyIds.map(async (keyId) => {
      const chain = (await readSealCertificate(table, keyId)) ?? []
      return { keyId, endMs: Math.min(...chain.map((der) => new X509Certificate(der).validToDate.getTime())) }
    }),
  )
  return seals
    .filter(({ endMs }) => endMs - clock() <= warnedBeforeMs)
    .map(({ keyId, endMs }) => ({ keyId, expiresAt: timestamp(endMs) }))
}
