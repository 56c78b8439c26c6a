import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { refuse } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, type Item, type Key } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import {
  type Artifact,
  aliases,
  aliasKey,
  artifactKey,
  artifacts,
  idBehind,
  newAlias,
  newArtifact,
  payloadOf,
} from '../oauth/artifact.ts'
import { lifetimes } from '../oauth/lifetimes.ts'
import { notEnded, personSessions, sessionTokens } from '../oauth/person-sessions.ts'
import { forgetGrant, revokeSession } from '../oauth/revocation.ts'
import { notedSession, notedToken } from './session-notes.ts'

/** What was used up, or a session that was ended, is not written again. */
const unlessUsed = {
  ConditionExpression: 'attribute_not_exists(#record.consumedAtSec)',
  ExpressionAttributeNames: { '#record': 'record' },
} as const

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
    const artifact = newArtifact({ model: this.#model, id, payload, expiresAtSec, writtenBy })
    if (this.#model === 'ReplayDetection') return await this.#putFirst(artifact)
    const { table } = this.#platform
    if (this.#model === 'Interaction') return await this.#putUnlessOver(artifact)
    if (this.#model === 'Session') return await this.#saveSession(id, payload, artifact)
    const { userCode } = payload
    const items: Item[] = [toItem(artifacts, artifact)]
    if (userCode) items.push(toItem(aliases, newAlias({ model: this.#model, id }, userCode, expiresAtSec)))
    const token = notedToken(payload, this.#platform.clock())
    if (token) items.push(toItem(sessionTokens, token))
    await table.client.send(
      new TransactWriteCommand({
        TransactItems: items.map((item) => ({ Put: { TableName: table.name, Item: item } })),
      }),
    )
  }

  /**
   * Saves a session as each request of its browser does, and notes it for its person. A request that began before the session ended
   * does not revive it.
   */
  async #saveSession(id: string, payload: AdapterPayload, artifact: Artifact): Promise<void> {
    const { table, clock } = this.#platform
    const work = new UnitOfWork({ ...this.#platform, author: systemAuthor('session') })
    const Item = toItem(artifacts, artifact)
    work.write((TableName) => ({ Put: { TableName, Item, ...unlessUsed } }), hasEnded)
    const { uid } = payload
    if (uid) work.putPart(aliases, newAlias({ model: this.#model, id }, uid, artifact.expiresAtSec))
    const note = notedSession(id, payload, clock())
    const noteItem = note && toItem(personSessions, note)
    if (noteItem) work.write((TableName) => ({ Put: { TableName, Item: noteItem, ...notEnded } }), hasEnded)
    const outcome = await commit(table, work)
    if (outcome === 'committed') return
    if (outcome !== hasEnded) throw new Error('others saved the session at the same moment')
    // Its browser gets a new one with its next request.
    await this.#use(id)
    throw sessionIsOver()
  }

  /** An interaction that led to a code is never revived by a form that was sent twice: it would lead to another one. */
  async #putUnlessOver(artifact: Artifact): Promise<void> {
    const { table } = this.#platform
    const put = new PutCommand({
      TableName: table.name,
      Item: toItem(artifacts, artifact),
      ...unlessUsed,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    if (await metInstead(() => table.client.send(put))) throw sessionIsOver()
  }

  /** Puts what may exist once until it expires: of two requests with one assertion, one comes first. */
  async #putFirst(artifact: Artifact): Promise<void> {
    const { table } = this.#platform
    const put = new PutCommand({
      TableName: table.name,
      Item: toItem(artifacts, artifact),
      ConditionExpression: 'attribute_not_exists(PK) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': this.#nowSec() },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const met = await metInstead(() => table.client.send(put))
    if (met && met.writtenBy !== artifact.writtenBy)
      throw new errors.InvalidClientAuth('the assertion was already used')
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // Whether an assertion is new is decided when it is put, not by reading first.
    if (this.#model === 'ReplayDetection') return undefined
    const item = await this.#read(artifactKey(this.#model, id))
    if (!item) return undefined
    const artifact = fromItem(artifacts, item)
    const { consumedAtSec } = artifact
    const payload = payloadOf(artifact, id)
    if (consumedAtSec === null) return payload
    if (this.#model === 'Interaction' || this.#model === 'Session') return undefined
    // It comes a second time. oidc-provider refuses it, but does not end the access tokens.
    await this.#endSession(id, artifact)
    return { ...payload, consumed: consumedAtSec }
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findByAlias(uid)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findByAlias(userCode)
  }

  async #findByAlias(alias: string): Promise<AdapterPayload | undefined> {
    const item = await this.#read(aliasKey(this.#model, alias))
    return item ? await this.find(idBehind(fromItem(aliases, item), alias)) : undefined
  }

  /**
   * Marks a code or refresh token as used. Of two requests that present it, the second is refused, and ends what came of the
   * first: nobody can tell which of the two has stolen it.
   */
  async consume(id: string): Promise<void> {
    const met = await this.#use(id)
    if (met === null) return
    await this.#endSession(id, met)
    throw new errors.InvalidGrant('it was already used or no longer exists')
  }

  async #endSession(id: string, { grantId, sealedPayload }: Partial<Artifact>): Promise<void> {
    if (!grantId || sealedPayload === undefined) return
    const { accountId: userId = null } = payloadOf({ model: this.#model, sealedPayload }, id)
    const { table, clock } = this.#platform
    await revokeSession(table, { grantId, userId, nowMs: clock() })
  }

  /** Gives what stands in the way of using an artifact for the first and only time, or null where nothing did. */
  async #use(id: string): Promise<Partial<Artifact> | null> {
    const { table, ids } = this.#platform
    const consumedBy = ids()
    const nowSec = this.#nowSec()
    const isCode = this.#model === 'AuthorizationCode'
    const update = new UpdateCommand({
      TableName: table.name,
      Key: artifactKey(this.#model, id),
      UpdateExpression: `SET #record.consumedAtSec = :now, #record.consumedBy = :by${isCode ? ', expiresAt = :forgottenAt' : ''}`,
      ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#record.consumedAtSec)',
      ExpressionAttributeNames: { '#record': 'record' },
      ExpressionAttributeValues: {
        ':now': nowSec,
        ':by': consumedBy,
        ...(isCode && { ':forgottenAt': nowSec + lifetimes.usedCodeSec }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const met = await metInstead(() => table.client.send(update))
    return met && met.consumedBy !== consumedBy ? met : null
  }

  /**
   * Of two requests that go on from one interaction, one does: so it leads to one code. An ended session, too, stays as used, also
   * where it goes on under another id: requests that are under way do not save it again. One that was never saved has nothing to end.
   */
  async destroy(id: string): Promise<void> {
    if (this.#model !== 'Interaction' && this.#model !== 'Session')
      return await this.#delete(artifactKey(this.#model, id))
    const met = await this.#use(id)
    if (met && (this.#model === 'Interaction' || met.consumedBy)) throw sessionIsOver()
  }

  /** Deletes everything of a grant, of whatever model. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await forgetGrant(this.#platform.table, grantId)
  }

  async #read(key: Key): Promise<Item | null> {
    const item = await getItem(this.#platform.table, key)
    const expiresAtSec = item?.expiresAt
    // DynamoDB drops what has expired only after a while.
    return typeof expiresAtSec === 'number' && expiresAtSec <= this.#nowSec() ? null : item
  }

  async #delete(key: Key): Promise<void> {
    const { table } = this.#platform
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }))
  }

  #nowSec(): number {
    return Math.floor(this.#platform.clock() / 1000)
  }
}

const hasEnded = refuse('not_found', 'The session has ended.')

function sessionIsOver(): errors.SessionNotFound {
  return new errors.SessionNotFound('the session or the code has ended')
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
