import { hash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { delegatedScopes } from '../../../shared/auth/permissions.ts'
import type { Collection } from '../../../shared/store/collection.ts'

/** What a code that a person's consent gave stands for. The code itself is not kept, only its SHA-256. */
const consentCodeSchema = v.object({
  sha256: v.string(),
  grantId: v.string(),
  applicationId: v.string(),
  userId: v.string(),
  orgId: v.string(),
  redirectUri: v.string(),
  codeChallenge: v.string(),
  scopes: v.array(v.picklist(delegatedScopes)),
  expiresAt: v.string(),
  /** The sign-in of the person who consented, with which its tokens end; null: their token came of none that is noted. */
  signInId: v.nullable(v.string()),
  /** Of the tokens that came of it, so that a second use ends it; null: not used yet. */
  sessionId: v.nullable(v.string()),
  version: v.number(),
})
export type ConsentCode = v.InferOutput<typeof consentCodeSchema>

/** How long after it can no longer be exchanged a code is known: a second use of it is then still noticed. */
const rememberedForSec = 24 * 3600

export const consentCodes: Collection<ConsentCode> = {
  name: 'consent_code',
  schema: consentCodeSchema,
  key: ({ sha256 }) => consentCodeKey(sha256),
  expiresAtSec: ({ expiresAt }) => Math.ceil(Date.parse(expiresAt) / 1000) + rememberedForSec,
}

export function consentCodeKey(sha256: string) {
  return { PK: `CONSENTCODE#${sha256}`, SK: 'CODE' }
}

export function newConsentCode(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOfCode(code: string): string {
  return hash('sha256', code, 'hex')
}
