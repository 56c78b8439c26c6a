import { type Entity, type EntityPlace, entityIn, nodeKey } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'

/** The entity of a request, and which of some e-mails belong to active members, in lower case; and other items by their keys. */
export async function entityWithMembers(
  table: Table,
  place: EntityPlace,
  emails: readonly string[],
  others: readonly Key[] = [],
): Promise<{ entity: Entity; members: ReadonlySet<string>; items: readonly Item[] }> {
  const { orgId, entityId } = place
  const items = await getItems(table, [nodeKey(entityId), ...memberEmailKeys(orgId, emails), ...others])
  return { entity: entityIn(items, place), members: membersIn(items, orgId), items }
}
