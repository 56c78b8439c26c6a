import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { otpSecretContext } from '../model/sender-secret.ts'

let kept: KMSClient | undefined

/** A secret of an account as it is stored. KMS encrypts it directly, under a key that serves nothing else. */
export async function sealedSecret(senderId: string, secret: string): Promise<string> {
  kept ??= new KMSClient(recordCalls)
  const { CiphertextBlob } = await kept.send(
    new EncryptCommand({
      KeyId: environment('VENDOR_SECRETS_KEY'),
      Plaintext: Buffer.from(secret),
      EncryptionContext: otpSecretContext(senderId),
    }),
  )
  if (!CiphertextBlob) throw new Error('KMS gave no ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}
