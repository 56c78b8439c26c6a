import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import type { Key } from '../store/table.ts'
import { codeStateSchema, noCodeYet } from './code-proof.ts'
import { requestPartition } from './request.ts'

const signingProgressSchema = v.object({
  requestId: v.string(),
  signerId: v.string(),
  code: codeStateSchema,
  /** Which pages were on the screen, in ascending order. */
  viewedPages: v.array(v.number()),
})
/**
 * How far a signer has come on the signing page. It changes only together with the request, whose version guards both;
 * it stands apart so that reading a request does not read it.
 */
export type SigningProgress = v.InferOutput<typeof signingProgressSchema>

export const signingProgresses: Collection<SigningProgress> = {
  name: 'signing_progress',
  schema: signingProgressSchema,
  leavesNullsOut: true,
  key: ({ requestId, signerId }) => signingProgressKey(requestId, signerId),
}

export function signingProgressKey(requestId: string, signerId: string): Key {
  return { PK: requestPartition(requestId), SK: `SIGNING#${signerId}` }
}

export function noProgress(requestId: string, signerId: string): SigningProgress {
  return { requestId, signerId, code: noCodeYet, viewedPages: [] }
}

/**
 * After a correction: the code that was sent counts no more, nor does the proof of whoever entered it. Another person has seen no
 * page yet.
 */
export function withoutProof(progress: SigningProgress, isReaddressed: boolean): SigningProgress {
  const { code, viewedPages } = progress
  return {
    ...progress,
    code: { ...code, expiresAtMs: null, proof: null },
    viewedPages: isReaddressed ? [] : viewedPages,
  }
}
