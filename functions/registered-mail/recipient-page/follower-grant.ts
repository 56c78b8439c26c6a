import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { type Item, itemKey, items, type ProofKind, proofKinds, type StoredProof } from '../model/item.ts'
import { type Mail, mailKey, mails } from '../model/mail.ts'
import { addressHash, type LinkTarget } from '../model/page-link.ts'

/** What a follower of a registered mail sees: the proofs of one of its items. */
export interface FollowerGrant {
  readonly mail: Mail
  readonly item: Item
}

/** Null for a follower whose address became that of a recipient: recipients see nothing before they accept. */
export async function followerGrant(
  table: Table,
  { mailId, itemId, follower }: Extract<LinkTarget, { page: 'follower' }>,
): Promise<FollowerGrant | null> {
  const found = await getItems(table, [mailKey(mailId), itemKey({ mailId, itemId })])
  const [[mail], [item]] = [recordsOf(mails, found), recordsOf(items, found)]
  if (!mail || !item) return null
  const recipients = [item.email, ...mail.listed.flatMap(({ email }) => email ?? [])]
  return recipients.some((email) => addressHash(email) === follower) ? null : { mail, item }
}

/** The proof of content has the letter: nobody gets it from us before the recipient has accepted it. */
export function followedProof({ item }: FollowerGrant, kind: ProofKind): StoredProof | null {
  return kind === 'content' && item.status !== 'delivered' ? null : item.proofs[kind]
}

/** The proofs that followers see now. */
export function followedProofs(grant: FollowerGrant): { readonly kind: ProofKind; readonly sha256: string }[] {
  return proofKinds.flatMap((kind) => {
    const proof = followedProof(grant, kind)
    return proof ? [{ kind, sha256: proof.sha256 }] : []
  })
}
