import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { normalizationSchema } from '../../../shared/pdf/pdf-inspection.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { namedIn } from '../../../shared/platform/named-fields.ts'
import { type Field, fieldSchema, preparedDrawingSchema } from './field.ts'
import { remindable, remindableAgainMs } from './reminders.ts'
import {
  activeContentChoices,
  contactIdFor,
  documentSchema,
  documentStates,
  type RequestRecord,
  requestRecordSchema,
  type SignatureRequest,
  signerSchema,
} from './request.ts'
import { nothingPlanned } from './retention.ts'
import { uploadOf } from './stored-document.ts'
import { canAct, expired, isDone, system } from './transitions.ts'
import { vendorKeepsIt } from './vendor-poll.ts'

const drawingView = v.pipe(
  v.object({
    sha256: v.pipe(v.string(), v.description('SHA-256 of the picture, in hex.')),
    capturedAt: timestampSchema,
    capturedBy: preparedDrawingSchema.entries.capturedBy,
    hasStrokes: v.boolean(),
  }),
  v.title('MentionDrawing'),
)

export const fieldView = v.pipe(
  v.object({ ...v.omit(fieldSchema, ['drawing']).entries, drawing: v.nullable(drawingView) }),
  v.title('SignatureField'),
)

export function toField({ drawing, ...field }: Field): v.InferOutput<typeof fieldView> {
  if (!drawing) return { ...field, drawing: null }
  const { sha256, capturedAt, capturedBy, strokes } = drawing
  return { ...field, drawing: { sha256, capturedAt, capturedBy, hasStrokes: strokes !== null } }
}

const storedFile = { sha256: v.string(), size: v.number(), availableAt: timestampSchema }

const signedFileView = v.pipe(
  v.object({
    ...storedFile,
    conformance: v.pipe(
      v.null(),
      v.description(
        'The standard that the sealed document claims to follow. Always null for now: stamps and the seal break standards such as PDF/A and PDF/UA, so such claims are removed from the metadata.',
      ),
    ),
    renewals: v.pipe(
      v.array(v.object({ sha256: v.string(), size: v.number(), at: timestampSchema })),
      v.description(
        'Validation data and document timestamps that were appended later to keep the seal provable. Each renewal starts with all bytes of the previous one; a download returns the latest.',
      ),
    ),
  }),
  v.title('SignedDocument'),
  v.description('The sealed document. `sha256` and `size` describe its first release and never change.'),
)

/** A document without its storage keys and the internal notes of the sealing job. */
const documentView = v.pipe(
  v.object({
    ...v.omit(documentSchema, ['normalized', 'sealFailures', 'sealRun']).entries,
    upload: v.pipe(
      v.object({ sha256: v.string(), size: v.number() }),
      v.description(
        'The file that you uploaded. `sha256`, `size` and `pageCount` of the document describe the file that signers see and that is sealed.',
      ),
    ),
    normalizations: v.pipe(
      v.array(normalizationSchema),
      v.description(
        'The changes made to the upload before anybody saw it, with their counts. Empty if signers see the upload itself.',
      ),
    ),
    state: v.pipe(
      v.picklist(documentStates),
      v.description(
        'Files of an ended request are `archived` or `purged` after the days that the settings of the entity name. Archived files have to be restored before they can be downloaded. Purged files are gone; the record, its hashes and its activity stay.',
      ),
    ),
    archivedAt: v.nullable(timestampSchema),
    restoreRequestedAt: v.pipe(
      v.nullable(timestampSchema),
      v.description('Since when a restore is under way. Null: none is.'),
    ),
    restoredUntil: v.pipe(v.nullable(timestampSchema), v.description('When restored files are archived again.')),
    purgeAt: v.pipe(
      v.nullable(timestampSchema),
      v.description(
        'When the files are deleted, by the settings as they were last looked at: a day after the end of the request, every 30 days, and before anything is deleted. The creator gets an e-mail 14 days before.',
      ),
    ),
    purgedAt: v.nullable(timestampSchema),
    sealLevel: v.pipe(
      documentSchema.entries.sealLevel,
      v.description(
        'The PAdES level of the latest sealed document: `B-B` without a timestamp authority; `B-T` with one; `B-LTA` if the authorities of seal and timestamp answer questions about revocation; `B-LT` while the archive timestamp is being retried.',
      ),
    ),
    signed: v.nullable(signedFileView),
    evidence: v.nullable(v.object(storedFile)),
  }),
  v.title('SignatureDocument'),
)

/** The fields that every reader of a request sees. */
const told = {
  ...v.omit(requestRecordSchema, [
    'providerId',
    'vendorDraftId',
    'maxExpiryDays',
    'timeZone',
    'retention',
    'metadata',
    'chain',
    'opening',
    'dueAt',
  ]).entries,
  progress: v.object({ total: v.number(), signed: v.number(), pending: v.number() }),
  permissions: v.object({ canCancel: v.boolean(), canRemind: v.boolean(), canCorrect: v.boolean() }),
  document: documentView,
  activeContent: v.picklist(activeContentChoices),
  attachSignedDocument: v.boolean(),
  mustSeeAllPages: v.boolean(),
}

const turn = {
  isTurn: v.pipe(v.boolean(), v.description('Whether the signer can sign now, as far as the signing order goes.')),
}

/** A request in a list: without signature fields and metadata. */
export const listedRequestView = v.pipe(
  v.object({
    ...told,
    signers: v.array(v.pipe(v.object({ ...signerSchema.entries, ...turn }), v.title('ListedSigner'))),
  }),
  v.title('ListedSignatureRequest'),
)

const signerView = v.pipe(v.object({ ...signerSchema.entries, ...turn, fields: v.array(fieldView) }), v.title('Signer'))

export const requestView = v.pipe(
  v.object({ ...told, signers: v.array(signerView), metadata: requestRecordSchema.entries.metadata }),
  v.title('SignatureRequest'),
)

const fieldWarning = v.pipe(
  v.object({
    kind: v.picklist(['field_covers_text']),
    message: v.string(),
    documentId: uuid,
    page: v.number(),
    signerId: uuid,
    fieldId: uuid,
  }),
  v.title('FieldWarning'),
)

/** A request as it was just written, with what the sender should look at. */
export const warnedRequestView = v.pipe(
  v.object({
    ...requestView.entries,
    warnings: v.pipe(
      v.array(fieldWarning),
      v.description(
        'Fields that cover text of the document. The request is taken all the same. Text is looked for on the first 20 pages with fields; a PATCH without `signers` looks for none.',
      ),
    ),
  }),
  v.title('WrittenSignatureRequest'),
)
export type WarnedRequest = v.InferOutput<typeof warnedRequestView>

/** The reader and the time, on which permissions and expiry depend. */
export interface Viewer {
  readonly principal: Principal
  readonly nowMs: number
}

export function toListedRequest(record: RequestRecord, viewer: Viewer): v.InferOutput<typeof listedRequestView> {
  return namedIn(listedRequestView, shown(record, viewer))
}

export function toRequest(
  request: Pick<SignatureRequest, 'record' | 'fields'>,
  viewer: Viewer,
): v.InferOutput<typeof requestView> {
  const { record, fields } = request
  const base = shown(record, viewer)
  const signers = base.signers.map((signer) => ({ ...signer, fields: fieldsOf(fields, signer.id) }))
  return namedIn(requestView, { ...base, signers })
}

function fieldsOf(fields: readonly Field[], signerId: string): v.InferOutput<typeof fieldView>[] {
  return fields.filter((field) => field.signerId === signerId).map(toField)
}

/** All values for the view, which picks its own fields. */
function shown(stored: RequestRecord, viewer: Viewer) {
  const record = asOf(stored, viewer.nowMs)
  const { status } = record
  const total = record.signers.length
  const signed = record.signers.filter((signer) => signer.status === 'signed').length
  return {
    ...record,
    attachSignedDocument: record.attachSignedDocument ?? false,
    mustSeeAllPages: record.mustSeeAllPages ?? false,
    signers: record.signers.map((signer) => ({
      ...signer,
      contactId: contactIdFor(signer, viewer.principal.id),
      isTurn: canAct(record, signer, viewer.nowMs),
    })),
    progress: { total, signed, pending: status === 'pending_signature' ? total - signed : 0 },
    document: {
      ...record.document,
      upload: uploadOf(record.document),
      normalizations: record.document.normalized?.normalizations ?? [],
      signed: record.document.signed && { ...record.document.signed, conformance: null },
      ...(record.retention ?? nothingPlanned),
    },
    permissions: permissionsOf(record, viewer),
  }
}

/** A request past its expiry is shown as the sweep will leave it. */
function asOf(record: RequestRecord, nowMs: number): RequestRecord {
  const change = expired(record, { nowMs, actor: system, ip: null, userAgent: null })
  return { ...record, ...change?.after }
}

function permissionsOf(record: RequestRecord, { principal, nowMs }: Viewer) {
  const { status } = record
  const maySend = accessThrough(principal, membershipsReaching(principal, record), record, 'signature.send') !== null
  const isOpen = maySend && status === 'pending_signature'
  const canBeReminded = remindable(record).some((signer) => remindableAgainMs(signer) <= nowMs)
  const canRemind = isOpen && record.deliveryMode === 'email' && canBeReminded
  const isChangeable = (status === 'draft' || status === 'pending_signature') && vendorKeepsIt(record) === null
  const mayBeCorrected = maySend && isChangeable
  const canCorrect = mayBeCorrected && record.signers.some((signer) => !isDone(signer))
  return { canCancel: isOpen, canRemind, canCorrect }
}
