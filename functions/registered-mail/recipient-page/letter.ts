import { withoutDirections } from '../../../shared/platform/visible-text.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { contentKey, contents, isLetter } from '../model/content.ts'
import { mayRead, type RecipientGrant } from './recipient-grant.ts'

/**
 * The letter, sanitized when it was stored; null: this browser may not read it, or the mail has none. Throws if it is not the letter
 * that was sent, so that nobody accepts or reads another one.
 */
export async function letterOf(
  table: Table,
  grant: RecipientGrant,
  { sessionSha256, nowMs }: { readonly sessionSha256: string; readonly nowMs: number },
): Promise<string | null> {
  if (!mayRead(grant, sessionSha256, nowMs)) return null
  const item = await getItem(table, contentKey(grant.mail.id))
  const html = item ? fromItem(contents, item).html : null
  if (!isLetter(html, grant.mail.contentSha256)) throw new Error(`the letter of ${grant.mail.id} is not what was sent`)
  return html
}

/**
 * Each block is read in the direction of its first letter, as the PDF sets it; columns of a table go from left to right there.
 * A stored letter is written in one form, in which `<` only begins a tag.
 */
export function withDirections(letter: string): string {
  return withoutDirections(letter)
    .replaceAll('<table>', '<table dir="ltr">')
    .replaceAll(/<(p|h[1-3]|li|td|th)(?=[ >])/g, '<$1 dir="auto"')
}
