import { type Challenge, signInLimits } from './challenge.ts'
import { codeLimits } from './code-proof.ts'
import { asLinkToken } from './link-token.ts'

/** The HMAC-SHA-256 of a text under a key that never leaves KMS. */
export type Mac = (text: string) => Promise<Uint8Array>

/** The keys of personal links and codes, by number. Links and codes name the key that made them. */
export interface MacKeys {
  /** The number of the key that makes new ones. */
  readonly current: number
  /** The MAC under a key; null for a key that is retired. */
  readonly under: (number: number) => Mac | null
}

/** The MAC under the key that makes new links and codes. */
export function currentMac({ current, under }: MacKeys): Mac {
  return macUnder({ under }, current)
}

/** The MAC under a key that is in use, or will be once the function is deployed. */
export function macUnder({ under }: Pick<MacKeys, 'under'>, number: number): Mac {
  const mac = under(number)
  if (!mac) throw new Error(`the key ${number} of links is not in use any more, or not yet`)
  return mac
}

/** A signer of a request. */
export interface SignerRef {
  readonly requestId: string
  readonly signerId: string
}

/**
 * The token of a signer's personal link: 256 bits that nobody can guess or derive without the key, in base64url. Each
 * mail to the signer has the same link until a correction counts `generation` up; it is stored nowhere, only its hash.
 */
export async function linkToken(mac: Mac, { requestId, signerId }: SignerRef, generation: number): Promise<string> {
  return asLinkToken(await mac(`link/${requestId}/${signerId}/${generation}`))
}

/** The token of the link by which somebody who does not sign gets the sealed document, whom only their e-mail tells apart. */
export async function copyToken(mac: Mac, requestId: string, email: string): Promise<string> {
  return asLinkToken(await mac(`copy/${requestId}/${email.toLowerCase()}`))
}

/** A signer, and the mailbox or phone that gets the code. */
export interface CodeRef extends SignerRef {
  readonly to: string | null
}

/** The one-time code that was sent to a signer as their Nth. A code for one address is none for another. */
export async function codeOf(
  mac: Mac,
  { requestId, signerId, to }: CodeRef,
  counter: number,
  digits: number = codeLimits.digits,
): Promise<string> {
  return digitsOf(await mac(`code/${requestId}/${signerId}/${counter}/${to}`), digits)
}

/** The code that was mailed as the Nth to somebody who signs in: for one attempt and one address alone. */
export async function signInCode(
  mac: Mac,
  { id, sending, email }: Pick<Challenge, 'id' | 'sending' | 'email'>,
): Promise<string> {
  return digitsOf(await mac(`sign-in/${id}/${sending}/${email}`), signInLimits.digits)
}

/** The token of a link to a page other than the signing page. `purpose` names the page and what the link is for. */
export async function pageToken(mac: Mac, purpose: string): Promise<string> {
  return asLinkToken(await mac(`page/${purpose}`))
}

/** The one-time code that was sent as the Nth to the holder of such a link. A code for one address is none for another. */
export async function pageCode(mac: Mac, purpose: string, counter: number, to: string): Promise<string> {
  return digitsOf(await mac(`page-code/${purpose}/${counter}/${to.toLowerCase()}`), codeLimits.digits)
}

/** Digits of a MAC, as RFC 4226 §5.3 makes them. */
function digitsOf(mac: Uint8Array, digits: number): string {
  const bytes = Buffer.from(mac)
  const offset = bytes.readUInt8(bytes.length - 1) & 0x0f
  const number = bytes.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}
