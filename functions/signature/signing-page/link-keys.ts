import { environment } from '../../../shared/platform/environment.ts'
import { type KeyRing, keyRing } from '../../../shared/platform/key-ring.ts'

let kept: KeyRing | undefined

/** The keys of links and codes. Which of them exist is known without KMS. */
export function linkKeys(): KeyRing {
  kept ??= keyRing(environment('SIGNING_SECRETS_KEYS'))
  return kept
}
