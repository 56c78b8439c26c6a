import type { PdfDict } from '@libpdf/core'
import type { ReadCertificate } from './certificate.ts'
import { noRevocations, type RevocationData } from './revocation.ts'
import type { SignatureValue, SignedRange } from './signed-range.ts'
import type { Timestamp } from './timestamp-token.ts'
import type { IntactnessFault, SignatureVerification } from './verification.ts'

/** What one signature says and proves by itself, before anybody is believed. */
export interface LookedAt {
  readonly kind: SignatureVerification['kind']
  /** Null: nothing well-formed is signed. */
  readonly range: SignedRange | null
  /** As it was signed or, where nothing was, as the document tells it. */
  readonly dictionary: PdfDict
  readonly faults: ReadonlySet<IntactnessFault>
  readonly certificate: ReadCertificate | null
  /** Certificates and revocation data that came with it. */
  readonly pool: readonly ReadCertificate[]
  readonly revocations: RevocationData
  /** Over the signature; of a document timestamp, itself. */
  readonly timestamps: readonly Timestamp[]
  /** In the signature itself, beside what the dictionary says. */
  readonly signingTimeMs: number | null
  /** It has what PAdES baseline asks of every signature, and nothing that it forbids. */
  readonly isBaseline: boolean
}

export function faulty(
  value: Pick<SignatureValue, 'dictionary'>,
  range: SignedRange | null,
  fault: IntactnessFault,
): LookedAt {
  return {
    kind: value.dictionary.getName('Type')?.value === 'DocTimeStamp' ? 'document_timestamp' : 'signature',
    range,
    dictionary: range?.dictionary ?? value.dictionary,
    faults: new Set([fault]),
    certificate: null,
    pool: [],
    revocations: noRevocations,
    timestamps: [],
    signingTimeMs: null,
    isBaseline: false,
  }
}

/** Text of the dictionary, or null. */
export function textIn({ dictionary }: Pick<LookedAt, 'dictionary'>, name: string): string | null {
  return dictionary.getString(name)?.asString() || null
}
