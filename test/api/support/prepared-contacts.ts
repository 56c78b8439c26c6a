import { hourMs } from '../../../shared/clock.ts'
import { type Contact, contactKey, contacts } from '../../../shared/contacts/contact.ts'
import { type PreparedPart, prepareContacts } from '../../../shared/contacts/prepared-part.ts'
import { systemIds } from '../../../shared/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { contactOf } from './contacts.ts'
import { type Tenant, table } from './tenant.ts'

/** A contact as the table has it. */
export async function storedContact(id: string): Promise<Contact> {
  const item = await getItem(table(), contactKey(id))
  if (!item) throw new Error(`there is no contact ${id}`)
  return fromItem(contacts, item)
}

/** What an import has put for contacts like one, of other names, before it broke down hours ago. */
export async function brokenImport(of: Tenant, count: number, fields: Partial<Contact>): Promise<PreparedPart> {
  const { id } = await contactOf(of)
  const model = await storedContact(id)
  const [first, ...others] = Array.from({ length: count }, (_, place) => ({
    ...model,
    ...{ id: systemIds(), firstName: 'Aaron', lastName: `Absent${place}`, ...fields },
  }))
  if (!first) throw new Error('an import has rows')
  return await prepared(first, ...others)
}

/** Prepares contacts, as of hours ago. */
export async function prepared(...given: [Contact, ...Contact[]]): Promise<PreparedPart> {
  return await prepareContacts({ table: table(), clock: () => Date.now() - 2 * hourMs, ids: systemIds }, given)
}
