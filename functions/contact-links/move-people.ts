import { timestamp } from '../../shared/clock.ts'
import { changeContact } from '../../shared/contacts/change-contact.ts'
import { companyPeople, type PersonOfCompany, personStart } from '../../shared/contacts/company-people.ts'
import { contactKey, contactPartition, contacts } from '../../shared/contacts/contact.ts'
import { standingFor } from '../../shared/contacts/successor.ts'
import type { Platform } from '../../shared/platform.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { fromItem, recordsOf } from '../../shared/store/collection.ts'
import { commit, pauseBeforeNextDecision } from '../../shared/store/commit.ts'
import { getItem, oldestBetween } from '../../shared/store/table.ts'
import { Work } from '../../shared/store/work.ts'
import type { Gone } from './move-links.ts'

const atOnce = 50
const maxTries = 5

/** The people of a company that is gone are those of the one that took it over, or of none. */
export async function movePeople(platform: Platform, gone: Gone): Promise<void> {
  for (;;) {
    const range = { from: personStart, to: `${personStart}~` }
    const items = await oldestBetween(platform.table, contactPartition(gone.contactId), range, atOnce)
    if (items.length === 0) return
    for (const person of recordsOf(companyPeople, items)) await movePerson(platform, gone, person)
  }
}

async function movePerson(platform: Platform, gone: Gone, person: PersonOfCompany): Promise<void> {
  for (let round = 1; round <= maxTries; round++) {
    const work = await movedPerson(platform, gone, person)
    const outcome = await commit(platform.table, work)
    if (outcome === 'committed') return
    if (outcome !== 'stale') throw new Error(`a job was refused: ${outcome.refused}`)
    await pauseBeforeNextDecision(round)
  }
  throw new Error(`the contact ${person.contactId} kept changing`)
}

async function movedPerson(platform: Platform, { contactId: companyId, mergedInto }: Gone, person: PersonOfCompany) {
  const { table, clock } = platform
  const work = new Work({ ...platform, author: systemAuthor(companyId) })
  const [item, successor] = await Promise.all([
    getItem(table, contactKey(person.contactId)),
    standingFor(table, mergedInto),
  ])
  const contact = item ? fromItem(contacts, item) : null
  if (contact?.companyId !== companyId) {
    work.removePart(companyPeople.key(person))
    return work
  }
  const { version } = contact
  const after = { ...contact, companyId: successor?.id ?? null, updatedAt: timestamp(clock()), version: version + 1 }
  changeContact(work, contact, after)
  return work
}
