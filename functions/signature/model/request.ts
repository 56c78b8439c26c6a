import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import type { Owned, ResourceKind } from '../../../shared/http/authorization/access.ts'
import { normalizationSchema } from '../../../shared/pdf/pdf-inspection.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { textRecord } from '../../../shared/platform/text-record.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { dueKeysIn } from '../../../shared/store/due.ts'
import type { EventPlace } from '../../../shared/store/outbox-entry.ts'
import { authMethods, eidasLevels, remindersSchema, standardSettings } from '../../../shared/store/settings-fields.ts'
import type { Key } from '../../../shared/store/table.ts'
import { type Field, fieldParts } from './field.ts'
import { ownPartsSchema, type Step, stepsFrom } from './step.ts'

const time = timestampSchema

export const requestStatuses = ['draft', 'pending_signature', 'completed', 'declined', 'expired', 'canceled'] as const
export const signerStatuses = ['waiting', 'notified', 'opened', 'signed', 'declined', 'aborted', 'error'] as const
/** What to do with layers, scripts, forms and other content that can change how a document looks. */
export const activeContentChoices = ['flatten', 'refuse'] as const
/** `agency`: the signer signs on site, on the sender's device. */
export const signingModes = ['remote', 'agency'] as const
export const sealStatuses = ['none', 'pending', 'sealed', 'failed'] as const

export const signerSchema = v.object({
  id: uuid,
  contactId: v.nullable(uuid),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  authMethod: v.picklist(authMethods),
  signingMode: v.picklist(signingModes),
  order: v.nullable(v.number()),
  locale: v.string(),
  /** Whether the e-mail belongs to no active member of the organization. */
  external: v.boolean(),
  status: v.picklist(signerStatuses),
  clientReference: v.nullable(v.string()),
  notifiedAt: v.nullable(time),
  openedAt: v.nullable(time),
  signedAt: v.nullable(time),
  declinedAt: v.nullable(time),
  declineReason: v.nullable(v.string()),
  lastRemindedAt: v.nullable(time),
  reminderCount: v.number(),
  emailDelivery: v.picklist(['none', 'sent', 'delivered', 'bounced', 'complained']),
})

/** A signer as stored, with internal fields. */
export const storedSignerSchema = v.object({
  ...signerSchema.entries,
  /** The owner of a private contact, who alone sees `contactId`; null if every reader of the request sees it. */
  contactKeptBy: v.nullable(v.string()),
  /** Counts the personal links of the signer: a correction replaces the previous link. */
  linkGeneration: v.number(),
  consentedAt: v.nullable(time),
  /** The e-mails that were heard of last, each with its latest status; `emailDelivery` describes the newest of these. */
  mails: v.nullable(v.array(v.object({ id: uuid, version: v.number(), at: time }))),
})
export type Signer = v.InferOutput<typeof storedSignerSchema>

/** The contact of a signer, if this reader may see it. */
export function contactIdFor(
  { contactId, contactKeptBy }: Pick<Signer, 'contactId' | 'contactKeptBy'>,
  principalId: string,
): string | null {
  return contactKeptBy === null || contactKeptBy === principalId ? contactId : null
}

const party = { firstName: v.nullable(v.string()), lastName: v.nullable(v.string()), email: v.string() }
export const notarySchema = v.object({ ...party, phone: v.nullable(v.string()), office: v.nullable(v.string()) })
export const followerSchema = v.object(party)

const producedFile = v.object({ sha256: v.string(), size: v.number(), availableAt: time })

/** A renewal: the sealed document with data appended to keep its seal provable. */
const renewalSchema = v.object({
  /** The run that made it. */
  run: uuid,
  sha256: v.string(),
  size: v.number(),
  at: time,
})

export const sealLevels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const

export const documentSchema = v.object({
  id: uuid,
  fileName: v.string(),
  /** `size`, `pageCount` and `sha256` describe the file that people see and that is sealed. */
  size: v.number(),
  pageCount: v.number(),
  sha256: v.string(),
  /** The upload and its changes; null if people see the upload itself. */
  normalized: v.nullable(
    v.object({
      upload: v.object({ sha256: v.string(), size: v.number() }),
      normalizations: v.array(normalizationSchema),
    }),
  ),
  uploadedAt: time,
  sealStatus: v.picklist(sealStatuses),
  /** The level of the newest sealed document (ETSI EN 319 142-1 §6). */
  sealLevel: v.nullable(v.picklist(sealLevels)),
  /** How many times the pending seal or renewal has failed. */
  sealFailures: v.number(),
  /** The run that made the first sealed document and its evidence. */
  sealRun: v.nullable(uuid),
  /** `sha256` and `size` are of the first release; renewals start with all of its bytes, each with those of the one before. */
  signed: v.nullable(v.object({ ...producedFile.entries, renewals: v.optional(v.array(renewalSchema), []) })),
  evidence: v.nullable(producedFile),
})

export const documentStates = ['available', 'archived', 'purged'] as const

/** What becomes of the files once the request has ended (retention-transitions.ts). */
const retentionSchema = v.object({
  state: v.picklist(documentStates),
  archivedAt: v.nullable(time),
  restoreRequestedAt: v.nullable(time),
  /** Not archived again before. */
  restoredUntil: v.nullable(time),
  /** When the files are going to be deleted, as planned when the settings were last looked at. */
  purgeAt: v.nullable(time),
  purgeWarnedAt: v.nullable(time),
  purgedAt: v.nullable(time),
})
export type Retention = v.InferOutput<typeof retentionSchema>

/** A signature request as stored. The fields of its signers are separate items. */
export const requestRecordSchema = v.object({
  id: uuid,
  orgId: uuid,
  entityId: uuid,
  providerId: uuid,
  livemode: v.boolean(),
  title: v.string(),
  message: v.nullable(v.string()),
  clientReference: v.nullable(v.string()),
  status: v.picklist(requestStatuses),
  eidasLevel: v.picklist(eidasLevels),
  vendor: v.string(),
  vendorRequestId: v.nullable(v.string()),
  /**
   * The draft that our job made at an outside vendor, noted before its signers are asked: the proof that a request there is ours.
   * Null: none is noted. Absent: not sent yet, sent by a version that noted nothing, or not of an outside vendor.
   */
  vendorDraftId: v.optional(v.nullable(v.string())),
  signingOrder: v.picklist(['parallel', 'sequential']),
  deliveryMode: v.picklist(['email', 'none']),
  allowDecline: v.boolean(),
  /** Absent means no: the record of a usual request is small, and every change pays for its size. */
  attachSignedDocument: v.optional(v.literal(true)),
  /** Every page must have been on screen before a signer can sign. Absent means no. */
  mustSeeAllPages: v.optional(v.literal(true)),
  activeContent: v.optional(v.picklist(activeContentChoices), 'flatten'),
  expiresInDays: v.number(),
  /** The longest time it may stay open, counted from its creation: the maximum of the entity when it was last drafted. */
  maxExpiryDays: v.number(),
  /** Of the entity when it was last drafted: for dates on the page and in the document. */
  timeZone: v.optional(v.string(), standardSettings.general.timezone),
  expiresAt: time,
  reminders: remindersSchema,
  redirectUrls: v.nullable(v.object({ signed: v.nullable(v.string()), declined: v.nullable(v.string()) })),
  /** Origins that may show the signing page in a frame. */
  frameOrigins: v.array(v.string()),
  metadata: textRecord(v.string(), v.string()),
  signers: v.array(storedSignerSchema),
  notaries: v.array(notarySchema),
  followers: v.array(followerSchema),
  document: documentSchema,
  /** Absent until something of it is known. */
  retention: v.optional(retentionSchema),
  decline: v.nullable(v.object({ signerId: uuid, reason: v.nullable(v.string()), at: time })),
  cancel: v.nullable(v.object({ by: creatorSchema, reason: v.nullable(v.string()), at: time })),
  source: v.picklist(['user', 'integration']),
  createdBy: creatorSchema,
  createdAt: time,
  sentAt: v.nullable(time),
  completedAt: v.nullable(time),
  endedAt: v.nullable(time),
  updatedAt: time,
  /** The end of the chain of steps: their number and the hash of the last one. */
  chain: v.object({ length: v.number(), hash: v.string() }),
  /** The links of its creation, stored here because a separate item would cost more. */
  opening: ownPartsSchema,
  /** When the sweep handles the request: at its expiry, or at the next try or renewal of its seal. */
  dueAt: v.nullable(time),
  version: v.number(),
})
export type RequestRecord = v.InferOutput<typeof requestRecordSchema>

/** A request with the fields for its signers. */
export interface SignatureRequest extends Owned {
  readonly record: RequestRecord
  readonly fields: readonly Field[]
}

const partitionStart = 'SIGREQ#'

export function requestPartition(id: string): string {
  return `${partitionStart}${id}`
}

export function requestKey(id: string) {
  return { PK: requestPartition(id), SK: recordSortKey }
}

/** The id of the request with this key; null if the key belongs to something else. */
export function requestIdOf({ PK, SK }: Key): string | null {
  return PK.startsWith(partitionStart) && SK === recordSortKey ? PK.slice(partitionStart.length) : null
}

const recordSortKey = 'REQUEST'

const [listingStart, listingEnd] = ['ENTITY#', '#SIGREQS']

export const requests: Collection<RequestRecord> = {
  name: 'signature_request',
  schema: requestRecordSchema,
  key: ({ id }) => requestKey(id),
  toldByKey: ({ PK, GSI1PK = '', GSI2SK = null }) => ({
    id: PK.slice(partitionStart.length),
    entityId: GSI1PK.slice(listingStart.length, -listingEnd.length),
    dueAt: GSI2SK,
  }),
  indexKeys: ({ id, orgId, entityId, dueAt }) => ({
    GSI1PK: requestsOf(entityId),
    GSI1SK: id,
    ...(dueAt === null ? {} : dueKeysIn(orgId, id, dueAt)),
  }),
}

/** The list of an entity's requests, in the order of their ids and so of their creation. */
export function requestsOf(entityId: string): string {
  return `${listingStart}${entityId}${listingEnd}`
}

/** The first links of a request's chain, from its creation. */
export function openingSteps({ id, createdAt, opening }: RequestRecord): Step[] {
  return stepsFrom({ requestId: id, at: createdAt, seq: 1, prevHash: emptyChain.hash }, opening)
}

/** The place of a request's events. */
export function eventPlaceOf({ providerId, orgId, livemode, entityId }: RequestRecord): EventPlace {
  return { providerId, orgId, livemode, nodeId: entityId, ancestorIds: [orgId] }
}

/** Signature requests as resources of a path. */
export const signatureRequests = {
  name: 'signature request',
  parameter: 'id',
  notFound: 'signature_request_not_found',
  visibleWith: 'signature.read',
  partition: (id: string) => ({ partition: requestPartition(id), startingWith: recordSortKey }),
  decode: (items): SignatureRequest | null => {
    const [record] = recordsOf(requests, items)
    if (!record) return null
    const { orgId, entityId, version } = record
    const all = recordsOf(fieldParts, items).flatMap((part) => part.fields)
    // In the order of the signers, whatever the order of their items.
    const fields = record.signers.flatMap((signer) => all.filter(({ signerId }) => signerId === signer.id))
    return { orgId, entityId, version, record, fields }
  },
} as const satisfies ResourceKind<SignatureRequest>
