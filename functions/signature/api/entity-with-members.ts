import { type Entity, type EntityPlace, entityIn, nodeKey } from '../../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../../shared/store/member-emails.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'

/** The entity of a request, and which of some e-mails belong to active members, in lower case. */
export async function entityWithMembers(
  table: Table,
  place: EntityPlace,
  emails: readonly string[],
): Promise<{ entity: Entity; members: ReadonlySet<string> }> {
  const { orgId, entityId } = place
  const items = await getItems(table, [nodeKey(entityId), ...memberEmailKeys(orgId, emails)])
  return { entity: entityIn(items, place), members: membersIn(items, orgId) }
}
