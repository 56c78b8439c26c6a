import * as v from 'valibot'
import { noSignerCode, signerCodeSchema } from '../../../shared/personal-links/code-proof.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import { senderPartition } from './sender-account.ts'

/** How far the owner of an account of our own has come in confirming it. */
const senderVerificationSchema = v.object({ senderId: v.string(), code: signerCodeSchema, version: v.number() })
export type SenderVerification = v.InferOutput<typeof senderVerificationSchema>

export const senderVerifications: Collection<SenderVerification> = {
  name: 'sender_verification',
  schema: senderVerificationSchema,
  key: ({ senderId }) => senderVerificationKey(senderId),
}

export function senderVerificationKey(senderId: string): Key {
  return { PK: senderPartition(senderId), SK: 'VERIFICATION' }
}

/** Before the first code. */
export function noVerification(senderId: string): SenderVerification {
  return { senderId, code: noSignerCode, version: 0 }
}
