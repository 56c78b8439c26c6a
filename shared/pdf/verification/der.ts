/** A value in DER (X.690 §8 and §10), as it stands in the bytes around it. */
export interface DerValue {
  readonly tag: number
  readonly encoded: Uint8Array
  readonly content: Uint8Array
}

/** The tags that are asked for here. */
export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  context0: 0xa0,
}

const mostLengthBytes = 4

/**
 * The values that follow each other in some bytes. Nothing is made of what is inside them, so that a list of a hundred
 * thousand takes no more memory than its bytes. Throws where the bytes are no DER.
 */
export function* derValues(bytes: Uint8Array): Generator<DerValue, void> {
  for (let position = 0; position < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(position, position + 2)
    const isLong = first > 0x7f
    const lengthBytes = isLong ? first & 0x7f : 0
    const start = position + 2 + lengthBytes
    const isWhole = start <= bytes.length && (tag & 0x1f) !== 0x1f && lengthBytes <= mostLengthBytes
    if (!isWhole || (isLong && lengthBytes === 0)) throw new Error('no DER')
    let length = isLong ? 0 : first
    for (const byte of bytes.subarray(position + 2, start)) length = length * 256 + byte
    const end = start + length
    if (end > bytes.length) throw new Error('no DER')
    yield { tag, encoded: bytes.subarray(position, end), content: bytes.subarray(start, end) }
    position = end
  }
}

/** The one value that some bytes are, of a tag that is expected. */
export function derValue(bytes: Uint8Array, tag: number): DerValue {
  const [value, ...others] = derValues(bytes)
  if (value?.tag !== tag || others.length > 0) throw new Error('other DER than expected')
  return value
}
