import { hash } from 'node:crypto'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn } from '../../../shared/pages/stored-brand.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { getItem, queryPartition, type Table } from '../../../shared/store/table.ts'
import { type RequestRecord, signatureRequests } from '../model/request.ts'

/** A sealed document that anybody may ask about. */
export interface SealedRequest {
  readonly record: RequestRecord
  /** Who asked for the signatures, as they call themselves. */
  readonly sender: string
  readonly sealedAt: string
  /** Of the newest release, hexadecimal. */
  readonly sha256: string
}

/** The sealed document of a request; null for requests of test organizations, purged ones, and ones that are not sealed. */
export async function sealedRequest(table: Table, requestId: string): Promise<SealedRequest | null> {
  const { partition, startingWith } = signatureRequests.partition(requestId)
  const items = await queryPartition(table, partition, startingWith)
  const record = signatureRequests.decode(items)?.record
  const signed = record?.document.signed
  if (!record?.livemode || !signed || record.retention?.state === 'purged') return null
  const newest = signed.renewals.at(-1) ?? signed
  return {
    record,
    sender: await senderOf(table, record),
    sealedAt: signed.availableAt,
    sha256: newest.sha256,
  }
}

/** Which file of a request these very bytes are: nothing but the hash tells. */
export function fileOfRequest({ record }: SealedRequest, bytes: Uint8Array): 'document' | 'evidence' | null {
  const sha256 = hash('sha256', bytes, 'hex')
  const { signed, evidence } = record.document
  if ([signed, ...(signed?.renewals ?? [])].some((file) => file?.sha256 === sha256)) return 'document'
  return evidence?.sha256 === sha256 ? 'evidence' : null
}

async function senderOf(table: Table, record: RequestRecord): Promise<string> {
  const [node, ...settings] = await Promise.all(
    [nodeKey(record.orgId), ...brandKeys(record)].map((key) => getItem(table, key)),
  )
  if (!node) return record.orgId
  const organization = fromItem(nodes, node).name
  const chosen = settings.filter((item) => item !== null && item !== undefined)
  const { name, legalName } = brandIn([node, ...chosen], record, { organization, logos: '' })
  return legalName ?? name
}
