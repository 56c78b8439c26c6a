import { logError } from '../../../shared/platform/log.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { changeItemInJob } from '../model/change-item.ts'
import { type ItemRef, type ProofKind, proofKinds } from '../model/item.ts'
import { readMail } from '../model/mail-parts.ts'
import { awaitsProof, proofsIssued } from '../model/proof-transitions.ts'
import { system } from '../model/step-actor.ts'

/** What the metric filter of the alarm looks for. */
export const proofFailedMessage = 'ProofFailed'

/**
 * Seals a proof of an item. A message that comes twice finds the proof; two runs at once both make it, one commits, and the other
 * drops what it made. A failure lets the message come again, and never holds up the item.
 */
export async function issueProof(platform: Platform, ref: ItemRef & { readonly kind: ProofKind }): Promise<void> {
  try {
    await tryToIssue(platform, ref)
  } catch (error) {
    await logError(proofFailedMessage, error, { ...ref })
    throw error
  }
}

/** Another run may take the proof of content away from this one, twice at most: each proof is issued once. */
const maxTries = 3

async function tryToIssue(platform: Platform, { kind, ...ref }: ItemRef & { readonly kind: ProofKind }): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Everything that sealing needs (PDF, S3, KMS) is loaded while the mail is read.
    const [parts, { makeProofs, dropProofs }] = await Promise.all([
      readMail(platform.table, ref.mailId),
      import('./make-proof.ts'),
    ])
    const item = parts?.items.find(({ id }) => id === ref.itemId)
    if (!parts || !item || !awaitsProof(item, kind)) return
    const made = await makeProofs(platform, parts, item, kind)
    const issued = proofKinds.flatMap((each) => {
      const proof = made[each]
      return proof ? [[each, proof] as const] : []
    })
    const done = await changeItemInJob(platform, ref, (current, nowMs) =>
      proofsIssued(current, issued, { nowMs, actor: system, ip: null, userAgent: null }),
    )
    if (done) return
    await dropProofs(made)
  }
  throw new Error('other runs issued the proof of content in between')
}
