import { isDeepStrictEqual } from 'node:util'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { toE164 } from '../../../shared/platform/phone.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import type { EntitySettings } from '../../../shared/store/settings.ts'
import type { Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { callerCause } from '../model/caller.ts'
import { applyChange } from '../model/change.ts'
import { codeDestination } from '../model/code-destination.ts'
import { type RequestRecord, type SignatureRequest, type Signer, signatureRequests } from '../model/request.ts'
import { forgetProof, type SigningProgress, signingProgresses, signingProgressKey } from '../model/signing-progress.ts'
import { type Correctable, corrected } from '../model/signing-transitions.ts'
import { endedCodes } from '../model/transitions.ts'
import { vendorKeepsIt } from '../model/vendor-poll.ts'
import { requestView, toRequest } from '../model/view.ts'
import { auditOf, differences } from './audit.ts'
import { emailsTo } from './email-budget.ts'
import { namedSignerCodes, openSigner } from './named-signer.ts'
import { patchedProposal } from './proposal.ts'
import { type CorrectionInput, correctionInput } from './request-input.ts'
import { correctionRefusal } from './rules/refusals.ts'
import { correctionCodes } from './rules/rule.ts'
import { signerFacts } from './signer-facts.ts'

const correctable = ['firstName', 'lastName', 'email', 'phone', 'locale', 'authMethod'] as const
/** Those whose change makes a code, or the proof of one, worth nothing. */
const proving: readonly string[] = ['email', 'phone', 'authMethod']

export const correctSigner = operation({
  id: 'correctSigner',
  method: 'PATCH',
  path: '/v1/signature-requests/{id}/signers/{signerId}',
  tag: 'Signature requests',
  summary: 'Correct a signer who has not signed',
  description:
    'If you change the e-mail, the old link stops working and the signer gets a new one. Once a signer has signed, the names of the others can no longer change: the signature names them as the other parties. E-mail, phone, locale and authMethod can still be corrected. Fields that you leave out keep their value; null clears the phone.',
  access: {
    to: 'resource',
    resource: signatureRequests,
    permission: 'signature.send',
    feature: 'signature',
    needsSettings: true,
  },
  body: json(correctionInput),
  responses: { 200: requestView },
  errors: [
    ...endedCodes,
    ...namedSignerCodes,
    ...correctionCodes,
    'vendor_error',
    'rate_limited',
    'test_mode_daily_email_cap',
  ],
  preload: ({ readItems, path: { id, signerId } }) => progressOf(readItems, id, signerId),
  async handle({ resource, settings, path, body, preloaded: progress, table, work, principal, origin, clock, ids }) {
    const { record, fields } = resource
    const nowMs = clock()
    const signer = openSigner(record, path.signerId, nowMs)
    if (isRefusal(signer)) return signer
    const unchangeable = vendorKeepsIt(record)
    if (unchangeable) return unchangeable
    const renamed = renamedRefusal(record, signer, body)
    if (renamed) return renamed
    const correction = await correctionOf({ resource, settings, table, work, nowMs }, signer, body)
    if (isRefusal(correction)) return correction
    const changes = differences(signer, { ...signer, ...correction }, correctable)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changes.length === 0) return reply(200, toRequest(resource, { principal, nowMs }))
    const change = corrected(record, signer, correction, callerCause({ principal, record, origin, nowMs }))
    const next = applyChange(work, record, change, { nowMs, ids })
    if (changes.some(({ field }) => proving.includes(field))) {
      const isReaddressed = changes.some(({ field }) => field === 'email')
      const hasOtherDestination = !isDeepStrictEqual(
        codeDestination(signer),
        codeDestination({ ...signer, ...correction }),
      )
      forgetProof(work, {
        requestId: record.id,
        signerId: signer.id,
        progress,
        isReaddressed,
        hasOtherDestination,
      })
    }
    work.audit(auditOf(next, 'signature_request.signer_corrected', changes))
    return reply(200, toRequest({ record: next, fields }, { principal, nowMs }))
  },
})

/** People who have signed were shown the names of the other signers. A new name may stand for another party. */
function renamedRefusal(
  { document, signers }: RequestRecord,
  signer: Signer,
  { firstName = signer.firstName, lastName = signer.lastName }: CorrectionInput,
): Refusal<'document_already_signed'> | null {
  const isRenamed = firstName !== signer.firstName || lastName !== signer.lastName
  if (!isRenamed || signers.every(({ status }) => status !== 'signed')) return null
  return refuse(
    'document_already_signed',
    'Another signer has already signed and was shown this name, so the name can no longer change. Cancel the request and send a new one.',
    { documentId: document.id },
  )
}

interface Correcting {
  readonly resource: SignatureRequest
  readonly settings: EntitySettings
  readonly table: Table
  readonly work: UnitOfWork
  readonly nowMs: number
}

/** What is known of the signer once the correction is made, or why it cannot be. */
async function correctionOf(
  { resource, settings, table, work, nowMs }: Correcting,
  signer: Signer,
  { version: _, phone, ...rest }: CorrectionInput,
): Promise<Correctable | Refusal<(typeof correctionCodes)[number] | 'rate_limited'>> {
  const named = { ...signer, ...rest, phone: phone === undefined ? signer.phone : phone }
  const { record } = resource
  const { members, counts } = await signerFacts(table, record.orgId, { emails: [named.email], nowMs: work.nowMs })()
  const signers = record.signers.map((other) => (other.id === signer.id ? named : other))
  const proposal = patchedProposal({ ...record, signers }, resource.fields, {})
  const judged = {
    proposal,
    entity: record,
    settings,
    keptVendor: record.vendor,
    nowMs,
    correctedId: signer.id,
    members: async () => members,
  }
  const changed = correctable.filter((name) => named[name] !== signer[name])
  const refusal = await correctionRefusal(judged, changed)
  if (refusal) return refusal
  const external = !members.has(named.email.toLowerCase())
  // Another address gets the invitation that the former one got.
  const isInvited = signer.notifiedAt !== null && named.email.toLowerCase() !== signer.email.toLowerCase()
  const invited = isInvited ? [{ ...named, external }] : []
  const overBudget = emailBudgetRefusal(counts, emailsTo(record, invited), work.nowMs)
  if (overBudget) return overBudget
  return { ...named, phone: named.phone === null ? null : await toE164(named.phone), external }
}

/** How far the signer has come; null: not a step. */
async function progressOf(
  readItems: BatchLoader,
  requestId: string,
  signerId: string,
): Promise<SigningProgress | null> {
  const [item] = await readItems([signingProgressKey(requestId, signerId)])
  return item ? fromItem(signingProgresses, item) : null
}
