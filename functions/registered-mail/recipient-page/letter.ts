import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { contentKey, contents } from '../model/content.ts'
import { mayRead, type RecipientGrant } from './recipient-grant.ts'

/** The letter, sanitized when it was stored; null: this browser may not read it, or the mail has none. */
export async function letterOf(
  table: Table,
  grant: RecipientGrant,
  { sessionSha256, nowMs }: { readonly sessionSha256: string; readonly nowMs: number },
): Promise<string | null> {
  if (!mayRead(grant, sessionSha256, nowMs)) return null
  const item = await getItem(table, contentKey(grant.mail.id))
  return item ? fromItem(contents, item).html : null
}
