import { constants, createHash, type KeyObject, publicDecrypt } from 'node:crypto'

/**
 * Whether an RSASSA-PSS signature is of a digest where the mask is made with another hash than the digest, which
 * OpenSSL's interface does not offer here: EMSA-PSS-VERIFY (RFC 8017 §9.1.2). Throws where the signature cannot be of
 * the key.
 */
export function isSignedWithMask(
  key: KeyObject,
  { hash, maskHash, saltLength }: { hash: string; maskHash: string; saltLength: number },
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  const bits = (key.asymmetricKeyDetails?.modulusLength ?? 0) - 1
  const length = Math.ceil(bits / 8)
  const whole = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)
  const message = whole.subarray(whole.length - length)
  const hashStart = length - digest.length - 1
  const zeros = hashStart - saltLength - 1
  if (zeros < 0 || message.at(-1) !== 0xbc || whole.subarray(0, -length).some((byte) => byte !== 0)) return false
  const hashed = message.subarray(hashStart, -1)
  const block = Uint8Array.from(message.subarray(0, hashStart))
  const unusedBits = 8 * length - bits
  const used = 0xff >> unusedBits
  if (((block[0] ?? 0) & ~used) !== 0) return false
  const mask = maskOf(maskHash, hashed, block.length)
  for (let index = 0; index < block.length; index += 1) block[index] = (block[index] ?? 0) ^ (mask[index] ?? 0)
  block[0] = (block[0] ?? 0) & used
  if (block.subarray(0, zeros).some((byte) => byte !== 0) || block[zeros] !== 1) return false
  const salt = block.subarray(zeros + 1)
  return createHash(hash).update(Buffer.alloc(8)).update(digest).update(salt).digest().equals(hashed)
}

/** MGF1 (RFC 8017 §B.2.1). */
function maskOf(hash: string, seed: Uint8Array, length: number): Buffer {
  const parts: Buffer[] = []
  for (let counter = 0, made = 0; made < length; counter += 1) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const part = createHash(hash).update(seed).update(count).digest()
    parts.push(part)
    made += part.length
  }
  return Buffer.concat(parts)
}
