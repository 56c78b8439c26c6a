import type { KeyObject } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { ExternalSigningKey } from 'oidc-provider'
import { type KmsSigningKey, signWithKms } from '../../../shared/auth/kms-token-signer.ts'

/** The provider's signing key, kept in KMS. The provider itself derives `kid` (RFC 7638) and `alg` from the public half. */
export class KmsExternalKey extends ExternalSigningKey {
  readonly #kms: KMSClient
  readonly #key: KmsSigningKey

  constructor(kms: KMSClient, key: KmsSigningKey) {
    super()
    this.#kms = kms
    this.#key = key
  }

  override keyObject(): KeyObject {
    return this.#key.publicKey
  }

  override sign(data: Uint8Array): Promise<Buffer> {
    return signWithKms(this.#kms, this.#key.keyId, data)
  }
}
