import * as v from 'valibot'
import { timestampSchema } from '../../platform/clock.ts'
import { pdfFaults } from '../pdf-inspection.ts'
import { changeKinds } from './change-kinds.ts'

/** Why a signature is not intact; what each means is told with the operation that shows it. */
export const intactnessFaults = [
  'byte_range',
  'unreadable',
  'unsupported',
  'weak_algorithm',
  'certificate_missing',
  'signed_attributes',
  'digest',
  'signature',
] as const

/** Why a signature that is intact is not trusted. */
export const trustFaults = ['no_trusted_issuer', 'certificate_not_valid', 'key_usage', 'revoked', 'test_seal'] as const

/** Why a signature that is intact is not trusted in this document: of what came after it. */
export const documentFaults = ['not_in_document', 'forbidden_change'] as const

/** Why it cannot be told for certain which signatures a document has. */
export const readingFaults = ['uncertain_structure'] as const

/** Why a certificate is not one that a person signs with, whoever issued it. */
export const signingCertificateFaults = ['authority', 'self_issued', 'key_usage', 'certificate_not_valid'] as const

export type IntactnessFault = (typeof intactnessFaults)[number]
export type TrustFault = (typeof trustFaults)[number]
export type DocumentFault = (typeof documentFaults)[number]
export type ReadingFault = (typeof readingFaults)[number]
export type SigningCertificateFault = (typeof signingCertificateFaults)[number]

/** The baseline levels of PAdES (ETSI EN 319 142-1 §6). */
export const padesLevels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
export type PadesLevel = (typeof padesLevels)[number]

export const timestampVerification = v.object({
  at: v.nullable(timestampSchema),
  authority: v.nullable(v.string()),
  intact: v.boolean(),
  trusted: v.boolean(),
})
export type TimestampVerification = v.InferOutput<typeof timestampVerification>

/** What one signature of a document is found to be. */
export const signatureVerification = v.object({
  kind: v.picklist(['signature', 'document_timestamp']),
  signerName: v.nullable(v.string()),
  signedAt: v.nullable(timestampSchema),
  level: v.nullable(v.picklist(padesLevels)),
  intact: v.boolean(),
  coversWholeDocument: v.boolean(),
  changesAfter: v.picklist(changeKinds),
  trusted: v.boolean(),
  timestamp: v.nullable(timestampVerification),
  faults: v.array(v.picklist([...intactnessFaults, ...trustFaults, ...documentFaults])),
  /** Whether an intact signature was made with a key that seals documents here: those of live, or of test organizations. */
  sealKey: v.nullable(v.picklist(['live', 'test'])),
  /** The reason of signing, as the signed bytes tell it. */
  reason: v.nullable(v.string()),
})
export type SignatureVerification = v.InferOutput<typeof signatureVerification>

/** What is found of all signatures, in the order of signing; or why the document cannot be looked at. */
export const verification = v.variant('valid', [
  v.object({
    valid: v.literal(true),
    signatures: v.array(signatureVerification),
    faults: v.array(v.picklist(readingFaults)),
  }),
  v.object({ valid: v.literal(false), reason: v.picklist(pdfFaults) }),
])
export type Verification = v.InferOutput<typeof verification>
export type Verified = Extract<Verification, { valid: true }>

/** A signature with what its certificate says of the signer. */
export const personSignature = v.object({
  ...signatureVerification.entries,
  certificate: v.nullable(
    v.object({
      /** A line for each attribute, as `CN=Jane Doe`. */
      subject: v.string(),
      /** SHA-256, in hex with colons. */
      fingerprint: v.string(),
      /** Judged at the time of the timestamp or, without one, now. */
      fault: v.nullable(v.picklist(signingCertificateFaults)),
    }),
  ),
})
export type PersonSignature = v.InferOutput<typeof personSignature>

/** The same as `verification`, with the certificates. */
export const personVerification = v.variant('valid', [
  v.object({
    valid: v.literal(true),
    signatures: v.array(personSignature),
    faults: v.array(v.picklist(readingFaults)),
  }),
  v.object({ valid: v.literal(false), reason: v.picklist(pdfFaults) }),
])
export type PersonVerification = v.InferOutput<typeof personVerification>
export type VerifiedPersons = Extract<PersonVerification, { valid: true }>

/** Whom to believe, and when the question is asked. Certificates and keys (SubjectPublicKeyInfo) in DER. */
export interface Trust {
  readonly nowMs: number
  /** Certificates of authorities, or of signers themselves. */
  readonly anchors: readonly Uint8Array[]
  /** The keys that seal documents here: those of live organizations, and those of test organizations. */
  readonly sealKeys: readonly Uint8Array[]
  readonly testSealKeys: readonly Uint8Array[]
}

/** More are not looked at: real documents have a few, and each costs a pass over the file. */
export const maxSignatures = 100
