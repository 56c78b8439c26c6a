import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Platform } from '../../shared/platform.ts'
import { fromItem, toItem } from '../../shared/store/collection.ts'
import { getItem, type Item, type Key, marshalled, queryIndex } from '../../shared/store/table.ts'
import { type Artifact, aliases, aliasKey, artifactKey, artifacts, grantPartition } from './artifact.ts'

/** Longer ids are nobody's, and DynamoDB would refuse them as keys. */
const longestId = 512
const revokedAtOnce = 100

/** The provider's storage of one model, in the one table. */
export class ArtifactStore implements Adapter {
  readonly #platform: Platform
  readonly #model: string

  constructor(platform: Platform, model: string) {
    this.#platform = platform
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSec?: number): Promise<void> {
    const expiresAtSec = expiresInSec === undefined ? null : this.#nowSec() + Math.ceil(expiresInSec)
    const writtenBy = this.#platform.ids()
    const artifact = { model: this.#model, id, payload, expiresAtSec, writtenBy, consumedAtSec: null, consumedBy: null }
    if (this.#model === 'ReplayDetection') return await this.#putFirst(artifact)
    const { table } = this.#platform
    const alias = this.#model === 'Session' ? payload.uid : payload.userCode
    const items: Item[] = [toItem(artifacts, artifact)]
    if (alias) items.push(toItem(aliases, { model: this.#model, alias, id, expiresAtSec }))
    await table.client.send(
      new TransactWriteItemsCommand({
        TransactItems: items.map((item) => ({ Put: { TableName: table.name, Item: marshalled(item) } })),
      }),
    )
  }

  /** Puts what may exist once until it expires: of two requests with one assertion, one comes first. */
  async #putFirst(artifact: Artifact): Promise<void> {
    const { table } = this.#platform
    const put = new PutItemCommand({
      TableName: table.name,
      Item: marshalled(toItem(artifacts, artifact)),
      ConditionExpression: 'attribute_not_exists(PK) OR expiresAt <= :now',
      ExpressionAttributeValues: marshalled({ ':now': this.#nowSec() }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const met = await metInstead(() => table.client.send(put))
    if (met && met.writtenBy !== artifact.writtenBy) throw new errors.InvalidClientAuth('the assertion was used before')
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // Whether an assertion is new is decided when it is put, not by reading first.
    if (this.#model === 'ReplayDetection') return undefined
    const item = await this.#read(artifactKey(this.#model, id))
    if (!item) return undefined
    const { payload, consumedAtSec } = fromItem(artifacts, item)
    return consumedAtSec === null ? payload : { ...payload, consumed: consumedAtSec }
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findByAlias(uid)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findByAlias(userCode)
  }

  async #findByAlias(alias: string): Promise<AdapterPayload | undefined> {
    const item = await this.#read(aliasKey(this.#model, alias))
    return item ? await this.find(fromItem(aliases, item).id) : undefined
  }

  /** Marks a code or refresh token as used. Of two requests that present it, the second is refused. */
  async consume(id: string): Promise<void> {
    const { table, ids } = this.#platform
    const consumedBy = ids()
    const update = new UpdateItemCommand({
      TableName: table.name,
      Key: marshalled(artifactKey(this.#model, id)),
      UpdateExpression: 'SET #record.consumedAtSec = :now, #record.consumedBy = :by',
      ConditionExpression: '#record.consumedAtSec = :never',
      ExpressionAttributeNames: { '#record': 'record' },
      ExpressionAttributeValues: marshalled({ ':now': this.#nowSec(), ':by': consumedBy, ':never': null }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const met = await metInstead(() => table.client.send(update))
    if (met && met.consumedBy !== consumedBy) throw new errors.InvalidGrant('it was used before, or is gone')
  }

  async destroy(id: string): Promise<void> {
    await this.#delete(artifactKey(this.#model, id))
  }

  /** Deletes everything of a grant, of whatever model. */
  async revokeByGrantId(grantId: string): Promise<void> {
    const range = { index: 'GSI1', partition: grantPartition(grantId), limit: revokedAtOnce } as const
    let found: Artifact[] = []
    do {
      const last = found.at(-1)
      // A space sorts below every character of an id: from just behind the last one on.
      const items = await queryIndex(
        this.#platform.table,
        last ? { ...range, from: `${last.model}#${last.id} ` } : range,
      )
      found = items.map((item) => fromItem(artifacts, item))
      await Promise.all(found.map(({ model, id }) => this.#delete(artifactKey(model, id))))
    } while (found.length === revokedAtOnce)
  }

  async #read(key: Key): Promise<Item | null> {
    if (key.PK.length > longestId) return null
    const item = await getItem(this.#platform.table, key)
    const expiresAtSec = item?.expiresAt
    // DynamoDB drops what has expired only after a while.
    return typeof expiresAtSec === 'number' && expiresAtSec <= this.#nowSec() ? null : item
  }

  async #delete(key: Key): Promise<void> {
    const { table } = this.#platform
    await table.client.send(new DeleteItemCommand({ TableName: table.name, Key: marshalled(key) }))
  }

  #nowSec(): number {
    return Math.floor(this.#platform.clock() / 1000)
  }
}

/**
 * The artifact that a conditional write met in its place, or null when it was carried out. A write whose answer was lost
 * is sent again by the SDK and then meets its own work, so the caller compares who wrote it.
 */
async function metInstead(write: () => Promise<unknown>): Promise<Partial<Artifact> | null> {
  try {
    await write()
    return null
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return error.Item ? fromItem(artifacts, unmarshall(error.Item)) : {}
  }
}
