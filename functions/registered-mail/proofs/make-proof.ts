import { sealFile } from '../../../shared/pdf/sealing/seal-file.ts'
import { type SealIdentity, sealIdentity } from '../../../shared/pdf/sealing/seal-identity.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { dropDocument, putDocument } from '../../../shared/store/documents.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { acceptanceDeadline } from '../model/acceptance-deadline.ts'
import { isLetter } from '../model/content.ts'
import type { Item, ProofKind, StoredProof } from '../model/item.ts'
import type { Mail } from '../model/mail.ts'
import type { MailParts } from '../model/mail-parts.ts'
import { proofKey } from '../model/proof-key.ts'
import { sentFactsSha256 } from '../model/sent-facts.ts'
import { nativeVendorKey } from '../vendors/native.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { flawsOfItem, isAsSent } from './flaws-of-item.ts'
import { type Proved, proofOf } from './proof-of.ts'
import { provableSteps } from './provable-steps.ts'
import { renderProof } from './render-proof.ts'
import { verifyActMac } from './verify-act-mac.ts'

/** Proofs that were stored and that no commit names yet. */
export type MadeProofs = Partial<Record<ProofKind, StoredProof>>

/** Makes a proof of an item, and the proof of content before it, which the others name. */
export async function makeProofs(
  platform: Platform,
  { mail, html }: MailParts,
  item: Item,
  kind: ProofKind,
): Promise<MadeProofs> {
  const flaws = flawsOfMail(mail, html, item)
  if (flaws.length > 0) throw new Error(`the mail is not what was sent: ${flaws.join('; ')}`)
  const [steps, organization, identity] = await Promise.all([
    provableSteps(platform.table, { mail, item }, hasProofsOfVendor(item) ? null : verifyActMac()),
    organizationName(platform, mail.orgId),
    sealIdentity(platform, mail.livemode),
  ])
  const contradicted = [
    ...flawsOfItem(item, steps),
    ...(isAsSent(sentFactsSha256(mail, item), steps) ? [] : ['the mail differs from what the first step says of it']),
  ]
  if (contradicted.length > 0) throw new Error(`the steps contradict the item: ${contradicted.join('; ')}`)
  const make = async (each: ProofKind, content: StoredProof | null) => {
    const issuedAt = timestamp(platform.clock())
    const proved: Proved = { mail, item, steps, organization, content, issuedAt }
    const bytes =
      (await fromVendor(platform, item, each)) ??
      (await sealed(platform, identity, { kind: each, proved, html: each === 'content' ? (html ?? '') : null }))
    const { key, sha256, size } = await putDocument(proofKey(item, each, platform.ids()), bytes)
    return { key, sha256, size, issuedAt }
  }
  const content = item.proofs.content ?? (await make('content', null))
  const made: MadeProofs = item.proofs.content ? {} : { content }
  return kind === 'content' ? made : { ...made, [kind]: await make(kind, content) }
}

/** What of a mail can be told from what else is stored of it, and does not agree. */
function flawsOfMail({ contentSha256 }: Mail, html: string | null, item: Item): string[] {
  const { notifiedAt, acceptanceDeadline: deadline } = item
  const isOwn = item.vendor === nativeVendorKey && notifiedAt !== null && deadline !== null
  return [
    ...(isLetter(html, contentSha256) ? [] : ['the letter has another SHA-256']),
    ...(isOwn && acceptanceDeadline(notifiedAt) !== deadline ? ['the period does not follow from the notice'] : []),
  ]
}

interface Task {
  readonly kind: ProofKind
  readonly proved: Proved
  readonly html: string | null
}

async function sealed(platform: Platform, identity: SealIdentity, { kind, proved, html }: Task): Promise<Uint8Array> {
  const pdf = await renderProof(proofOf(kind, proved), html)
  const reason = `Proof of registered mail: ${kind}; item ${proved.item.id}`
  return (await sealFile(platform, { identity, reason }, pdf)).bytes
}

const hasProofsOfVendor = ({ vendor }: Item) => vendorNamed(vendor)?.fetchProof !== undefined

/** Vendors with proofs of their own: theirs are stored as they are. */
async function fromVendor(platform: Platform, item: Item, kind: ProofKind): Promise<Uint8Array | null> {
  const vendor = vendorNamed(item.vendor)
  if (!vendor?.fetchProof) return null
  const proof = await vendor.fetchProof(platform, item, kind)
  if (!proof) throw new Error(`the vendor ${item.vendor} has no proof ${kind} yet`)
  return proof
}

/** Its id if the organization is gone. */
async function organizationName({ table }: Platform, orgId: string): Promise<string> {
  const found = await getItem(table, nodeKey(orgId))
  return found ? fromItem(nodes, found).name : orgId
}

/** Drops proofs that another run has made as well. */
export async function dropProofs(made: MadeProofs): Promise<void> {
  await Promise.all(Object.values(made).map(({ key }) => dropDocument(key)))
}
