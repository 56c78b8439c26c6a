import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation, type Situation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { activeContentKinds } from '../../../shared/pdf/active-content/kinds.ts'
import { invalidPdf } from '../../../shared/pdf/pdf-file.ts'
import type { ReadablePdf } from '../../../shared/pdf/pdf-inspection.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import type { EntitySettings } from '../../../shared/store/settings.ts'
import type { Item } from '../../../shared/store/table.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange, type Change } from '../model/change.ts'
import { shownKey } from '../model/document-keys.ts'
import { type Field, type PreparedDrawing, writeFields } from '../model/field.ts'
import { drawingFileKeys } from '../model/given-signatures.ts'
import { contactIdFor, type RequestRecord, type SignatureRequest, signatureRequests } from '../model/request.ts'
import { endedCodes, endedRefusal, step } from '../model/transitions.ts'
import { toRequest, warnedRequestView } from '../model/view.ts'
import { auditOf, differences } from './audit.ts'
import { requestContent } from './draft-request.ts'
import { fieldWarnings } from './field-warnings.ts'
import { faultMessages } from './pdf-file.ts'
import { followersFrom, type Proposal, patchedProposal, remindersFrom, settledPatch } from './proposal.ts'
import { patchRequestInput, type RequestPatch } from './request-input.ts'
import { choiceRefusal } from './rules/document-rules.ts'
import { proposalRefusal } from './rules/refusals.ts'
import { type RuleCode, ruleCodes, vendorOf } from './rules/rule.ts'
import { contactsFor, linkSigners, namedAnew, readContacts } from './signer-contacts.ts'
import { signerMembers } from './signer-members.ts'
import { nothingFound, type Tried, tryFields } from './try-fields.ts'

/** What may still change once signers were asked. */
const changeableWhenSent = ['title', 'clientReference', 'metadata', 'reminders', 'followers', 'version']

/** The fields whose changes the audit log tells; signers and metadata are told as changed, without their content. */
const audited = [
  'title',
  'message',
  'clientReference',
  'eidasLevel',
  'vendor',
  'signingOrder',
  'activeContent',
  'expiresInDays',
] as const

export const updateSignatureRequest = operation({
  id: 'updateSignatureRequest',
  method: 'PATCH',
  path: '/v1/signature-requests/{id}',
  tag: 'Signature requests',
  summary: 'Change a signature request',
  description:
    'In a draft you can change everything but the document and the entity. `activeContent: "refuse"` is refused if the document was flattened. After the draft was sent you can change title (until the first signature), clientReference, metadata, reminders and followers. Fields that you leave out keep their value; null clears them.',
  access: {
    to: 'resource',
    resource: signatureRequests,
    permission: 'signature.send',
    feature: 'signature',
    needsSettings: true,
  },
  body: json(patchRequestInput),
  responses: { 200: warnedRequestView },
  errors: [...endedCodes, 'invalid_pdf', ...ruleCodes, 'document_already_signed'],
  preload: ({ readItems, body }) => readContacts(readItems, body.signers ?? []),
  async handle(context) {
    const { resource, work, principal, origin, clock, ids } = context
    const { record } = resource
    const { entityId, ...body } = context.body
    const nowMs = clock()
    const over = endedRefusal(record, nowMs)
    if (over) return over
    if ((entityId ?? record.entityId) !== record.entityId)
      return refuse('invalid_input', 'entityId of a request cannot change. Create another request instead.')
    const sent = { ...context, body }
    const changed = record.status === 'draft' ? await changedDraft(sent) : changedWhenSent(sent)
    if (isRefusal(changed)) return changed
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    const { after, fields, tried } = changed
    const warnings = fieldWarnings(record, fields, tried)
    if (isDeepStrictEqual({ after, fields }, { after: record, fields: resource.fields }))
      return reply(200, { ...toRequest(resource, { principal, nowMs }), warnings })
    // Only beside the request itself, whose version guards them.
    changed.writeSigners()
    const fieldNames = Object.keys(body).filter((name) => name !== 'version')
    const change: Change = {
      after,
      steps: [step('changed', callerCause({ principal, record, origin, nowMs }), { fields: fieldNames })],
      events: [],
      jobs: droppedDrawings(resource, fields),
    }
    const next = applyChange(work, record, change, { nowMs, ids })
    work.audit(auditOf(next, 'signature_request.changed', differences(record, next, audited)))
    return reply(200, { ...toRequest({ record: next, fields }, { principal, nowMs }), warnings })
  },
})

interface Changed {
  readonly after: RequestRecord
  readonly fields: readonly Field[]
  /** Writes what of the signers stands in items of their own. */
  readonly writeSigners: () => void
  readonly tried: Tried
}

function changedWhenSent({
  resource: { record, fields },
  settings,
  body,
}: Pick<DraftContext, 'resource' | 'settings' | 'body'>):
  | Changed
  | Refusal<'invalid_input' | 'document_already_signed'> {
  const fixed = Object.keys(body).filter((name) => !changeableWhenSent.includes(name))
  if (fixed.length > 0)
    return refuse(
      'invalid_input',
      `The request was already sent, so these fields can no longer change: ${fixed.join(', ')}.`,
      {
        fields: fixed,
      },
    )
  const { title, clientReference, metadata, reminders, followers } = settledPatch(body, settings.signature, null)
  const hasSignature = record.signers.some(({ status }) => status === 'signed')
  if (hasSignature && title !== undefined && title !== record.title)
    return refuse('document_already_signed', 'The title can no longer change because a signer has already signed.', {
      documentId: record.document.id,
    })
  const after = {
    ...record,
    title: title ?? record.title,
    clientReference: clientReference === undefined ? record.clientReference : clientReference,
    metadata: metadata === undefined ? record.metadata : (metadata ?? {}),
    reminders: remindersFrom(record.reminders, reminders),
    followers: followers === undefined ? record.followers : followersFrom(followers ?? []),
  }
  return { after, fields, writeSigners: () => {}, tried: nothingFound }
}

type DraftContext = Pick<Situation, 'table' | 'clock' | 'ids' | 'work'> & {
  readonly principal: Principal
  readonly resource: SignatureRequest
  readonly settings: EntitySettings
  /** The contacts that the signers of the patch refer to. */
  readonly preloaded: readonly Item[]
  readonly body: RequestPatch
}

/** A draft is judged anew as a whole, by the rules of a creation. */
async function changedDraft(context: DraftContext): Promise<Changed | Refusal<RuleCode | 'invalid_pdf'>> {
  const { resource, settings, preloaded, body, table, clock, ids, principal, work } = context
  const { record } = resource
  const contacts = contactsFor(preloaded, principal, resource)
  const linkedBefore = record.signers.flatMap((signer) =>
    body.signers !== undefined ? (contactIdFor(signer, principal.id) ?? []) : (signer.contactId ?? []),
  )
  const linkable = new Set([...contacts.keys(), ...linkedBefore])
  const asked = { vendor: body.vendor === undefined ? record.vendor : body.vendor }
  const vendor = vendorOf({ proposal: asked, entity: record, settings, nowMs: clock() })
  const patch = settledPatch(body, settings.signature, vendor)
  const proposal = patchedProposal(record, resource.fields, patch, contacts)
  const emails = proposal.signers.map((signer) => signer.email).filter((email) => email !== '')
  const [document, members] = await Promise.all([
    documentFor(record, proposal),
    signerMembers(table, record.orgId, emails)(),
  ])
  if (isRefusal(document)) return document
  const { pdf, shown } = document
  const keptVendor = body.vendor === undefined ? record.vendor : null
  const judged = {
    proposal,
    entity: record,
    settings,
    documentId: record.document.id,
    pdf,
    keptVendor,
    nowMs: clock(),
    correctedId: null,
    linkable,
    members: async () => members,
  }
  const refusal = choiceRefusal(proposal, flattenedIn(record)) ?? (await proposalRefusal(judged))
  if (refusal) return refusal
  const tried = shown && body.signers ? await tryFields(shown, judged) : nothingFound
  if (isRefusal(tried)) return tried
  if (!vendor) return refuse('vendor_unavailable', 'The organization has no signature vendor that it can use.')
  const contactOf = namedAnew(contacts, record.signers, principal.id)
  const drawings = keptDrawings(resource.fields, proposal)
  const making = { ids, nowMs: clock(), defaultLocale: principal.profile.locale, members, contactOf, drawings }
  const { content, fields } = await requestContent(proposal, vendor.key, making)
  const expiresAt = timestamp(Date.parse(record.createdAt) + content.expiresInDays * dayMs)
  const { maxExpiryDays } = settings.signature
  const timeZone = settings.general.timezone
  const writeSigners = () => {
    if (body.signers === undefined) return
    writeFields(work, record.id, { before: resource.fields, after: fields })
    linkSigners(work, record, { before: record.signers, after: content.signers }, contacts)
  }
  const { attachSignedDocument: _, mustSeeAllPages: __, ...kept } = record
  return { after: { ...kept, ...content, maxExpiryDays, timeZone, expiresAt }, fields, writeSigners, tried }
}

/** A drawing stays while its field asks the same signer for the same sentence. */
function keptDrawings(before: readonly Field[], { signers }: Proposal): Map<string, PreparedDrawing> {
  const kept = new Map<string, PreparedDrawing>()
  for (const { id: signerId, fields } of signers)
    for (const { id, type, mentionText } of fields) {
      const drawing = before.find((field) => field.id === id && field.signerId === signerId)
      if (drawing?.drawing && drawing.type === type && drawing.mentionText === mentionText)
        kept.set(drawing.id, drawing.drawing)
    }
  return kept
}

/** Drawings of fields that are gone, or ask for another sentence. */
function droppedDrawings({ record, fields: before }: SignatureRequest, after: readonly Field[]) {
  const kept = new Set(after.flatMap(({ drawing }) => drawing?.id ?? []))
  return before
    .filter(({ drawing }) => drawing && !kept.has(drawing.id))
    .flatMap((field) => drawingFileKeys(record.id, field))
    .map((key) => ({ type: 'document.discarded' as const, data: { key } }))
}

/** What the document held that was made one fixed picture. */
function flattenedIn({ document }: RequestRecord): ReadablePdf['activeContent'] {
  const kinds = document.normalized?.normalizations.map(({ kind }) => kind) ?? []
  return activeContentKinds.filter((kind) => kinds.includes(kind))
}

const noPages: ReadablePdf = {
  valid: true,
  pageCount: 0,
  pages: [],
  signed: false,
  activeContent: [],
  normalizations: [],
  shown: null,
}

interface ShownDocument {
  readonly pdf: ReadablePdf
  readonly shown: Uint8Array | null
}

/**
 * The pages that fields are held against; without fields the document need not be read again. Refused where it is taken no more:
 * a later version of the service may know more of how readers differ.
 */
async function documentFor(record: RequestRecord, proposal: Proposal): Promise<ShownDocument | Refusal<'invalid_pdf'>> {
  if (proposal.signers.every((signer) => signer.fields.length === 0)) return { pdf: noPages, shown: null }
  const { readDocument } = await import('../../../shared/store/documents.ts')
  const shown = await readDocument(shownKey(record))
  const { inspectPdf } = await import('../../../shared/pdf/inspect-pdf.ts')
  const pdf = await inspectPdf(shown)
  return pdf.valid ? { pdf, shown } : invalidPdf(pdf.reason, faultMessages)
}
