import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Host, startHttpHost } from './http-host.ts'
import { action, jsonProtocol, ServiceError } from './json-protocol.ts'
import { type KeyDefinition, type KmsKey, loadKeys } from './kms-keys.ts'
import { digestOf, sign, verify } from './kms-signatures.ts'

export type KmsOptions = {
  keys: readonly KeyDefinition[]
  region?: string
  accountId?: string
  /** Where the key material is kept; without it every start makes new keys. */
  dataDirectory?: string
  port?: number
}

const bytes = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64')),
)
const context = v.optional(v.record(v.string(), v.string()), {})
const messageType = v.optional(v.picklist(['RAW', 'DIGEST']), 'RAW')

/** Hosts the keys of the template; `arns` has the ARN of each by its id. */
export async function startKms(options: KmsOptions): Promise<Host & { arns: Record<string, string> }> {
  const { region = 'us-east-1', accountId = '000000000000', dataDirectory } = options
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'kms-keys.json')
  const arnPrefix = `arn:aws:kms:${region}:${accountId}:`
  const keys = await loadKeys(options.keys, arnPrefix, path)
  const host = await startHttpHost(jsonProtocol('1.1', 'TrentService', actions(keys, arnPrefix)), options.port)
  return { ...host, arns: Object.fromEntries(keys.map((key) => [key.id, key.arn])) }
}

function actions(keys: readonly KmsKey[], arnPrefix: string) {
  /** By id, alias, or the ARN of either. */
  function find(keyId: string, usage?: KmsKey['usage']): KmsKey {
    const name = keyId.startsWith(arnPrefix) ? keyId.slice(arnPrefix.length).replace(/^key\//, '') : keyId
    const key = keys.find(({ id, aliases }) => id === name || aliases.includes(name))
    if (!key) throw new ServiceError('NotFoundException', `Key '${keyId}' does not exist`)
    if (usage !== undefined && key.usage !== usage) {
      throw new ServiceError(
        'InvalidKeyUsageException',
        `${key.arn} key usage is ${key.usage} which is not valid for this operation.`,
      )
    }
    return key
  }

  /** A ciphertext names its key, as on AWS, so that Decrypt needs no key id. */
  function decrypt(ciphertext: Buffer, given: Record<string, string>, keyId: string | undefined) {
    const key = keys.find(({ id }) => ciphertext.subarray(0, 16).equals(fingerprint(id)))
    if (!key) throw new ServiceError('InvalidCiphertextException', 'The ciphertext is not of a key hosted here')
    if (keyId !== undefined && find(keyId) !== key) {
      throw new ServiceError(
        'IncorrectKeyException',
        'The key ID in the request does not identify the CMK that encrypted it',
      )
    }
    return {
      KeyId: key.arn,
      Plaintext: open(key, ciphertext, given).toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    }
  }

  const signing = { KeyId: v.string(), Message: bytes, MessageType: messageType, SigningAlgorithm: v.string() }
  return {
    DescribeKey: action(v.object({ KeyId: v.string() }), ({ KeyId }) => ({ KeyMetadata: metadataOf(find(KeyId)) })),
    GetPublicKey: action(v.object({ KeyId: v.string() }), ({ KeyId }) => publicKeyOf(find(KeyId, 'SIGN_VERIFY'))),
    Sign: action(v.object(signing), ({ KeyId, Message, MessageType, SigningAlgorithm }) => {
      const key = find(KeyId, 'SIGN_VERIFY')
      const signature = sign(key, SigningAlgorithm, digestOf(Message, MessageType))
      return { KeyId: key.arn, Signature: signature.toString('base64'), SigningAlgorithm }
    }),
    Verify: action(
      v.object({ ...signing, Signature: bytes }),
      ({ KeyId, Message, MessageType, SigningAlgorithm, Signature }) => {
        const key = find(KeyId, 'SIGN_VERIFY')
        if (!verify(key, SigningAlgorithm, digestOf(Message, MessageType), Signature)) {
          throw new ServiceError('KMSInvalidSignatureException', 'The signature does not fit the message and the key')
        }
        return { KeyId: key.arn, SignatureValid: true, SigningAlgorithm }
      },
    ),
    Encrypt: action(
      v.object({
        KeyId: v.string(),
        Plaintext: v.pipe(
          bytes,
          v.check((plaintext) => plaintext.length <= 4096, 'over 4096 bytes'),
        ),
        EncryptionContext: context,
      }),
      ({ KeyId, Plaintext, EncryptionContext }) => {
        const key = find(KeyId, 'ENCRYPT_DECRYPT')
        const ciphertext = seal(key, Plaintext, EncryptionContext).toString('base64')
        return { KeyId: key.arn, CiphertextBlob: ciphertext, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      },
    ),
    Decrypt: action(
      v.object({ KeyId: v.optional(v.string()), CiphertextBlob: bytes, EncryptionContext: context }),
      ({ KeyId, CiphertextBlob, EncryptionContext }) => decrypt(CiphertextBlob, EncryptionContext, KeyId),
    ),
    GenerateMac: action(
      v.object({
        KeyId: v.string(),
        MacAlgorithm: v.literal('HMAC_SHA_256'),
        Message: v.pipe(
          bytes,
          v.check((message) => message.length >= 1 && message.length <= 4096, 'not of 1 to 4096 bytes'),
        ),
      }),
      ({ KeyId, MacAlgorithm, Message }) => {
        const key = find(KeyId, 'GENERATE_VERIFY_MAC')
        const mac = createHmac('sha256', Buffer.from(key.material, 'base64')).update(Message).digest('base64')
        return { KeyId: key.arn, Mac: mac, MacAlgorithm }
      },
    ),
    VerifyMac: action(
      v.object({ KeyId: v.string(), MacAlgorithm: v.literal('HMAC_SHA_256'), Message: bytes, Mac: bytes }),
      ({ KeyId, MacAlgorithm, Message, Mac }) => {
        const key = find(KeyId, 'GENERATE_VERIFY_MAC')
        const mac = createHmac('sha256', Buffer.from(key.material, 'base64')).update(Message).digest()
        if (mac.length !== Mac.length || !timingSafeEqual(mac, Mac))
          throw new ServiceError('KMSInvalidMacException', 'The MAC does not fit the message and the key')
        return { KeyId: key.arn, MacValid: true, MacAlgorithm }
      },
    ),
    GenerateDataKey: action(
      v.object({
        KeyId: v.string(),
        KeySpec: v.optional(v.picklist(['AES_256', 'AES_128'])),
        NumberOfBytes: v.optional(v.number()),
        EncryptionContext: context,
      }),
      ({ KeyId, KeySpec, NumberOfBytes, EncryptionContext }) => {
        const key = find(KeyId, 'ENCRYPT_DECRYPT')
        const dataKey = randomBytes(NumberOfBytes ?? (KeySpec === 'AES_128' ? 16 : 32))
        const ciphertext = seal(key, dataKey, EncryptionContext).toString('base64')
        return { KeyId: key.arn, Plaintext: dataKey.toString('base64'), CiphertextBlob: ciphertext }
      },
    ),
  }
}

function metadataOf({ id, arn, spec, usage, createdAtSec }: KmsKey) {
  return {
    KeyId: id,
    Arn: arn,
    KeySpec: spec,
    KeyUsage: usage,
    KeyState: 'Enabled',
    Enabled: true,
    CreationDate: createdAtSec,
  }
}

function publicKeyOf({ arn, spec, usage, material }: KmsKey) {
  const der = createPublicKey(material).export({ format: 'der', type: 'spki' })
  const rsa = ['RSASSA_PSS_SHA_256', 'RSASSA_PKCS1_V1_5_SHA_256']
  const SigningAlgorithms = spec === 'ECC_NIST_P256' ? ['ECDSA_SHA_256'] : rsa
  return { KeyId: arn, PublicKey: der.toString('base64'), KeySpec: spec, KeyUsage: usage, SigningAlgorithms }
}

/** Key fingerprint (16), nonce (12), authentication tag (16), AES-256-GCM ciphertext. */
function seal(key: KmsKey, plaintext: Buffer, context: Record<string, string>): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key.material, 'base64'), nonce).setAAD(aadOf(context))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([fingerprint(key.id), nonce, cipher.getAuthTag(), ciphertext])
}

function open(key: KmsKey, sealed: Buffer, context: Record<string, string>): Buffer {
  try {
    const nonce = sealed.subarray(16, 28)
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key.material, 'base64'), nonce, { authTagLength: 16 })
    decipher.setAAD(aadOf(context)).setAuthTag(sealed.subarray(28, 44))
    return Buffer.concat([decipher.update(sealed.subarray(44)), decipher.final()])
  } catch {
    throw new ServiceError(
      'InvalidCiphertextException',
      'The ciphertext is damaged, or its encryption context is another',
    )
  }
}

/** The order of the pairs does not matter. */
function aadOf(context: Record<string, string>): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))))
}

function fingerprint(keyId: string): Buffer {
  return createHash('sha256').update(keyId).digest().subarray(0, 16)
}
