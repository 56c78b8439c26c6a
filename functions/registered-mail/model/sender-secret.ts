import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'
import { senderPartition } from './sender-account.ts'

/** The secret of an account from which its vendor's one-time passwords are computed, encrypted by KMS, in base64. */
const otpSecretSchema = v.object({
  senderId: v.string(),
  ciphertext: v.string(),
  /** Of the account and its secret, which has 80 random bits or more: a repeated request is known by it. */
  fingerprint: v.string(),
})

export const otpSecrets: Collection<v.InferOutput<typeof otpSecretSchema>> = {
  name: 'sender_otp_secret',
  schema: otpSecretSchema,
  key: ({ senderId }) => otpSecretKey(senderId),
}

export function otpSecretKey(senderId: string): Key {
  return { PK: senderPartition(senderId), SK: 'OTP_SECRET' }
}

export function otpSecretFingerprint(senderId: string, secret: string): string {
  return hash('sha256', `otp-secret/${senderId}/${secret}`, 'hex')
}

/** A ciphertext of one account opens for no other. */
export function otpSecretContext(senderId: string): Record<string, string> {
  return { purpose: 'sender-otp-secret', senderAccountId: senderId }
}

/** What a vendor gave for a one-time password of an account, encrypted by KMS. It ends soon. */
const otpHashSchema = v.object({
  senderId: v.string(),
  /** The hash of the account at the vendor and of the secret that it comes from. */
  source: v.string(),
  ciphertext: v.string(),
  untilMs: v.number(),
})

export const otpHashes: Collection<v.InferOutput<typeof otpHashSchema>> = {
  name: 'sender_otp_hash',
  schema: otpHashSchema,
  key: ({ senderId }) => otpHashKey(senderId),
}

export function otpHashKey(senderId: string): Key {
  return { PK: senderPartition(senderId), SK: 'OTP_HASH' }
}

export function otpHashContext(senderId: string): Record<string, string> {
  return { purpose: 'sender-otp-hash', senderAccountId: senderId }
}
