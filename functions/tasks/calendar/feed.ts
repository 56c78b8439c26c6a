import { hash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { accountPartition } from '../../../shared/auth/principal.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Collection, fromItem, recordsOf, type Versioned } from '../../../shared/store/collection.ts'
import { deleteItems, getItem, queryIndex, type Table } from '../../../shared/store/table.ts'

/** A secret address at which a calendar reads somebody's tasks. It shows what its owner may see at that moment. */
export const feedSchema = v.object({
  id: uuid,
  accountId: v.string(),
  /** Null: all entities. */
  entityId: v.nullable(uuid),
  /** Null: everybody's tasks. */
  assigneeId: v.nullable(v.literal('me')),
  secretHash: v.string(),
  createdAt: v.string(),
  /** To the hour. */
  lastUsedAt: v.nullable(v.string()),
  version: v.number(),
})
export type Feed = v.InferOutput<typeof feedSchema>

export function feedKey(id: string) {
  return { PK: `CALENDAR#${id}`, SK: 'FEED' }
}

/** The listing of a person's feeds, oldest first. */
export function feedsOf(accountId: string): string {
  return `${accountPartition(accountId)}#FEEDS`
}

export const feeds: Versioned<Feed> = {
  name: 'calendar_feed',
  schema: feedSchema,
  key: ({ id }) => feedKey(id),
  indexKeys: ({ id, accountId }) => ({ GSI1PK: feedsOf(accountId), GSI1SK: id }),
}

/**
 * The feeds that a person made. The listing lags behind: what counts them is a record, so that feeds made at once cannot be more
 * than allowed. Feeds that were deleted leave it when there is no more room.
 */
const feedRegisterSchema = v.object({ accountId: v.string(), feedIds: v.array(uuid), version: v.number() })
export type FeedRegister = v.InferOutput<typeof feedRegisterSchema>

export function feedRegisterKey(accountId: string) {
  return { PK: `CALENDARS#${accountId}`, SK: 'REGISTER' }
}

export const feedRegisters: Versioned<FeedRegister> = {
  name: 'calendar_feed_register',
  schema: feedRegisterSchema,
  key: ({ accountId }) => feedRegisterKey(accountId),
}

/** Lists the feeds of an entity of a test organization, which go when the organization does. */
const testFeedSchema = v.object({ feedId: uuid, entityId: uuid })

export function testFeedKey(feedId: string) {
  return { PK: feedKey(feedId).PK, SK: 'ENTITY' }
}

export const testFeeds: Collection<v.InferOutput<typeof testFeedSchema>> = {
  name: 'calendar_feed_of_test',
  schema: testFeedSchema,
  key: ({ feedId }) => testFeedKey(feedId),
  indexKeys: ({ feedId, entityId }) => ({ GSI1PK: feedsOfEntity(entityId), GSI1SK: feedId }),
}

function feedsOfEntity(entityId: string): string {
  return `ENTITY#${entityId}#FEEDS`
}

/** Deletes feeds of an entity of a test organization, `limit` at most, and gives how many it found. */
export async function deleteFeeds(table: Table, entityId: string, limit: number): Promise<number> {
  const listing = { index: 'GSI1' as const, partition: feedsOfEntity(entityId), limit }
  const found = recordsOf(testFeeds, await queryIndex(table, listing))
  await deleteItems(
    table,
    found.flatMap(({ feedId }) => [feedKey(feedId), testFeedKey(feedId)]),
  )
  return found.length
}

const secretBytes = 32

/** The secret of a feed. Only its hash is stored. */
export function newSecret(random: (bytes: number) => Buffer = randomBytes): { secret: string; secretHash: string } {
  const secret = random(secretBytes).toString('base64url')
  return { secret, secretHash: hashOf(secret) }
}

function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** The address of a feed: it names the feed, and then its secret. */
export function feedUrl(page: string, { id }: Pick<Feed, 'id'>, secret: string): string {
  return `${page}/calendar/${id}_${secret}.ics`
}

/** The feed whose file is asked for; null for another file. */
export async function feedOf(table: Table, file: string): Promise<Feed | null> {
  const [, id, secret] = /^([0-9a-f-]{36})_([A-Za-z0-9_-]{43})\.ics$/.exec(file) ?? []
  if (id === undefined || secret === undefined) return null
  const item = await getItem(table, feedKey(id))
  const feed = item && fromItem(feeds, item)
  return feed && equalInConstantTime(hashOf(secret), feed.secretHash) ? feed : null
}

export const feedView = v.pipe(
  v.object({
    id: uuid,
    entityId: v.nullable(uuid),
    assigneeId: v.nullable(v.literal('me')),
    createdAt: v.string(),
    lastUsedAt: v.nullable(v.string()),
  }),
  v.title('CalendarFeed'),
)

export function toFeed({ id, entityId, assigneeId, createdAt, lastUsedAt }: Feed): v.InferOutput<typeof feedView> {
  return { id, entityId, assigneeId, createdAt, lastUsedAt }
}
