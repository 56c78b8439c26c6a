import { addContact } from '../../functions/contacts/model/change-contact.ts'
import {
  isRemovedEntityKey,
  removedEntities,
  removedEntityKey,
} from '../../functions/organizations/model/tree/removed-entity.ts'
import { put } from '../../infra/local/tenant.ts'
import { dayMs } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { fromItem, recordsOf } from '../../shared/store/collection.ts'
import { commit } from '../../shared/store/commit.ts'
import { dueItems } from '../../shared/store/due.ts'
import { getItem, getItems } from '../../shared/store/table.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { demand } from './client.ts'
import { contactOf } from './contacts.ts'
import { past } from './signature.ts'
import { storedContact } from './staged-contacts.ts'
import { deleteNode, nodeUnder } from './structure.ts'
import { type Tenant, table } from './tenant.ts'

export async function deletedEntity(of: Tenant, name = 'Lyon'): Promise<{ id: string }> {
  const { id } = await nodeUnder(of, of.org.id, name)
  demand(await deleteNode(of, id), 204)
  return { id }
}

/** What a request writes that had read the entity before it went. */
export async function contactLateIn(of: Tenant, entityId: string): Promise<{ id: string }> {
  const model = await storedContact((await contactOf(of)).id)
  const id = systemIds()
  const work = unitOfWorkOf(id)
  addContact(work, { ...model, id, entityId })
  await committed(work)
  return { id }
}

/** The time is over after which a sweep looks at it, where one will. */
export async function makeDue(entityId: string): Promise<void> {
  const item = await getItem(table(), removedEntityKey(entityId))
  if (item) await put(table(), removedEntities, { ...fromItem(removedEntities, item), dueAt: past })
}

/** The same of all that a sweep will ever look at. */
export async function makeAllDue(): Promise<void> {
  const keys = await dueItems(table(), Date.now() + dayMs, 'DUE', 1_000)
  const items = await getItems(table(), keys.filter(isRemovedEntityKey))
  for (const { entity } of recordsOf(removedEntities, items)) await makeDue(entity.id)
}

/** An entity that a contact came into as it was deleted, and one that nothing did; both are to be looked at. */
export async function deletedWhileUsed(of: Tenant): Promise<void> {
  const [used, empty] = [await deletedEntity(of), await deletedEntity(of)]
  await contactLateIn(of, used.id)
  for (const { id } of [used, empty]) await makeDue(id)
}

function unitOfWorkOf(id: string): UnitOfWork {
  return new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor(id) })
}

async function committed(work: UnitOfWork): Promise<void> {
  const outcome = await commit(table(), work)
  if (outcome !== 'committed') throw new Error(`the commit was ${JSON.stringify(outcome)}`)
}
