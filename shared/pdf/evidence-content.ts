import * as v from 'valibot'

const time = v.pipe(v.string(), v.isoTimestamp())
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** One thing that happened to a request. Each step holds the hash of the one before it, so that none can be left out. */
export const evidenceStep = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: time,
  type: v.string(),
  actor: v.object({ type: v.string(), id: v.nullable(v.string()), name: v.string() }),
  signerId: v.nullable(v.string()),
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  prevHash: v.string(),
  hash: v.string(),
})
export type EvidenceStep = v.InferOutput<typeof evidenceStep>

const evidenceSigner = v.object({
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

/** What is proved about a signature request. The evidence PDF shows it, and holds it as JSON for machines. */
export const evidence = v.object({
  requestId: v.string(),
  title: v.string(),
  organization: v.object({ id: v.string(), name: v.string() }),
  /** False for a test organization: the evidence then says that it proves nothing. */
  livemode: v.boolean(),
  issuedAt: time,
  document: v.object({ fileName: v.string(), size: v.number(), pageCount: v.number(), sha256 }),
  /** The sealed document; null in an evidence file written before the seal. */
  sealed: v.nullable(v.object({ size: v.number(), sha256, level: v.string() })),
  signers: v.array(evidenceSigner),
  /** How `hash` is computed from a step and `prevHash`, so that anyone can do it again. */
  hashRule: v.string(),
  steps: v.array(evidenceStep),
})
export type Evidence = v.InferOutput<typeof evidence>

/** The name of the JSON inside the evidence PDF. */
export const evidenceAttachment = 'evidence.json'
