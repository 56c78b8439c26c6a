import type { Item, ProofKind } from './item.ts'

/** Where proofs of live organizations begin: only these can be locked for years. */
export const liveProofs = 'proofs/live/'

/** Each run of the job stores its proof under a key of its own: runs at the same time never write over each other. */
export function proofKey({ livemode, orgId, mailId, id }: Item, kind: ProofKind, run: string): string {
  return `${livemode ? liveProofs : 'proofs/test/'}${orgId}/${mailId}/${id}/${kind}-${run}.pdf`
}
