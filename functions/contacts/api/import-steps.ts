import { creatorIn } from '../../../shared/auth/creator.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import type { Entity } from '../../../shared/store/entities.ts'
import { type Contact, type ContactContent, isVisible } from '../model/contact.ts'
import { nothingKnown, withFields } from '../model/contact-input.ts'
import { judgedContent } from '../model/contact-rules.ts'
import { contactContent } from './changed-content.ts'
import { type ImportInput, type ImportRow, type RowError, withImportTags } from './import-input.ts'

export type RowFault = Omit<RowError, 'row'>

/** What a row makes of the current contact (null: there is none), or why it cannot. It runs again if others wrote first. */
export type Step = (current: Contact | null) => Promise<Contact | RowFault>

export interface StepDependencies {
  readonly entity: Pick<Entity, 'id' | 'orgId' | 'providerId' | 'livemode'>
  readonly principal: Principal
  readonly input: ImportInput
  /** When the import began. */
  readonly at: string
}

/** The two things that a row can do: create its contact, or change the contact that it matches. */
export function rowSteps(row: ImportRow, id: string, dependencies: StepDependencies): { creation: Step; change: Step } {
  return {
    // One that is there already is what an earlier try of the same request has created.
    creation: async (current) => current ?? (await created(row, id, dependencies)),
    // What was matched may be gone by now, or somebody else's own.
    change: async (current) =>
      current && isVisible(current, dependencies.principal.id) ? await changed(row, current, dependencies) : gone,
  }
}

async function created(
  { kind, sent }: ImportRow,
  id: string,
  { entity, principal, input, at }: StepDependencies,
): Promise<Contact | RowFault> {
  const tags = withImportTags(sent.tags ?? [], input.tags)
  if (!tags) return tooManyTags
  const { id: entityId, orgId, providerId, livemode } = entity
  const proposed = { id: null, entityId, kind, before: null, company: null, principalId: principal.id }
  const content = await judgedContent({ ...proposed, content: withFields(nothingKnown, { ...sent, tags }) })
  if (isRefusal(content)) return faultOf(content)
  const made = { createdBy: creatorIn(principal, orgId), createdAt: at, updatedAt: at, version: 1 }
  return { id, orgId, entityId, providerId, livemode, kind, ...content, ...made }
}

async function changed(
  { kind, sent }: ImportRow,
  current: Contact,
  { principal, input, at }: StepDependencies,
): Promise<Contact | RowFault> {
  if (kind !== current.kind) return otherKind
  const { isPrivate: _, ...fields } = sent
  // A file of another program knows nothing of the tags that people gave here.
  const tags = withImportTags([...current.tags, ...(sent.tags ?? [])], input.tags)
  if (!tags) return tooManyTags
  const { id, entityId } = current
  const proposed = { id, entityId, kind, before: current, company: null, principalId: principal.id }
  const content = await judgedContent({
    ...proposed,
    content: withFields(contactContent(current), { ...fields, tags }),
  })
  return isRefusal(content) ? faultOf(content) : { ...current, ...content, updatedAt: at }
}

/** The field of a rule, if it has one. */
const fieldByCode: Readonly<Record<string, keyof ContactContent>> = {
  company_name_required: 'companyName',
  invalid_phone: 'phone',
  invalid_mobile_phone: 'mobilePhone',
  invalid_siren: 'siren',
  invalid_siret: 'siret',
  siren_siret_mismatch: 'siret',
}

function faultOf({ refused: code, message }: Refusal): RowFault {
  return { code, field: fieldByCode[code] ?? null, message }
}

const tooManyTags: RowFault = {
  code: 'invalid_request',
  field: 'tags',
  message: 'With the tags of the import, the contact would have too many tags.',
}
const otherKind: RowFault = {
  code: 'invalid_input',
  field: 'kind',
  message: 'The row matches a contact of another kind, and the kind of a contact cannot change.',
}
const gone: RowFault = {
  code: 'contact_not_found',
  field: null,
  message: 'The contact that the row matched no longer exists. Import the row again.',
}
