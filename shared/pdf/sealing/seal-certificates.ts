import * as v from 'valibot'
import { type Collection, fromItem } from '../../store/collection.ts'
import { getItem, type Item, type Table } from '../../store/table.ts'
import type { SealSigner } from '../seal-signer.ts'

const certificateSchema = v.object({
  keyId: v.string(),
  /** Base64 of DER, the certificate of the key first, each followed by its issuer's. */
  chain: v.pipe(v.array(v.string()), v.minLength(1)),
  createdAt: v.string(),
})

/** The certificates of the keys that seal documents. */
export const sealCertificates: Collection<v.InferOutput<typeof certificateSchema>> = {
  name: 'seal_certificate',
  schema: certificateSchema,
  key: ({ keyId }) => certificateKey(keyId),
}

function certificateKey(keyId: string) {
  return { PK: `SEALKEY#${keyId}`, SK: 'CERTIFICATE' }
}

export async function readSealCertificate(table: Table, keyId: string): Promise<SealSigner['certificateChain'] | null> {
  const item = await getItem(table, certificateKey(keyId))
  return item ? chainIn(item) : null
}

function chainIn(item: Item): SealSigner['certificateChain'] | null {
  const [first, ...rest] = fromItem(sealCertificates, item).chain.map((der) => Buffer.from(der, 'base64'))
  return first ? [first, ...rest] : null
}
