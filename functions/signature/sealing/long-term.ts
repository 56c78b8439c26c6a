import { readFile } from 'node:fs/promises'
import { type ExtendedSeal, extendSeal } from '../../../shared/pdf/long-term/extend-seal.ts'
import { boundedFetch } from '../../../shared/pdf/long-term/fetch-bytes.ts'
import { certificatesIn } from '../../../shared/pdf/pem.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import type { Platform } from '../../../shared/store/platform.ts'

/** Extends a seal as far as its chains allow. Throws where the document is not intact, or no timestamp authority is configured. */
export async function extendForLong({ clock }: Platform, sealed: Uint8Array): Promise<ExtendedSeal> {
  const url = optionalEnvironment('TIMESTAMP_AUTHORITY_URL')
  if (!url) throw new Error('no timestamp authority is configured')
  return await extendSeal(sealed, {
    nowMs: clock(),
    timestampAuthority: { url },
    anchors: await trustAnchors(),
    fetchBytes: boundedFetch({ isLocalAllowed: optionalEnvironment('LOCAL_WEBHOOK_RECEIVERS') === 'allowed' }),
  })
}

/** Roots that timestamps and chains may come without. */
async function trustAnchors(): Promise<Uint8Array[]> {
  const file = optionalEnvironment('TRUST_ANCHORS_FILE')
  return file ? certificatesIn(await readFile(new URL(file, import.meta.url), 'utf8')) : []
}
