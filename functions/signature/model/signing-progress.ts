import * as v from 'valibot'
import { noSignerCode, signerCodeSchema } from '../../../shared/personal-links/code-proof.ts'
import { type Collection, toItem } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { requestPartition } from './request.ts'

const signingProgressSchema = v.object({
  requestId: v.string(),
  signerId: v.string(),
  /** Of the links by which the code and the consent were given. Other links need their own. Null in progress of earlier versions. */
  linkGeneration: v.nullable(v.number()),
  code: signerCodeSchema,
  /** The pages that were on the screen, in ascending order. */
  viewedPages: v.array(v.number()),
  /** The browser of the last consent, by the SHA-256 of its session's secret. */
  consentedBy: v.nullable(v.string()),
  /** What the last consent was given to, as `agreementSha256` names it. Null in consents of earlier versions, which no longer count. */
  agreementSha256: v.nullable(v.string()),
})
/**
 * The progress of a signer on the signing page. It changes only together with the request, whose version guards both.
 * It is a separate item so that reading a request does not read it.
 */
export type SigningProgress = v.InferOutput<typeof signingProgressSchema>

export const signingProgresses: Collection<SigningProgress> = {
  name: 'signing_progress',
  schema: signingProgressSchema,
  key: ({ requestId, signerId }) => signingProgressKey(requestId, signerId),
}

export function signingProgressKey(requestId: string, signerId: string): Key {
  return { PK: requestPartition(requestId), SK: `SIGNING#${signerId}` }
}

export function noProgress(requestId: string, signerId: string): SigningProgress {
  return {
    requestId,
    signerId,
    linkGeneration: null,
    code: noSignerCode,
    viewedPages: [],
    consentedBy: null,
    agreementSha256: null,
  }
}

/** The progress by the links of a generation. Code and consent by earlier links do not count: another person may have the device now. */
export function progressBy(progress: SigningProgress, linkGeneration: number): SigningProgress {
  if (progress.linkGeneration === linkGeneration) return progress
  const code = { ...progress.code, expiresAtMs: null, proof: null }
  return { ...progress, linkGeneration, code, consentedBy: null, agreementSha256: null }
}

/** A correction invalidates the code that was sent and the proof that was given with it. */
export interface Correction {
  readonly requestId: string
  readonly signerId: string
  /** As it was read: perhaps a moment before the request was, whose version guards nothing then. */
  readonly progress: SigningProgress | null
  /** Another person has seen no page yet, and agreed to nothing. */
  readonly isReaddressed: boolean
  /** Wrong codes count anew only where codes go to another mailbox or phone. */
  readonly hasOtherDestination: boolean
}

export function forgetProof(work: UnitOfWork, correction: Correction): void {
  const { requestId, signerId, progress, isReaddressed, hasOtherDestination } = correction
  const Key = signingProgressKey(requestId, signerId)
  if (progress === null) {
    work.write((TableName) => ({ ConditionCheck: { TableName, Key, ...isAbsent } }), 'stale')
    return
  }
  const { code, viewedPages, consentedBy } = progress
  const after = {
    ...progress,
    code: { ...code, expiresAtMs: null, proof: null, ...(hasOtherDestination && { wrongCodes: 0 }) },
    ...(isReaddressed ? { viewedPages: [], consentedBy: null } : { viewedPages, consentedBy }),
  }
  const Item = toItem(signingProgresses, after)
  work.write((TableName) => ({ Put: { TableName, Item, ...isStill(progress) } }), 'stale')
}

const isAbsent = { ConditionExpression: 'attribute_not_exists(PK)' }

function isStill(progress: SigningProgress) {
  return {
    ConditionExpression: '#record = :before',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':before': toItem(signingProgresses, progress).record },
  }
}
