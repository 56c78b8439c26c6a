import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import * as v from 'valibot'
import { recordCalls } from './aws-calls.ts'
import { environment } from './environment.ts'

export type VendorCredentials = Readonly<Record<string, string>>

const secretsSchema = v.object({ credentials: v.record(v.string(), v.string()), webhookToken: v.string() })
/** What is known of a connection by nobody else. `webhookToken`: what the address of the vendor's webhooks ends with. */
export interface VendorSecrets {
  readonly credentials: VendorCredentials
  readonly webhookToken: string
}

let kept: KMSClient | undefined

/** Whose credentials they are. KMS decrypts them for the same organization and vendor only. */
interface Owner {
  readonly orgId: string
  readonly vendor: string
}

const contextOf = ({ orgId, vendor }: Owner) => ({ use: 'vendor_credentials', orgId, vendor })

export async function sealedSecrets(owner: Owner, secrets: VendorSecrets): Promise<string> {
  kept ??= new KMSClient(recordCalls)
  const { CiphertextBlob } = await kept.send(
    new EncryptCommand({
      KeyId: environment('VENDOR_SECRETS_KEY'),
      Plaintext: Buffer.from(JSON.stringify(secrets)),
      EncryptionContext: contextOf(owner),
    }),
  )
  if (!CiphertextBlob) throw new Error('KMS gave no ciphertext')
  return Buffer.from(CiphertextBlob).toString('base64')
}

export async function openedSecrets(owner: Owner, sealed: string): Promise<VendorSecrets> {
  kept ??= new KMSClient(recordCalls)
  const { Plaintext } = await kept.send(
    new DecryptCommand({
      KeyId: environment('VENDOR_SECRETS_KEY'),
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: contextOf(owner),
    }),
  )
  if (!Plaintext) throw new Error('KMS gave no plaintext')
  return v.parse(secretsSchema, JSON.parse(Buffer.from(Plaintext).toString('utf8')))
}
