import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { recordCalls } from '../../../../shared/platform/aws-calls.ts'
import { environment } from '../../../../shared/platform/environment.ts'
import { fromItem, toItem } from '../../../../shared/store/collection.ts'
import { sha256Of } from '../../../../shared/store/documents.ts'
import { withOptimisticRetry } from '../../../../shared/store/optimistic-retry.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import { getItem } from '../../../../shared/store/table.ts'
import { VendorRefused } from '../../../../shared/store/vendor-calls.ts'
import {
  otpHashContext,
  otpHashes,
  otpHashKey,
  otpSecretContext,
  otpSecretKey,
  otpSecrets,
} from '../../model/sender-secret.ts'
import { type Ar24Access, Ar24Refused } from './ar24-client.ts'
import { timeOfParis } from './ar24-crypto.ts'
import { postOneTimePassword } from './ar24-mails.ts'
import { totp } from './totp.ts'

let kept: KMSClient | undefined

/** A hash that ends so soon is not used any more. */
const marginMs = 60_000

/**
 * What a qualified mail is authenticated with: AR24 gives it for a one-time password of the sender. It is good for many mails, and a
 * password for one call alone, so the hash is kept, encrypted.
 */
export async function otpHashOf(
  { table }: Pick<Platform, 'table'>,
  access: Ar24Access,
  senderId: string,
  userId: string,
): Promise<string> {
  const secretItem = await getItem(table, otpSecretKey(senderId))
  if (!secretItem) throw new VendorRefused('The sender account has no OTP secret.')
  const { ciphertext: sealedSecret, fingerprint } = fromItem(otpSecrets, secretItem)
  const source = sha256Of(Buffer.from(`${access.connection.credentials.token}/${userId}/${fingerprint}`))
  const stored = async () => {
    const found = await getItem(table, otpHashKey(senderId))
    const record = found && fromItem(otpHashes, found)
    if (!record || record.source !== source || record.untilMs < access.clock() + marginMs) return null
    return await opened(record.ciphertext, otpHashContext(senderId))
  }
  const known = await stored()
  if (known !== null) return known
  const secret = await opened(sealedSecret, otpSecretContext(senderId))
  try {
    const { hash, expiration } = await postOneTimePassword(access, userId, totp(secret, access.clock()))
    const untilMs = timeOfParis(expiration) ?? 0
    const ciphertext = await sealed(hash, otpHashContext(senderId))
    const Item = toItem(otpHashes, { senderId, source, ciphertext, untilMs })
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
    return hash
  } catch (error) {
    if (!(error instanceof Ar24Refused)) throw error
    // Another job may have used this password, and stores its hash in a moment.
    const theirs = await withOptimisticRetry(waits, async () => (await stored()) ?? 'stale')
    if (theirs === 'stale') throw error
    return theirs
  }
}

const waits = { maxTries: 5, pauseMs: () => 300 }

async function opened(ciphertext: string, context: Record<string, string>): Promise<string> {
  kept ??= new KMSClient(recordCalls)
  const { Plaintext } = await kept.send(
    new DecryptCommand({
      KeyId: environment('VENDOR_SECRETS_KEY'),
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: context,
    }),
  )
  if (!Plaintext) throw new Error('KMS gave no plaintext')
  return Buffer.from(Plaintext).toString('utf8')
}

async function sealed(text: string, context: Record<string, string>): Promise<string> {
  kept ??= new KMSClient(recordCalls)
  const { CiphertextBlob } = await kept.send(
    new EncryptCommand({
      KeyId: environment('VENDOR_SECRETS_KEY'),
      Plaintext: Buffer.from(text),
      EncryptionContext: context,
    }),
  )
  if (!CiphertextBlob) throw new Error('KMS gave no ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}
