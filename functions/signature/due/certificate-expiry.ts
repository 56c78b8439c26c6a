import type { Platform } from '../../../shared/store/platform.ts'

/** Warns of seal certificates that expire soon. */
export async function certificateExpiry(platform: Platform): Promise<void> {
  const { warnOfExpiry } = await import('./seal-certificates.ts')
  await warnOfExpiry(platform)
}
