import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { type Item, itemKey, items } from '../model/item.ts'
import { type Mail, mailKey, mails } from '../model/mail.ts'
import type { LinkTarget } from '../model/page-link.ts'

/** What a follower of a registered mail sees: the proofs of one of its items. */
export interface FollowerGrant {
  readonly mail: Mail
  readonly item: Item
}

export async function followerGrant(
  table: Table,
  { mailId, itemId }: Extract<LinkTarget, { page: 'follower' }>,
): Promise<FollowerGrant | null> {
  const found = await getItems(table, [mailKey(mailId), itemKey({ mailId, itemId })])
  const [[mail], [item]] = [recordsOf(mails, found), recordsOf(items, found)]
  return mail && item ? { mail, item } : null
}
