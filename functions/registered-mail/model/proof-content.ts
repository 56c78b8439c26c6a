import * as v from 'valibot'
import { mailProofKinds } from '../../../events/internal.ts'
import { hashRule } from '../../../shared/pdf/how-to-check.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const whenever = v.nullable(time)
const text = v.nullable(v.string())
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export type ProofKindName = (typeof mailProofKinds)[number]

/** One thing that happened to an item. Each step holds the hash of the one before it, so that none can be left out. */
const proofStep = v.strictObject({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: time,
  type: v.string(),
  actor: v.strictObject({
    type: v.string(),
    id: text,
    name: v.string(),
    onBehalfOf: v.optional(v.strictObject({ userId: v.string(), name: v.string() })),
  }),
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: text,
  userAgent: text,
  prevHash: v.union([v.literal(''), sha256]),
  hash: sha256,
})
export type ProofStep = v.InferOutput<typeof proofStep>

const party = { name: v.string(), company: text, email: v.string(), kind: v.string() }

const provedMail = v.strictObject({
  id: v.string(),
  /** `simple` is not qualified (eIDAS article 43). */
  type: v.string(),
  vendor: v.string(),
  /** False for a test organization: the proof then says that it proves nothing. */
  livemode: v.boolean(),
  organization: v.strictObject({ id: v.string(), name: v.string() }),
  entityId: v.string(),
  reference: text,
  sentAt: time,
  /** Of the UTF-8 text of the subject. */
  subjectSha256: sha256,
  /** Null in proofs of what the recipient did not accept: the subject is part of the content. */
  subject: text,
})

const provedContent = v.strictObject({
  /** Of the HTML of the letter as it was stored. Null without a letter. */
  letterSha256: v.nullable(sha256),
  /** The sealed PDF of the letter: the proof of content. Null in that proof itself. */
  pdf: v.nullable(v.strictObject({ sha256, size: count })),
  attachments: v.array(v.strictObject({ fileName: text, size: count, pageCount: count, sha256 })),
})

const provedTimes = v.strictObject({
  notifiedAt: whenever,
  depositedAt: whenever,
  acceptanceDeadline: whenever,
  deliveredAt: whenever,
  endedAt: whenever,
})

export const proofFormat = 'sealpost-registered-mail-proof'

/** What a proof of a registered mail says: the PDF shows it to people and holds it as JSON for programs. */
export const proofContent = v.strictObject({
  format: v.literal(proofFormat),
  version: v.literal(1),
  kind: v.picklist(mailProofKinds),
  /** The number of the item, which the service gives. */
  number: v.string(),
  issuedAt: time,
  howToCheck: v.array(v.string()),
  statement: v.strictObject({ fr: v.string(), en: v.string() }),
  mail: provedMail,
  sender: v.strictObject({ ...party, verifiedAt: whenever }),
  recipient: v.strictObject({
    ...party,
    consent: v.nullable(v.strictObject({ obtainedAt: time, evidence: v.string() })),
  }),
  content: provedContent,
  status: v.string(),
  times: provedTimes,
  /** The events of ETSI EN 319 522-1 that this proof is about. */
  standardEvents: v.array(v.string()),
  steps: v.array(proofStep),
  chain: v.strictObject({ length: count, hash: v.union([v.literal(''), sha256]) }),
})
export type ProofContent = v.InferOutput<typeof proofContent>

/** The name of the JSON inside a proof. */
export const proofAttachment = 'proof.json'

/** How anybody checks a proof, without the service and without its programs. */
export const howToCheckProof = [
  'Nobody needs to be asked: a PDF reader that checks signatures, a SHA-256 tool and a writer of canonical JSON are enough.',
  'Seal: this JSON is attached to a PDF that the service sealed. Its signature must be intact and cover the whole file, and the SHA-256 fingerprint of its certificate must be one that you know to be of the service. Without the seal, anybody could have written the rest.',
  `Steps: ${hashRule}`,
  'Order: "seq" counts from 1 without a gap; "prevHash" is the "hash" of the step before, and of step 1 the empty string.',
  'End: "chain.length" is the number of steps, and "chain.hash" the hash of the last one.',
  'Content: the SHA-256 of the sealed PDF of the letter is "content.pdf.sha256", and of each attachment "content.attachments[].sha256". "content.letterSha256" is the SHA-256 of the stored HTML, and "mail.subjectSha256" of the subject in UTF-8.',
  'Outcome: the step of the type "delivered", "refused", "neglected" or "bounced" says who did it and when the service was told.',
  'Acts: before it sealed a proof of a live organization, the service verified that its own page recorded each code, acceptance, refusal, display and download. It did so by MACs under a key that only that page can use; without the service nobody can verify them.',
]
