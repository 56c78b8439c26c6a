/**
 * What a seal needs of a key that it never sees. `sign` takes the SHA-256 digest (32 bytes) of what is signed and gives
 * the signature as it stands in a CMS or a certificate; its shape is that of AWS KMS `Sign` with `MessageType: DIGEST`.
 */
export type DigestSigner = (sha256: Uint8Array) => Promise<Uint8Array>

export type SealSigner = {
  /** DER, the certificate of the key first, each followed by that of its issuer. */
  certificateChain: readonly [Uint8Array, ...Uint8Array[]]
  algorithm: 'RSASSA_PKCS1_V1_5_SHA_256'
  sign: DigestSigner
}
