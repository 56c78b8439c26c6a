import type { PublicEvent } from '../../../events/envelope.ts'
import type { InternalEvent } from '../../../events/internal.ts'
import type { Item, ProofKind, StoredProof } from './item.ts'
import { type Cause, type ItemChange, itemEventData, stepOf } from './item-transitions.ts'

/** Whether an item got as far as a proof of this kind proves, and has none yet. */
export function awaitsProof(item: Item, kind: ProofKind): boolean {
  return item.proofs[kind] === null && item.timeline.some(({ status }) => status === provedStatus[kind])
}

/** The status that a proof proves. */
const provedStatus = {
  content: 'sent',
  deposit: 'deposited',
  delivery: 'delivered',
  refusal: 'refused',
  negligence: 'neglected',
  bounce: 'bounced',
} as const satisfies Record<ProofKind, string>

/** Proofs were sealed and stored. Only with the delivery proof `registered_mail.delivered` is published. Null: others came first. */
export function proofsIssued(
  item: Item,
  made: readonly (readonly [ProofKind, StoredProof])[],
  cause: Cause,
): ItemChange | null {
  if (made.some(([kind]) => item.proofs[kind] !== null)) return null
  const { mailId, id: itemId } = item
  const delivered: PublicEvent = {
    type: 'registered_mail.delivered',
    data: { ...itemEventData(item), status: 'delivered' },
  }
  return {
    after: { ...item, proofs: { ...item.proofs, ...Object.fromEntries(made) } },
    steps: made.map(([kind, { sha256, size }]) => stepOf('proof_issued', cause, { kind, sha256, size })),
    events: made.some(([kind]) => kind === 'delivery') ? [delivered] : [],
    jobs: made.flatMap(([kind, { key }]): InternalEvent[] => [
      { type: 'document.stored', data: { key } },
      { type: 'registered_mail.proof_issued', data: { mailId, itemId, kind } },
    ]),
  }
}
