import type { ReceivedFile } from '../../../shared/http/body.ts'
import type { ReadablePdf } from '../../../shared/pdf/pdf-inspection.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { toE164 } from '../../../shared/platform/phone.ts'
import type { Entity } from '../../../shared/store/entities.ts'
import type { Settings } from '../../../shared/store/settings-fields.ts'
import type { Change } from '../model/change.ts'
import { documentName } from '../model/document-name.ts'
import type { Field, PreparedDrawing } from '../model/field.ts'
import type { RequestRecord } from '../model/request.ts'
import type { Proposal } from './proposal.ts'
import type { SignerInput } from './request-input.ts'
import type { NamedContact } from './signer-contacts.ts'
import type { StoredFiles } from './store-files.ts'

interface Making {
  readonly ids: () => string
  readonly nowMs: number
  /** Used where a signer's language is not said. */
  readonly defaultLocale: string
  readonly members: ReadonlySet<string>
  /** Mentions that were written already, by the ids of their fields. */
  readonly drawings?: ReadonlyMap<string, PreparedDrawing>
  readonly contactOf: (signer: Pick<SignerInput, 'id' | 'contactId'>) => NamedContact
}

/** The parts of a request that a proposal decides: for a new request and for a changed draft. */
export async function requestContent(proposal: Proposal, vendorKey: string, making: Making) {
  const signers = await Promise.all(proposal.signers.map((signer, index) => signerOf(signer, index, proposal, making)))
  const { signers: given, expiresInDays, attachSignedDocument, mustSeeAllPages, ...content } = proposal
  const fields = given.flatMap((signer, index) =>
    signer.fields.map((field) => newField(field, signers[index]?.id ?? '', making)),
  )
  const stored = {
    ...content,
    vendor: vendorKey,
    expiresInDays: Number(expiresInDays),
    ...(attachSignedDocument && { attachSignedDocument }),
    ...(mustSeeAllPages && { mustSeeAllPages }),
  }
  return { content: { ...stored, signers }, fields }
}

async function signerOf(
  signer: Proposal['signers'][number],
  index: number,
  proposal: Proposal,
  { ids, defaultLocale, members, contactOf }: Making,
): Promise<RequestRecord['signers'][number]> {
  return {
    id: signer.id ?? ids(),
    ...contactOf(signer),
    firstName: signer.firstName,
    lastName: signer.lastName,
    email: signer.email,
    phone: signer.phone ? await toE164(signer.phone) : null,
    authMethod: signer.authMethod,
    signingMode: signer.signingMode,
    order: proposal.signingOrder === 'sequential' ? (signer.order ?? index + 1) : null,
    locale: signer.locale ?? defaultLocale,
    external: !members.has(signer.email.toLowerCase()),
    status: 'waiting',
    clientReference: signer.clientReference ?? null,
    notifiedAt: null,
    openedAt: null,
    signedAt: null,
    declinedAt: null,
    declineReason: null,
    lastRemindedAt: null,
    reminderCount: 0,
    emailDelivery: 'none',
    linkGeneration: 1,
    consentedAt: null,
    mails: null,
  }
}

function newField(
  field: Proposal['signers'][number]['fields'][number],
  signerId: string,
  { ids, drawings }: Making,
): Field {
  const { label, text, mentionText, ...rest } = field
  const id = field.id ?? ids()
  const drawing = drawings?.get(id)
  return {
    ...rest,
    id,
    signerId,
    label: label ?? null,
    text: text ?? null,
    mentionText: mentionText ?? null,
    ...(drawing && { drawing }),
  }
}

interface Identity {
  readonly id: string
  readonly entity: Entity
  readonly settings: Settings
  readonly createdBy: RequestRecord['createdBy']
  readonly vendorRequestId: string | null
  readonly nowMs: number
}

/** A request that nobody was asked to sign yet. */
export function draftOf(
  content: Awaited<ReturnType<typeof requestContent>>['content'],
  document: RequestRecord['document'],
  { id, entity, settings, createdBy, vendorRequestId, nowMs }: Identity,
): Change['after'] {
  return {
    ...content,
    id,
    orgId: entity.orgId,
    entityId: entity.id,
    providerId: entity.providerId,
    livemode: entity.livemode,
    status: 'draft',
    maxExpiryDays: settings.signature.maxExpiryDays,
    timeZone: settings.general.timezone,
    vendorRequestId,
    expiresAt: timestamp(nowMs + content.expiresInDays * dayMs),
    document,
    decline: null,
    cancel: null,
    source: createdBy.type === 'user' ? 'user' : 'integration',
    createdBy,
    createdAt: timestamp(nowMs),
    sentAt: null,
    completedAt: null,
    endedAt: null,
    dueAt: null,
  }
}

export function documentOf(
  id: string,
  file: ReceivedFile<ReadablePdf>,
  { upload, normalized }: StoredFiles,
  nowMs: number,
): RequestRecord['document'] {
  const { pageCount, normalizations } = file.content
  const { sha256, size } = normalized ?? upload
  return {
    id,
    fileName: documentName(file.name),
    size,
    pageCount,
    sha256,
    normalized: normalized && { upload: { sha256: upload.sha256, size: upload.size }, normalizations },
    uploadedAt: timestamp(nowMs),
    sealStatus: 'none',
    sealLevel: null,
    sealFailures: 0,
    sealRun: null,
    signed: null,
    evidence: null,
  }
}
