import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Contact, contactKey, contactPartition } from './contact.ts'
import { asksToBeThere } from './contact-links.ts'

/** Notes with a company that a person belongs to it, so that deleting or merging it finds its people in all address books. */
const personOfCompanySchema = v.object({ companyId: v.string(), contactId: v.string() })
export type PersonOfCompany = v.InferOutput<typeof personOfCompanySchema>

export const personStart = 'PERSON#'

export const companyPeople: Collection<PersonOfCompany> = {
  name: 'company_person',
  schema: personOfCompanySchema,
  key: ({ companyId, contactId }) => ({ PK: contactPartition(companyId), SK: `${personStart}${contactId}` }),
}

/**
 * Notes the company of a person. Before is null for a new contact, after for a deleted one. The commit fails if the company
 * is deleted meanwhile.
 */
export function joinCompany(work: UnitOfWork, before: Contact | null, after: Contact | null): void {
  const [old, current] = [before?.companyId ?? null, after?.companyId ?? null]
  if (old === current) return
  if (before && old !== null) work.removePart(companyPeople.key({ companyId: old, contactId: before.id }))
  if (!after || current === null) return
  asksToBeThere(work, contactKey(current))
  work.putPart(companyPeople, { companyId: current, contactId: after.id })
}
