import { PdfDict } from '@libpdf/core'
import { ObjectReader } from '../object-reader.ts'
import { UnusualPdf } from '../unusual-pdf.ts'
import { byteRangeOf, dictionaryAround, isHexString, type SignatureValue } from './signed-range.ts'

/** The name, each of whose letters may be written by its code (ISO 32000-2 §7.3.5). */
const byteRangeName = new RegExp(
  `/${[...'ByteRange'].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')}`,
  'gi',
)

/** A signature as it stands in the bytes. Its dictionary is empty where it cannot be read. */
export interface RawSignature {
  readonly byteRange: readonly [number, number, number, number]
  readonly value: SignatureValue
}

/** More are too many to be looked at; real files have a few for each signature. */
const mostNames = 1_000

/**
 * The signatures that stand in the bytes of a file, whether or not its structure leads to them: each `/ByteRange` whose
 * gap is a hexadecimal string. No signature can hide from this, in any revision, since what is signed are bytes of the
 * file. A file that is embedded in another has offsets of its own, which lead to no such gap. Null: too many to tell.
 */
export function rawSignatures(bytes: Uint8Array, limit: number): RawSignature[] | null {
  const found = new Map<string, RawSignature>()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  let names = 0
  for (const { index, 0: name } of text.matchAll(byteRangeName)) {
    names += 1
    if (names > mostNames) return null
    const range = rangeAt(bytes, index + name.length)
    if (!range || found.has(range.join())) continue
    const [, before, after] = range
    const gap = { start: before, end: after }
    if (before === 0 || after <= before || !isHexString(bytes, gap)) continue
    const value = dictionaryAround(bytes, gap, null) ?? { ref: null, dictionary: new PdfDict() }
    found.set(range.join(), { byteRange: range, value })
    if (found.size > limit) break
  }
  return [...found.values()]
}

function rangeAt(bytes: Uint8Array, position: number): [number, number, number, number] | null {
  try {
    return byteRangeOf(new ObjectReader(bytes, position).object())
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}
