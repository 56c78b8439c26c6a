import { asLinkToken } from '../../../../shared/personal-links/link-token.ts'
import type { Mac } from '../../../../shared/personal-links/signing-secrets.ts'
import { equalInConstantTime } from '../../../../shared/platform/constant-time.ts'

const proofBytes = 30

/**
 * The token of an invitation's link: the id of the membership, and 240 bits that nobody can make without the key. It is
 * stored nowhere; each time that the invitation is sent again `generation` counts up, and the token before opens nothing.
 */
export async function invitationToken(mac: Mac, membershipId: string, generation: number): Promise<string> {
  const proof = await mac(`invitation/${membershipId}/${generation}`)
  const id = Buffer.from(membershipId.replaceAll('-', ''), 'hex')
  return asLinkToken(Buffer.concat([id, proof.subarray(0, proofBytes)]))
}

const tokenPattern = /^[A-Za-z0-9_-]{62}$/

/** The membership that a text would be the token of; null for a text that cannot be one. */
export function membershipIdOf(token: string): string | null {
  if (!tokenPattern.test(token)) return null
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export async function isInvitationToken(
  mac: Mac,
  token: string,
  of: { readonly membershipId: string; readonly generation: number },
): Promise<boolean> {
  return equalInConstantTime(token, await invitationToken(mac, of.membershipId, of.generation))
}
