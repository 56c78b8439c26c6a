import { constants, createHash, createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateMacCommand,
  GetPublicKeyCommand,
  KMSClient,
  KMSInvalidMacException,
  type MessageType,
  SignCommand,
  type SigningAlgorithmSpec,
  VerifyCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKms } from '../../../../infra/local/engines/kms.ts'

const keys = [
  { id: 'data', aliases: ['alias/data'] },
  { id: 'other' },
  { id: 'seal', KeySpec: 'RSA_3072', KeyUsage: 'SIGN_VERIFY' },
  { id: 'links', KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' },
  { id: 'tokens', KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', aliases: ['alias/tokens'] },
]
const message = Buffer.from('what is signed')
let directory: string
let engine: Awaited<ReturnType<typeof startKms>>
let kms: KMSClient

async function start(): Promise<void> {
  engine = await startKms({ keys, region: 'eu-west-3', accountId: '111122223333', dataDirectory: directory })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  kms = new KMSClient({ endpoint: engine.endpoint, region: 'eu-west-3', credentials })
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kms-'))
  await start()
})

afterAll(async () => {
  kms.destroy()
  await engine.close()
  await rm(directory, { recursive: true })
})

const padding = constants.RSA_PKCS1_PSS_PADDING
const byNode: [SigningAlgorithmSpec, string, object][] = [
  ['ECDSA_SHA_256', 'tokens', {}],
  ['RSASSA_PKCS1_V1_5_SHA_256', 'seal', {}],
  ['RSASSA_PSS_SHA_256', 'seal', { padding, saltLength: 32 }],
]

describe.each(byNode)('%s', (SigningAlgorithm, KeyId, options) => {
  test.each<MessageType>(['RAW', 'DIGEST'])('%s: another implementation accepts the signature', async (MessageType) => {
    const Message = MessageType === 'RAW' ? message : createHash('sha256').update(message).digest()
    const { Signature = new Uint8Array() } = await kms.send(
      new SignCommand({ KeyId, Message, MessageType, SigningAlgorithm }),
    )
    const { PublicKey = new Uint8Array() } = await kms.send(new GetPublicKeyCommand({ KeyId }))
    const key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' })
    expect(
      createVerify('sha256')
        .update(message)
        .verify({ key, ...options }, Signature),
    ).toBe(true)
    const check = { KeyId, Message, MessageType, SigningAlgorithm }
    expect((await kms.send(new VerifyCommand({ ...check, Signature }))).SignatureValid).toBe(true)
    const altered = Signature.with(20, (Signature[20] ?? 0) ^ 1)
    const refused = { name: 'KMSInvalidSignatureException' }
    await expect(kms.send(new VerifyCommand({ ...check, Signature: altered }))).rejects.toMatchObject(refused)
  })

  test('a signature of another implementation is accepted', async () => {
    const { [KeyId]: kept } = JSON.parse(await readFile(join(directory, 'kms-keys.json'), 'utf8'))
    const Signature = createSign('sha256')
      .update(message)
      .sign({ key: createPrivateKey(kept.material), ...options })
    const verify = new VerifyCommand({ KeyId, Message: message, Signature, SigningAlgorithm })
    expect((await kms.send(verify)).SignatureValid).toBe(true)
  })
})

test('what is encrypted is decrypted with the same context alone, by id, alias or ARN', async () => {
  const EncryptionContext = { tenant: 't1', purpose: 'secret' }
  for (const KeyId of ['data', 'alias/data', engine.arns.data, 'arn:aws:kms:eu-west-3:111122223333:alias/data']) {
    const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId, Plaintext: message, EncryptionContext }))
    const decrypt = (context: Record<string, string>, by?: string) =>
      kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context, KeyId: by }))
    const { Plaintext, KeyId: foundKey } = await decrypt({ purpose: 'secret', tenant: 't1' })
    expect([Buffer.from(Plaintext ?? []), foundKey]).toEqual([message, engine.arns.data])
    await expect(decrypt({ tenant: 't2', purpose: 'secret' })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    })
    await expect(decrypt(EncryptionContext, 'other')).rejects.toMatchObject({ name: 'IncorrectKeyException' })
  }
})

test('a MAC is the same for the same message and key, after a restart too, and another for another', async () => {
  const macOf = async (KeyId: string, text: string) => {
    const Message = Buffer.from(text)
    const { Mac } = await kms.send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }))
    const verify = (message: Uint8Array) =>
      kms.send(new VerifyMacCommand({ KeyId, Message: message, Mac, MacAlgorithm: 'HMAC_SHA_256' }))
    expect(await verify(Message)).toMatchObject({ MacValid: true })
    await expect(verify(Buffer.from('other'))).rejects.toThrow(KMSInvalidMacException)
    return Buffer.from(Mac ?? []).toString('hex')
  }
  const mac = await macOf('links', 'a')
  expect(mac).toMatch(/^[0-9a-f]{64}$/)
  expect(await macOf('links', 'b')).not.toBe(mac)
  await engine.close()
  await start()
  expect(await macOf('links', 'a')).toBe(mac)
  await expect(macOf('data', 'a')).rejects.toThrow('ENCRYPT_DECRYPT')
})

test('an altered ciphertext is refused', async () => {
  const { CiphertextBlob = new Uint8Array() } = await kms.send(
    new EncryptCommand({ KeyId: 'data', Plaintext: message }),
  )
  for (const at of [0, 16, 30, CiphertextBlob.length - 1]) {
    const altered = CiphertextBlob.with(at, (CiphertextBlob[at] ?? 0) ^ 1)
    const refused = { name: 'InvalidCiphertextException' }
    await expect(kms.send(new DecryptCommand({ CiphertextBlob: altered }))).rejects.toMatchObject(refused)
  }
})

test('a data key and the keys themselves outlive a restart, in a file for the owner alone', async () => {
  const generate = new GenerateDataKeyCommand({ KeyId: 'alias/data', KeySpec: 'AES_256' })
  const { Plaintext, CiphertextBlob } = await kms.send(generate)
  expect(Plaintext).toHaveLength(32)
  const publicKey = async () => (await kms.send(new GetPublicKeyCommand({ KeyId: 'alias/tokens' }))).PublicKey
  const before = await publicKey()
  kms.destroy()
  await engine.close()
  await start()
  expect((await kms.send(new DecryptCommand({ CiphertextBlob }))).Plaintext).toEqual(Plaintext)
  expect(await publicKey()).toEqual(before)
  expect((await stat(join(directory, 'kms-keys.json'))).mode & 0o777).toBe(0o600)
})

test('errors have the names of AWS', async () => {
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: 'seal' }))
  expect(KeyMetadata).toMatchObject({
    Arn: engine.arns.seal,
    KeySpec: 'RSA_3072',
    KeyUsage: 'SIGN_VERIFY',
    Enabled: true,
  })
  const absent = kms.send(new DescribeKeyCommand({ KeyId: 'alias/none' }))
  await expect(absent).rejects.toMatchObject({ name: 'NotFoundException' })
  const misused = kms.send(new EncryptCommand({ KeyId: 'seal', Plaintext: message }))
  await expect(misused).rejects.toMatchObject({ name: 'InvalidKeyUsageException' })
  const long = new SignCommand({ KeyId: 'tokens', Message: Buffer.alloc(4097), SigningAlgorithm: 'ECDSA_SHA_256' })
  await expect(kms.send(long)).rejects.toMatchObject({ name: 'ValidationException' })
})
