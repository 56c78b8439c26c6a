import * as v from 'valibot'

const time = v.pipe(v.string(), v.isoTimestamp())
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** One thing that happened to a request. Each step holds the hash of the one before it, so that none can be left out. */
export const evidenceStep = v.strictObject({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: time,
  type: v.string(),
  actor: v.strictObject({
    type: v.string(),
    id: v.nullable(v.string()),
    name: v.string(),
    /** From version 2 on: the person whom an application acted for. */
    onBehalfOf: v.optional(v.strictObject({ userId: v.string(), name: v.string() })),
  }),
  signerId: v.nullable(v.string()),
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  prevHash: v.union([v.literal(''), sha256]),
  hash: sha256,
})
export type EvidenceStep = v.InferOutput<typeof evidenceStep>

const evidenceSigner = v.strictObject({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  /** How the signer was authenticated, for people: `E-mail code`. */
  authentication: v.string(),
  notifiedAt: v.nullable(time),
  openedAt: v.nullable(time),
  signedAt: v.nullable(time),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
})
export type EvidenceSigner = v.InferOutput<typeof evidenceSigner>

const evidenceNotary = v.strictObject({ name: v.string(), email: v.string(), office: v.nullable(v.string()) })

const evidenceMention = v.strictObject({
  fieldId: v.string(),
  signerId: v.string(),
  page: count,
  /** The sentence that was asked for. */
  text: v.string(),
  /** `strokes`, as the document shows them, or a picture. */
  kind: v.picklist(['strokes', 'picture']),
  /** Of the attached file; the step "signed" names it too. */
  sha256,
  attachment: v.string(),
  /** From version 6 on: who handed the drawing in. Absent where the signer wrote it on the signing page. */
  handedInBy: v.optional(v.string()),
})

const evidenceRequest = v.strictObject({
  id: v.string(),
  title: v.string(),
  organization: v.strictObject({ id: v.string(), name: v.string() }),
  entityId: v.string(),
  /** As eIDAS names it: `ses`, `aes`, `qes`. */
  level: v.string(),
  /** Who collected the signatures. */
  vendor: v.string(),
  signingOrder: v.string(),
  /** False for a test organization: the evidence then says that it proves nothing. */
  livemode: v.boolean(),
})

const evidenceDocument = v.strictObject({
  fileName: v.string(),
  /** `size`, `pageCount` and `sha256` are of the file that the signers saw and that was sealed. */
  size: count,
  pageCount: count,
  sha256,
  /** From version 3 on: the file as it was sent, which differs from the one above where `normalizations` lists changes. */
  upload: v.optional(v.strictObject({ size: count, sha256 })),
  normalizations: v.optional(v.array(v.strictObject({ kind: v.string(), count }))),
})

export const evidenceFormat = 'sealpost-evidence'

/**
 * What is proved about a signature request. The evidence PDF shows it to people, and holds it as JSON for machines: all
 * that is needed to compute every hash again, and no more about persons than the pages show. Whatever is added here takes
 * another version.
 */
export const evidence = v.strictObject({
  format: v.literal(evidenceFormat),
  /** From version 3 on, steps "signed" say the title, and the signer's name, e-mail and method. */
  version: v.picklist([1, 2, 3, 4, 5, 6]),
  howToCheck: v.array(v.string()),
  issuedAt: time,
  request: evidenceRequest,
  document: evidenceDocument,
  /** The document with its seal. */
  sealed: v.strictObject({ size: count, sha256, level: v.string() }),
  signers: v.array(evidenceSigner),
  /** From version 5 on: people who get copies and never sign. */
  notaries: v.optional(v.array(evidenceNotary)),
  /** From version 5 on: sentences that signers wrote by hand. */
  mentions: v.optional(v.array(evidenceMention)),
  /** From version 5 on, of a document that was signed at an outside vendor. */
  atVendor: v.optional(
    v.strictObject({
      /** Whether the vendor appended its signatures to the file that it was sent, or wrote the pages into a file of its own. */
      form: v.picklist(['appended', 'rewritten']),
      /** What the vendor tells of its signers: an attached PDF. */
      auditTrail: v.nullable(v.strictObject({ sha256, size: count, attachment: v.string() })),
    }),
  ),
  steps: v.array(evidenceStep),
  /** From version 4 on: whether the service verified, before it sealed, that its signing page recorded what signers did. */
  actsVerified: v.optional(v.boolean()),
  /** The end of the chain of steps. */
  chain: v.strictObject({ length: count, hash: sha256 }),
})
export type Evidence = v.InferOutput<typeof evidence>

/** The name of the vendor's audit trail inside the evidence PDF. */
export const vendorTrailAttachment = 'vendor-audit-trail.pdf'

/** The name of the JSON inside the evidence PDF. */
export const evidenceAttachment = 'evidence.json'
