import { isUuid } from '../../../shared/platform/ids.ts'

/** Crockford's base 32: no letter looks like a digit, so that the id can be copied from paper. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 26
const form = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** What a sealed document shows for the id of its request: the same 128 bits, as ULIDs are written. */
export function verificationIdOf(requestId: string): string {
  let rest = BigInt(`0x${requestId.replaceAll('-', '')}`)
  let text = ''
  for (let place = 0; place < length; place += 1) {
    text = `${digits[Number(rest & 31n)]}${text}`
    rest >>= 5n
  }
  return text
}

/** The request of a verification id, typed in any case; null where it is none. */
export function requestIdOfVerification(verificationId: string): string | null {
  const text = verificationId.toUpperCase()
  if (!form.test(text)) return null
  let value = 0n
  for (const digit of text) value = (value << 5n) | BigInt(digits.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return isUuid(id) ? id : null
}
