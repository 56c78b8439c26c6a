import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { recordCalls } from '../../../../shared/platform/aws-calls.ts'
import { fromItem } from '../../../../shared/store/collection.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import { getItem } from '../../../../shared/store/table.ts'
import { VendorRefused } from '../../../../shared/store/vendor-calls.ts'
import { otpSecretContext, otpSecretKey, otpSecrets } from '../../model/sender-secret.ts'
import type { Ar24Access } from './ar24-client.ts'
import { timeOfParis } from './ar24-crypto.ts'
import { postOneTimePassword } from './ar24-mails.ts'
import { totp } from './totp.ts'

let kept: KMSClient | undefined

/** A hash is good for many mails. Each run of a function gets one, and keeps it in its memory alone. */
const hashes = new Map<string, { readonly hash: string; readonly untilMs: number }>()

const marginMs = 60_000

/** What a qualified mail is authenticated with: AR24 gives it for a one-time password of the sender. */
export async function otpHashOf(
  platform: Platform,
  access: Ar24Access,
  senderId: string,
  userId: string,
): Promise<string> {
  const secret = await secretOf(platform, senderId)
  const key = `${senderId}/${userId}/${access.connection.credentials.token}/${secret}`
  const nowMs = access.clock()
  const known = hashes.get(key)
  if (known && nowMs + marginMs < known.untilMs) return known.hash
  const { hash, expiration } = await postOneTimePassword(access, userId, totp(secret, nowMs))
  hashes.clear()
  hashes.set(key, { hash, untilMs: timeOfParis(expiration) ?? nowMs })
  return hash
}

async function secretOf({ table }: Platform, senderId: string): Promise<string> {
  const found = await getItem(table, otpSecretKey(senderId))
  if (!found) throw new VendorRefused('The sender account has no OTP secret.')
  kept ??= new KMSClient(recordCalls)
  const { Plaintext } = await kept.send(
    new DecryptCommand({
      CiphertextBlob: Buffer.from(fromItem(otpSecrets, found).ciphertext, 'base64'),
      EncryptionContext: otpSecretContext(senderId),
    }),
  )
  if (!Plaintext) throw new Error('KMS gave no plaintext')
  return Buffer.from(Plaintext).toString('utf8')
}
