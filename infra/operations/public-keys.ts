import { createPublicKey } from 'node:crypto'
import * as v from 'valibot'

type Jwk = Record<string, unknown>

export const publicKeysSchema = v.object({
  keys: v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1), v.maxLength(10)),
})

/** Members of a key that are nobody else's to know (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const smallestRsaBits = 2048

/** Algorithms by which assertions may be signed, by the kind of key. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  EC: ['ES256'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
}

/** What is wrong with keys by which an application is to prove itself; null: nothing. */
export function flawOfKeys(keys: readonly Jwk[]): string | null {
  const ids = keys.map(({ kid }) => kid).filter((kid) => kid !== undefined)
  if (new Set(ids).size < ids.length) return 'has two keys with the same kid.'
  for (const [index, key] of keys.entries()) {
    const flaw = flawOfKey(key)
    if (flaw) return `key ${index + 1}: ${flaw}`
  }
  return null
}

function flawOfKey(key: Jwk): string | null {
  const secret = privateMembers.filter((member) => Object.hasOwn(key, member))
  if (secret.length > 0)
    return `it has private parts (${secret.join(', ')}). Keep these secret and give only the public key.`
  const { kty, crv, use, alg, kid } = key
  if (kty !== 'RSA' && !(kty === 'EC' && crv === 'P-256')) return 'it is neither an EC key on P-256 nor an RSA key.'
  if (use !== undefined && use !== 'sig') return 'its "use" is not "sig".'
  if (kid !== undefined && typeof kid !== 'string') return 'its "kid" is not a text.'
  const allowed = algorithms[kty] ?? []
  if (alg !== undefined && !allowed.some((name) => name === alg))
    return `its "alg" must be one of ${allowed.join(', ')}.`
  return sizeFlawOf(key)
}

function sizeFlawOf(key: Jwk): string | null {
  const bits = bitsOf(key)
  if (bits === null) return 'it cannot be read.'
  return key.kty === 'RSA' && bits < smallestRsaBits ? `it has ${bits} bits, fewer than ${smallestRsaBits}.` : null
}

function bitsOf(key: Jwk): number | null {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' })
    return asymmetricKeyDetails?.modulusLength ?? 256
  } catch {
    return null
  }
}
