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

const deepest = 50
const constructed = 0x20
const octetString = 0x04
const set = 0x31

/** A value in DER that is encoded in BER: of lengths that are not told, strings in parts, or sets in no order. */
export function derOfBer(bytes: Uint8Array): Buffer {
  const { encoded, end } = readBer(bytes, 0, 0)
  if (end !== bytes.length) throw new Error('more BER than one value')
  return encoded
}

function readBer(bytes: Uint8Array, position: number, depth: number): { encoded: Buffer; end: number } {
  const [tag = 0, first = 0] = bytes.subarray(position, position + 2)
  const lengthBytes = first > 0x80 ? first & 0x7f : 0
  const start = position + 2 + lengthBytes
  if (depth > deepest || (tag & 0x1f) === 0x1f || lengthBytes > mostLengthBytes || start > bytes.length)
    throw new Error('no BER')
  const isOpen = first === 0x80
  let length = first > 0x7f ? 0 : first
  for (const byte of bytes.subarray(position + 2, start)) length = length * 256 + byte
  const end = isOpen ? bytes.length : start + length
  if (end > bytes.length || (isOpen && (tag & constructed) === 0)) throw new Error('no BER')
  if ((tag & constructed) === 0) return { encoded: tagged(tag, bytes.subarray(start, end)), end }
  const parts: Buffer[] = []
  let next = start
  while (next < end && !(isOpen && bytes[next] === 0 && bytes[next + 1] === 0)) {
    const part = readBer(bytes, next, depth + 1)
    parts.push(part.encoded)
    next = part.end
  }
  if (isOpen && next + 2 > end) throw new Error('no BER')
  return { encoded: joined(tag, parts), end: isOpen ? next + 2 : end }
}

function joined(tag: number, parts: readonly Buffer[]): Buffer {
  if (tag === (octetString | constructed)) {
    const contents = parts.map((part) => derValue(part, octetString).content)
    return tagged(octetString, Buffer.concat(contents))
  }
  return tagged(tag, Buffer.concat(tag === set ? parts.toSorted(Buffer.compare) : parts))
}

function tagged(tag: number, content: Uint8Array): Buffer {
  const digits: number[] = []
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  const length = content.length < 0x80 ? [content.length] : [0x80 | digits.length, ...digits]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
