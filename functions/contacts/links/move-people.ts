import { isRefusal } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, oldestBetween } from '../../../shared/store/table.ts'
import { changeContact } from '../model/change-contact.ts'
import { companyPeople, type PersonOfCompany, personStart } from '../model/company-people.ts'
import { contactKey, contactPartition, contacts } from '../model/contact.ts'
import { standingFor } from '../model/successor.ts'
import type { Gone } from './move-links.ts'

const atOnce = 50
const maxTries = 5

/** Moves the people of a deleted company to the company that it was merged into, or to none. */
export async function movePeople(platform: Platform, gone: Gone): Promise<void> {
  for (;;) {
    const range = { from: personStart, to: `${personStart}~` }
    const items = await oldestBetween(platform.table, contactPartition(gone.contactId), range, atOnce)
    if (items.length === 0) return
    for (const person of recordsOf(companyPeople, items)) await movePerson(platform, gone, person)
  }
}

async function movePerson(platform: Platform, gone: Gone, person: PersonOfCompany): Promise<void> {
  const { table, clock } = platform
  const { contactId: companyId, mergedInto } = gone
  const refusal = await commitWithRetry(
    { ...platform, author: systemAuthor(companyId), maxTries, signal: null },
    async (work) => {
      const [item, successor] = await Promise.all([
        getItem(table, contactKey(person.contactId)),
        standingFor(table, mergedInto),
      ])
      const contact = item ? fromItem(contacts, item) : null
      if (contact?.companyId !== companyId) return work.removePart(companyPeople.key(person))
      const { version } = contact
      const after = {
        ...contact,
        companyId: successor?.id ?? null,
        updatedAt: timestamp(clock()),
        version: version + 1,
      }
      changeContact(work, contact, after)
    },
  )
  if (isRefusal(refusal)) throw new Error(`the contact ${person.contactId} could not be moved: ${refusal.refused}`)
}
