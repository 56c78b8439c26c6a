import { isUuid } from '../../../../shared/platform/ids.ts'
import type { Table } from '../../../../shared/store/table.ts'
import { hasContacts } from '../../../contacts/model/entity-contacts.ts'
import { hasSenders } from '../../../registered-mail/model/emptied-senders.ts'
import { hasMails } from '../../../registered-mail/model/entity-mails.ts'
import { hasRequests } from '../../../signature/model/entity-requests.ts'
import { hasTasks } from '../../../tasks/model/entity-tasks.ts'

export type Holding = 'signature requests' | 'registered mails' | 'contacts' | 'tasks' | 'sender accounts'

/** What keeps an entity from being deleted; null: it is empty. A domain that stores data of entities adds its question here. */
export async function holdingOf(table: Table, entityId: string): Promise<{ holding: Holding | null }> {
  if (!isUuid(entityId)) return { holding: null }
  const id = entityId.toLowerCase()
  const [requests, mails, contacts, tasks, senders] = await Promise.all([
    hasRequests(table, id),
    hasMails(table, id),
    hasContacts(table, id),
    hasTasks(table, id),
    hasSenders(table, id),
  ])
  if (requests) return { holding: 'signature requests' }
  if (mails) return { holding: 'registered mails' }
  if (contacts) return { holding: 'contacts' }
  if (tasks) return { holding: 'tasks' }
  return { holding: senders ? 'sender accounts' : null }
}
