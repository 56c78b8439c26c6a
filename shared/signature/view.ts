import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../auth/principal.ts'
import { authMethods, eidasLevels, remindersSchema } from '../store/entities.ts'
import { type Field, fieldTypes } from './field.ts'
import {
  creatorSchema,
  followerSchema,
  notarySchema,
  type RequestRecord,
  requestStatuses,
  type SignatureRequest,
  sealStatuses,
  signerStatuses,
} from './request.ts'
import { statusAt } from './transitions.ts'

const uuid = v.pipe(v.string(), v.uuid())
const time = v.pipe(v.string(), v.isoTimestamp())

export const fieldView = v.pipe(
  v.object({
    id: uuid,
    signerId: uuid,
    type: v.picklist(fieldTypes),
    page: v.number(),
    x: v.number(),
    y: v.number(),
    width: v.number(),
    height: v.number(),
    required: v.boolean(),
    label: v.nullable(v.string()),
    text: v.nullable(v.string()),
    mentionText: v.nullable(v.string()),
  }),
  v.title('SignatureField'),
)

const signerFields = {
  id: uuid,
  contactId: v.nullable(uuid),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  authMethod: v.picklist(authMethods),
  signingMode: v.string(),
  order: v.nullable(v.number()),
  locale: v.string(),
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
}

const storedFileView = v.nullable(v.object({ sha256: v.string(), size: v.number(), availableAt: time }))

const documentView = v.pipe(
  v.object({
    id: uuid,
    fileName: v.string(),
    size: v.number(),
    pageCount: v.number(),
    sha256: v.string(),
    uploadedAt: time,
    state: v.literal('available'),
    purgeAt: v.nullable(time),
    sealStatus: v.picklist(sealStatuses),
    sealLevel: v.nullable(v.picklist(['B-B', 'B-T'])),
    signed: storedFileView,
    evidence: storedFileView,
  }),
  v.title('SignatureDocument'),
)

const listed = {
  id: uuid,
  orgId: uuid,
  entityId: uuid,
  title: v.string(),
  message: v.nullable(v.string()),
  clientReference: v.nullable(v.string()),
  status: v.picklist(requestStatuses),
  eidasLevel: v.picklist(eidasLevels),
  vendor: v.string(),
  vendorRequestId: v.nullable(v.string()),
  livemode: v.boolean(),
  signingOrder: v.picklist(['parallel', 'sequential']),
  deliveryMode: v.picklist(['email', 'none']),
  allowDecline: v.boolean(),
  expiresInDays: v.number(),
  expiresAt: time,
  reminders: remindersSchema,
  redirectUrls: v.nullable(v.object({ signed: v.nullable(v.string()), declined: v.nullable(v.string()) })),
  progress: v.object({ total: v.number(), signed: v.number(), pending: v.number() }),
  notaries: v.array(notarySchema),
  followers: v.array(followerSchema),
  document: documentView,
  decline: v.nullable(v.object({ signerId: uuid, reason: v.nullable(v.string()), at: time })),
  cancel: v.nullable(v.object({ by: creatorSchema, reason: v.nullable(v.string()), at: time })),
  permissions: v.object({ canCancel: v.boolean(), canRemind: v.boolean(), canCorrect: v.boolean() }),
  source: v.picklist(['user', 'integration']),
  createdBy: creatorSchema,
  createdAt: time,
  sentAt: v.nullable(time),
  completedAt: v.nullable(time),
  endedAt: v.nullable(time),
  updatedAt: time,
  version: v.number(),
}

/** A request as a list tells it: without the fields to fill and the metadata. */
export const listedRequestView = v.pipe(
  v.object({ ...listed, signers: v.array(v.pipe(v.object(signerFields), v.title('ListedSigner'))) }),
  v.title('ListedSignatureRequest'),
)

export const requestView = v.pipe(
  v.object({
    ...listed,
    signers: v.array(v.pipe(v.object({ ...signerFields, fields: v.array(fieldView) }), v.title('Signer'))),
    metadata: v.record(v.string(), v.string()),
  }),
  v.title('SignatureRequest'),
)

/** Who looks, and when: what they may do and what has expired depend on it. */
export interface Viewer {
  readonly principal: Principal
  readonly nowMs: number
}

export function toListedRequest(record: RequestRecord, viewer: Viewer): v.InferOutput<typeof listedRequestView> {
  return v.parse(listedRequestView, shown(record, viewer))
}

export function toRequest(
  request: Pick<SignatureRequest, 'record' | 'fields'>,
  viewer: Viewer,
): v.InferOutput<typeof requestView> {
  const { record, fields } = request
  const base = shown(record, viewer)
  const signers = base.signers.map((signer) => ({ ...signer, fields: fieldsOf(fields, signer.id) }))
  return v.parse(requestView, { ...base, signers })
}

function fieldsOf(fields: readonly Field[], signerId: string): Field[] {
  return fields.filter((field) => field.signerId === signerId)
}

/** Everything that may be told; the view's schema takes what it names and drops the rest. */
function shown(record: RequestRecord, viewer: Viewer) {
  const status = statusAt(record, viewer.nowMs)
  const total = record.signers.length
  const signed = record.signers.filter((signer) => signer.status === 'signed').length
  return {
    ...record,
    status,
    progress: { total, signed, pending: status === 'pending_signature' ? total - signed : 0 },
    document: { ...record.document, state: 'available' as const, purgeAt: null },
    permissions: permissionsOf(record, status, viewer),
  }
}

function permissionsOf(record: RequestRecord, status: RequestRecord['status'], { principal }: Viewer) {
  const maySend = accessThrough(principal, membershipsReaching(principal, record), record, 'signature.send') !== null
  const isOpen = maySend && status === 'pending_signature'
  // Reminding and correcting have no operation yet; saying that they can be done would be a promise.
  return { canCancel: isOpen, canRemind: false, canCorrect: false }
}
