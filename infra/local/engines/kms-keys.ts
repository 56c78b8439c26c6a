import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const specs = ['SYMMETRIC_DEFAULT', 'RSA_3072', 'ECC_NIST_P256', 'HMAC_256'] as const
const usages = ['ENCRYPT_DECRYPT', 'SIGN_VERIFY', 'GENERATE_VERIFY_MAC'] as const
type Spec = (typeof specs)[number]
type Usage = (typeof usages)[number]

/** The one usage that keys of a kind have. */
const usageOf: Readonly<Record<Spec, Usage>> = {
  SYMMETRIC_DEFAULT: 'ENCRYPT_DECRYPT',
  RSA_3072: 'SIGN_VERIFY',
  ECC_NIST_P256: 'SIGN_VERIFY',
  HMAC_256: 'GENERATE_VERIFY_MAC',
}

/** An `AWS::KMS::Key` of the template: its id (the caller's choice, stable over restarts) and its aliases (`alias/…`). */
export type KeyDefinition = { id: string; aliases?: readonly string[]; KeySpec?: string; KeyUsage?: string }

/** `material` is a PEM private key, or 32 bytes in base64 for a symmetric or an HMAC key. */
export type KmsKey = {
  id: string
  arn: string
  aliases: readonly string[]
  spec: Spec
  usage: Usage
  material: string
  createdAtSec: number
}

const keptSchema = v.record(
  v.string(),
  v.object({ spec: v.picklist(specs), material: v.string(), createdAtSec: v.number() }),
)

/** The keys of the template with the material kept for them; new ones are made and kept. A key no longer in the template stays in the file. */
export async function loadKeys(
  definitions: readonly KeyDefinition[],
  arnPrefix: string,
  path: string | undefined,
): Promise<KmsKey[]> {
  const kept = (await readJsonFile(path, keptSchema)) ?? {}
  const keys = definitions.map((definition): KmsKey => {
    const { id, aliases = [] } = definition
    const spec = v.parse(v.picklist(specs), definition.KeySpec ?? 'SYMMETRIC_DEFAULT')
    const usage = v.parse(v.picklist(usages), definition.KeyUsage ?? 'ENCRYPT_DECRYPT')
    if (usage !== usageOf[spec]) throw new Error(`${id}: no ${usage} with a key of ${spec}`)
    const known = kept[id]
    if (known && known.spec !== spec)
      throw new Error(`The local key ${id} is a ${known.spec} key, but the template says ${spec}. Start with --fresh.`)
    const own = known ?? { spec, material: newMaterial(spec), createdAtSec: Math.floor(Date.now() / 1000) }
    kept[id] = own
    return { id, arn: `${arnPrefix}key/${id}`, aliases, usage, ...own }
  })
  await writeJsonFile(path, kept)
  return keys
}

function newMaterial(spec: Spec): string {
  switch (spec) {
    case 'SYMMETRIC_DEFAULT':
    case 'HMAC_256':
      return randomBytes(32).toString('base64')
    case 'RSA_3072':
      return pemOf(generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey)
    case 'ECC_NIST_P256':
      return pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}
