import type { SignatureRequest } from '../../shared/signature/request.ts'
import { type Entity, entityIn, nodeKey } from '../../shared/store/entities.ts'
import { memberEmailKeys, membersIn } from '../../shared/store/member-emails.ts'
import { getItems, type Table } from '../../shared/store/table.ts'

/** The entity of a request, and which of some e-mails are of active members, in lower case, in one read. */
export async function entityWithMembers(
  table: Table,
  place: Pick<SignatureRequest, 'orgId' | 'entityId'>,
  emails: readonly string[],
): Promise<{ entity: Entity; members: ReadonlySet<string> }> {
  const items = await getItems(table, [nodeKey(place.entityId), ...memberEmailKeys(place.orgId, emails)])
  return { entity: entityIn(items, place), members: membersIn(items, place.orgId) }
}
