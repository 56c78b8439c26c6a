import * as v from 'valibot'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { namedBriefly } from './change-contact.ts'
import { type Contact, contactKey, contactSchema, contacts, isVisible } from './contact.ts'
import { displayNameOf } from './contact-name.ts'

/** A contact as the API returns it (contract §2.4). */
export const contactView = v.pipe(
  v.object({
    ...v.omit(contactSchema, ['providerId', 'livemode']).entries,
    displayName: v.string(),
    company: v.nullable(v.object({ id: v.string(), displayName: v.string() })),
  }),
  v.title('Contact'),
)
export type ContactView = v.InferOutput<typeof contactView>

/**
 * The companies of some contacts, by id, as far as the principal sees them. Companies among the contacts, or read beside them, are
 * not read again. `named` is one more company to return.
 */
export async function companiesOf(
  table: Table,
  linked: readonly Contact[],
  principalId: string,
  beside: readonly Contact[] = [],
  named?: string,
): Promise<ReadonlyMap<string, Contact>> {
  const ids = new Set([...linked.flatMap(({ companyId }) => companyId ?? []), ...(named ? [named] : [])])
  const known = [...linked, ...beside].filter(({ id }) => ids.delete(id))
  const items = ids.size === 0 ? [] : await getItems(table, [...ids].map(contactKey))
  return visibleById([...known, ...recordsOf(contacts, items)], principalId)
}

function visibleById(companies: readonly Contact[], principalId: string): ReadonlyMap<string, Contact> {
  const visible = companies.filter((company) => isVisible(company, principalId))
  return new Map(visible.map((company) => [company.id, company]))
}

/**
 * Whether a search by company may return anything. If the company is gone or hidden from the caller, it returns nothing, not even that
 * there is more.
 */
export function mayTellOfPeople(companyId: string | undefined, companies: ReadonlyMap<string, Contact>): boolean {
  return companyId === undefined || companies.has(companyId)
}

/** A link to a company that is gone or hidden from the caller is left out. */
export function toContact(contact: Contact, companies: ReadonlyMap<string, Contact>): ContactView {
  const { providerId: _, livemode: __, ...told } = contact
  const company = companies.get(contact.companyId ?? '')
  return {
    ...told,
    displayName: displayNameOf(contact),
    companyId: company?.id ?? null,
    company: company ? namedBriefly(company) : null,
  }
}
