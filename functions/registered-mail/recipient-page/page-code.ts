import {
  type CodeObstacle,
  type CodeState,
  codeLimits,
  type SignerCode,
  withCodeEntered,
  withCodeSent,
  withoutOldFailures,
} from '../../../shared/personal-links/code-proof.ts'
import type { CodesOfRecipient } from '../../../shared/personal-links/recipient-codes.ts'
import { pageCode } from '../../../shared/personal-links/signing-secrets.ts'
import { codeDigits } from '../../../shared/platform/code-digits.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import { codeKeys, linkKeys } from './page-keys.ts'

/** Where the holder of a link stands with their codes. */
export interface Codes {
  readonly code: SignerCode
  /** Of their mailbox, over all pages. */
  readonly codesOfRecipient: CodesOfRecipient
}

/** Whether a form asks for a code that was sent already, because it was sent twice. */
export function wasSent(form: URLSearchParams, { counter }: SignerCode): boolean {
  return counter >= Number(form.get('sending') ?? Number.NaN)
}

/** The state with one more code sent, or why none can be sent now. */
export function codeSent(codes: Codes, nowMs: number): CodeState | CodeObstacle {
  return withCodeSent(stateOf(codes, nowMs), { digits: codeLimits.digits, key: linkKeys().current }, nowMs)
}

/** A code as somebody entered it. */
export interface Entry {
  readonly entered: string
  /** What codes of the link are computed for. */
  readonly purpose: string
  readonly email: string
  readonly sessionSha256: string
}

/** The state with a code entered, or why it does not count. */
export async function codeEntered(
  codes: Codes,
  { entered, purpose, email, sessionSha256 }: Entry,
  nowMs: number,
): Promise<CodeState | CodeObstacle> {
  const { counter, digits, key } = codes.code
  const digitsEntered = codeDigits(entered)
  const mac = (await codeKeys()).under(key)
  const isRight = mac !== null && equalInConstantTime(digitsEntered, await pageCode(mac, purpose, counter, email))
  const isWhole = new RegExp(`^\\d{${digits}}$`).test(digitsEntered)
  return withCodeEntered(stateOf(codes, nowMs), { isRight, isWhole, sessionSha256 }, nowMs)
}

/** A code under a retired key cannot be entered any more, and wrong codes count for a day. */
function stateOf({ code, codesOfRecipient }: Codes, nowMs: number): CodeState {
  const counted = withoutOldFailures(code, nowMs)
  const isKnown = linkKeys().keys.has(code.key)
  return { signer: isKnown ? counted : { ...counted, expiresAtMs: null }, recipient: codesOfRecipient }
}

/** The mailbox's counts after a state was reached. */
export function codesAfter(before: CodesOfRecipient, { recipient }: CodeState, nowMs: number): CodesOfRecipient {
  return { ...before, ...recipient, changedAtMs: nowMs, version: before.version + 1 }
}
