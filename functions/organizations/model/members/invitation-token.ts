import { asLinkToken } from '../../../../shared/personal-links/link-token.ts'
import { currentMac, type Mac, type MacKeys } from '../../../../shared/personal-links/signing-secrets.ts'
import { equalInConstantTime } from '../../../../shared/platform/constant-time.ts'

const proofBytes = 30

/** An invitation, as its token names it. */
interface TokenOf {
  readonly membershipId: string
  readonly generation: number
}

/**
 * The token of an invitation's link: the number of the key, the id of the membership, and 240 bits that nobody can make without
 * the key. It is stored nowhere; each time that the invitation is sent again `generation` counts up, and the token before
 * opens nothing.
 */
export async function invitationToken(macKeys: MacKeys, membershipId: string, generation: number): Promise<string> {
  return await tokenUnder(currentMac(macKeys), macKeys.current, { membershipId, generation })
}

async function tokenUnder(mac: Mac, key: number, { membershipId, generation }: TokenOf): Promise<string> {
  const proof = await mac(`invitation/${membershipId}/${generation}`)
  const id = Buffer.from(membershipId.replaceAll('-', ''), 'hex')
  return asLinkToken(Buffer.concat([Buffer.of(key), id, proof.subarray(0, proofBytes)]))
}

const tokenPattern = /^[A-Za-z0-9_-]{63}$/

/** The membership that a text would be the token of; null for a text that cannot be one. */
export function membershipIdOf(token: string): string | null {
  if (!tokenPattern.test(token)) return null
  const hex = Buffer.from(token, 'base64url').toString('hex', 1, 17)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Whether a token is that of an invitation. A token under a retired key is not. */
export async function isInvitationToken(macKeys: MacKeys, token: string, of: TokenOf): Promise<boolean> {
  const [key = 0] = Buffer.from(token, 'base64url')
  const mac = macKeys.under(key)
  return mac !== null && equalInConstantTime(token, await tokenUnder(mac, key, of))
}
