import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import type { Contact } from '../../contacts/model/contact.ts'
import { linkContacts } from '../../contacts/model/contact-links.ts'
import { seenBy } from './change-task.ts'
import { linkedContact } from './linked-contacts.ts'
import { type Task, taskKey, tasks } from './task.ts'

const maxTries = 5

/** Replaces a linked contact by another, by its present state, or by none. False if the task does not link it. */
export async function replaceContact(
  platform: Platform,
  taskId: string,
  contactId: string,
  successor: () => Promise<Contact | null>,
): Promise<boolean> {
  const author = systemAuthor(contactId)
  const outcome = await commitWithRetry({ ...platform, author, maxTries, signal: null }, async (work) => {
    const item = await getItem(platform.table, taskKey(taskId))
    const task = item && fromItem(tasks, item)
    if (!task?.contacts.some(({ id }) => id === contactId)) return false
    const contact = await successor()
    const after = { ...task, contacts: contactsWith(task, contactId, contact), version: task.version + 1 }
    if (JSON.stringify(after.contacts) === JSON.stringify(task.contacts)) return true
    work.update(tasks, task, after)
    const known = new Map(contact ? [[contact.id, contact]] : [])
    const [before, now] = [task, after].map(({ contacts }) => contacts.map(({ id }) => id))
    const linked = { before: before ?? [], after: now ?? [], ...seenBy(task, after) }
    linkContacts(work, { type: 'task', targetId: taskId }, linked, known)
    return true
  })
  if (isRefusal(outcome)) throw new Error(`the contact of the task ${taskId} could not be replaced: ${outcome.refused}`)
  return outcome
}

/** Each contact once, in the place where it stood first. */
function contactsWith({ contacts }: Task, contactId: string, successor: Contact | null): Task['contacts'] {
  const replaced = contacts.flatMap((linked) =>
    linked.id === contactId ? (successor ? linkedContact(successor) : []) : linked,
  )
  return [...new Map(replaced.map((linked) => [linked.id, linked])).values()]
}
