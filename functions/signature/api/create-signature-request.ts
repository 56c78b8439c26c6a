import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { form } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { countAgainstQuota, quotaRefusal, quotaScopes } from '../../../shared/store/quota.ts'
import { callerCause } from '../model/caller.ts'
import { applyCreation, type Change } from '../model/change.ts'
import { documentKeys } from '../model/document-keys.ts'
import { writeFields } from '../model/field.ts'
import type { RequestRecord } from '../model/request.ts'
import { isAsked, sent, signersDue, step } from '../model/transitions.ts'
import { toRequest, warnedRequestView } from '../model/view.ts'
import { auditOf } from './audit.ts'
import { documentOf, draftOf, requestContent } from './draft-request.ts'
import { drawingParts, drawingsRefusal } from './drawing-file.ts'
import { emailsTo } from './email-budget.ts'
import { fieldWarnings } from './field-warnings.ts'
import { fieldsWithDrawings } from './fields-with-drawings.ts'
import { pdfFile } from './pdf-file.ts'
import { proposalFrom } from './proposal.ts'
import { createRequestInput } from './request-input.ts'
import { documentCodes, documentRefusal } from './rules/document-rules.ts'
import { proposalRefusal } from './rules/refusals.ts'
import { ruleCodes, vendorOf } from './rules/rule.ts'
import { contactsFor, linkSigners, namedBy, readContacts } from './signer-contacts.ts'
import { signerFacts } from './signer-facts.ts'
import { tryFields } from './try-fields.ts'

const documents = () => Promise.all([import('../../../shared/store/documents.ts'), import('./store-files.ts')])

export const createSignatureRequest = operation({
  id: 'createSignatureRequest',
  method: 'POST',
  path: '/v1/signature-requests',
  tag: 'Signature requests',
  summary: 'Send a PDF for signature',
  description:
    'Checks the document and the signers, stores the request, and asks the signers whose turn it is. With `draft: true` nobody is asked until you send the draft. A handwritten mention can come with its drawing: a part named `drawing:` and the id of its field, a PNG of at most 1 MB and 4 megapixels. Signers see, sign and receive a document that looks the same in every reader. If the upload is different, the service flattens it (`document.normalizations` lists the changes) or answers `invalid_pdf` with the cause in `details.reason`. Page sizes and rotations never change, so field coordinates measured on the upload stay valid.',
  access: { to: 'entity', named: 'body', permission: 'signature.send', feature: 'signature', needsSettings: true },
  body: form(createRequestInput, pdfFile),
  responses: { 201: warnedRequestView },
  errors: [
    ...documentCodes,
    ...ruleCodes,
    'quota_exceeded',
    'rate_limited',
    'vendor_error',
    'test_mode_daily_email_cap',
  ],
  loadModules: documents,
  preload: ({ readItems, body }) => readContacts(readItems, body.signers ?? []),
  async handle({ entity, settings, body, file, work, principal, origin, clock, ids, table, preloaded }) {
    const nowMs = clock()
    // Lists are bounded by creation times through the ids, so that both have to tell the same millisecond.
    const [id, documentId] = [ids(nowMs), ids()]
    const contacts = contactsFor(preloaded, principal, { orgId: entity.orgId, entityId: entity.id })
    const vendor = vendorOf({ proposal: { vendor: body.vendor ?? null }, entity, settings, nowMs })
    const proposal = proposalFrom(body, { settings: settings.signature, vendor, known: contacts })
    const emails = proposal.signers.map(({ email }) => email)
    const facts = signerFacts(table, entity.orgId, { emails, nowMs: work.nowMs })
    const linkable = new Set(contacts.keys())
    const judged = {
      proposal,
      entity,
      settings,
      documentId,
      pdf: file.content,
      keptVendor: null,
      nowMs,
      correctedId: null,
      linkable,
      members: async () => (await facts()).members,
    }
    const drawings = drawingParts(file.parts)
    const refusal =
      documentRefusal(judged) ?? (await proposalRefusal(judged)) ?? (await drawingsRefusal(drawings, proposal.signers))
    if (refusal) return refusal
    const tried = await tryFields(file.content.shown ?? file.bytes, judged)
    if (isRefusal(tried)) return tried
    if (!vendor) return refuse('vendor_unavailable', 'The organization has no signature vendor that it can use.')
    const quotas = quotaScopes('signature_requests', { ...entity, entityId: entity.id }, settings)
    // A draft is handed over when it is sent.
    const accepted = body.draft ? { vendorRequestId: null } : await vendor.accept(proposal)
    if (isRefusal(accepted)) return (await quotaRefusal(table, 'signature_requests', quotas, work.nowMs)) ?? accepted

    const [{ dropDocument }, { storeFiles }] = await documents()
    const [stored, { members, counts }] = await Promise.all([
      storeFiles({ orgId: entity.orgId, document: { id: documentId } }, file),
      facts(),
    ])
    const making = { ids, nowMs, defaultLocale: principal.profile.locale, members, contactOf: namedBy(contacts) }
    const { content, fields: bare } = await requestContent(proposal, vendor.key, making)
    const createdBy = creatorIn(principal, entity.orgId)
    const { fields, keys: drawn } = await fieldsWithDrawings(bare, drawings, {
      requestId: id,
      work,
      createdBy,
      ids,
      nowMs,
    })
    const document = documentOf(documentId, file, stored, nowMs)
    const keys = documentKeys({ orgId: entity.orgId, document })
    for (const key of keys) work.ifNotCommitted(() => dropDocument(key))
    const asked = body.draft ? [] : signersDue(content).filter(isAsked)
    const overBudget = emailBudgetRefusal(counts, emailsTo({ ...content, orgId: entity.orgId }, asked), work.nowMs)
    if (overBudget) return overBudget
    const draft = draftOf(content, document, {
      id,
      entity,
      settings,
      createdBy,
      vendorRequestId: accepted.vendorRequestId,
      nowMs,
    })
    const cause = callerCause({ principal, record: { ...draft, updatedAt: draft.createdAt }, origin, nowMs })
    const created: Change = {
      after: draft,
      steps: [step('created', cause, createdDetail(document))],
      events: [],
      jobs: [...keys, ...drawn].map((key) => ({ type: 'document.stored', data: { key } })),
    }
    const record = applyCreation(work, body.draft ? created : followedBy(created, sent(draft, cause)), { nowMs, ids })
    writeFields(work, id, { before: [], after: fields })
    linkSigners(work, record, { before: [], after: record.signers }, contacts)
    // A draft counts when it is sent.
    if (!body.draft) for (const scope of quotas) countAgainstQuota(work, 'signature_requests', scope)
    work.audit(auditOf(record, 'signature_request.created'))
    const warnings = fieldWarnings(record, fields, tried)
    const written = { ...toRequest({ record, fields }, { principal, nowMs }), warnings }
    return reply(201, written, { Location: `/v1/signature-requests/${id}` })
  },
})

/** The file that signers will see and, where that is not the upload, the upload and what was done to it. */
function createdDetail({ fileName, sha256, size, normalized }: RequestRecord['document']) {
  return { fileName, sha256, size, ...normalized }
}

/** Two changes of one write: the state of the second, and what both say. */
function followedBy(first: Change, second: Change): Change {
  return {
    after: second.after,
    steps: [...first.steps, ...second.steps],
    events: [...first.events, ...second.events],
    jobs: [...first.jobs, ...second.jobs],
  }
}
