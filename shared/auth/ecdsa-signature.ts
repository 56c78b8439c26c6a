const coordinateLength = 32

/**
 * An ECDSA signature on P-256 as JOSE wants it: r and s, 32 bytes each (RFC 7518 §3.4), from the ASN.1 DER form
 * `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279 §2.2.3) that KMS gives. Throws on anything else.
 */
export function joseSignature(der: Uint8Array): Buffer {
  const bytes = Buffer.from(der)
  // Two integers of at most 33 bytes: every length fits one byte of the short form.
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) throw new Error('not a DER sequence')
  const r = integerAt(bytes, 2)
  const s = integerAt(bytes, r.end)
  if (s.end !== bytes.length) throw new Error('more than two integers in a DER signature')
  return Buffer.concat([r.coordinate, s.coordinate])
}

function integerAt(bytes: Buffer, start: number): { coordinate: Buffer; end: number } {
  const length = bytes[start + 1] ?? 0
  const end = start + 2 + length
  if (bytes[start] !== 0x02 || length === 0 || end > bytes.length) throw new Error('not a DER integer')
  const value = bytes.subarray(start + 2, end)
  // A leading zero only keeps the number positive.
  const magnitude = value[0] === 0 ? value.subarray(1) : value
  if (magnitude.length > coordinateLength) throw new Error('a DER integer beyond P-256')
  return { coordinate: Buffer.concat([Buffer.alloc(coordinateLength - magnitude.length), magnitude]), end }
}
