import { type Entity, entityIn, nodeKey } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import type { SignatureRequest } from '../model/request.ts'

type Place = Pick<SignatureRequest, 'orgId' | 'entityId'>

/** Where the entity of a request stands, and whether e-mails are of members. */
export function keysOfEntityWithMembers({ orgId, entityId }: Place, emails: readonly string[]): Key[] {
  return [nodeKey(entityId), ...memberEmailKeys(orgId, emails)]
}

/**
 * The entity of a request, and which of some e-mails are of active members, in lower case. `beside` is where all of it was
 * read already; null: nowhere.
 */
export async function entityWithMembers(
  table: Table,
  place: Place,
  { emails, beside }: { readonly emails: readonly string[]; readonly beside: readonly Item[] | null },
): Promise<{ entity: Entity; members: ReadonlySet<string> }> {
  const items = beside ?? (await getItems(table, keysOfEntityWithMembers(place, emails)))
  return { entity: entityIn(items, place), members: membersIn(items, place.orgId) }
}
