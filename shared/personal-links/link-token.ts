/**
 * The bytes of a personal link's secret as its last part, in base64url. Mail programs leave a `-` or `_` out of a link that
 * ends in it. The last character of a number of bytes that is no multiple of 3 has bits to spare, which are 0: it is
 * never one of the two.
 */
export function asLinkToken(secret: Uint8Array): string {
  if (secret.length % 3 === 0) throw new Error('a link of a multiple of 3 bytes could end in - or _')
  return Buffer.from(secret).toString('base64url')
}
