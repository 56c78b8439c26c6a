import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { visibleEntity } from '../../../shared/http/authorization/entity-targets.ts'
import { forbidden } from '../../../shared/http/authorization/refusals.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey } from '../../../shared/store/entities.ts'
import { getItems, type Item, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import {
  type Feed,
  type FeedRegister,
  feedKey,
  feedRegisterKey,
  feedRegisters,
  feeds,
  feedUrl,
  feedView,
  newSecret,
  testFeeds,
  toFeed,
} from './feed.ts'

const maxFeeds = 20

export const createCalendarFeed = operation({
  id: 'createCalendarFeed',
  method: 'POST',
  path: '/v1/me/calendar-feeds',
  tag: 'Tasks',
  summary: 'Create a calendar feed of your tasks',
  description:
    'Returns a secret address once. Calendars read it as iCalendar: the occurrences from 30 days ago to a year ahead, of the tasks that you may see at that moment. Anybody with the address can read it until you delete the feed.',
  access: { to: 'principal', anyOf: ['tasks.use'], peopleOnly: true },
  body: json(v.object({ entityId: v.nullish(uuid), assigneeId: v.nullish(v.literal('me')) })),
  responses: { 201: v.object({ feed: feedView, url: v.string() }) },
  errors: ['entity_not_found', 'invalid_node_path', 'forbidden', 'quota_exceeded'],
  returnsSecret: true,
  async preload({ readItems, body: { entityId }, principalId }) {
    return await readItems([feedRegisterKey(principalId), ...(entityId ? [nodeKey(entityId)] : [])])
  },
  async handle({ body, preloaded, principal, baseUrl, table, work, clock, ids }) {
    const [entityItem = null] = preloaded.filter(({ PK }) => PK !== feedRegisterKey(principal.id).PK)
    const entity = body.entityId ? readableEntity(principal, entityItem) : null
    if (isRefusal(entity)) return entity
    const [register = null] = recordsOf(feedRegisters, preloaded)
    const known = await standingFeeds(table, register?.feedIds ?? [])
    if (known.length >= maxFeeds)
      return refuse('quota_exceeded', `You have ${maxFeeds} calendar feeds. Delete one that you do not use.`, {
        metric: 'calendar_feeds',
        period: null,
        limit: maxFeeds,
        used: known.length,
        remaining: 0,
        blocking: true,
        resetsAt: null,
        scope: 'account',
      })
    const nowMs = clock()
    const { secret, secretHash } = newSecret()
    const feed: Feed = {
      id: ids(nowMs),
      accountId: principal.id,
      entityId: entity?.id ?? null,
      assigneeId: body.assigneeId ?? null,
      secretHash,
      createdAt: timestamp(nowMs),
      lastUsedAt: null,
      version: 1,
    }
    work.create(feeds, feed)
    noteFeed(work, register, { accountId: principal.id, feedIds: [...known, feed.id] })
    if (entity && !entity.livemode) work.create(testFeeds, { feedId: feed.id, entityId: entity.id })
    const page = optionalEnvironment('PAGE_URL') ?? baseUrl
    return reply(201, { feed: toFeed(feed), url: feedUrl(page, feed, secret) })
  },
})

/** The entity, or why the caller may not read its tasks. */
function readableEntity(principal: Principal, item: Item | null) {
  const entity = visibleEntity(principal, item)
  if (isRefusal(entity)) return entity
  const place = { orgId: entity.orgId, entityId: entity.id }
  const access = accessThrough(principal, membershipsReaching(principal, place), place, 'tasks.use')
  return access ? entity : forbidden('tasks.use')
}

/** Those of the noted feeds that are still there, as far as it matters. */
async function standingFeeds(table: Table, feedIds: readonly string[]): Promise<readonly string[]> {
  if (feedIds.length < maxFeeds) return feedIds
  return recordsOf(feeds, await getItems(table, feedIds.map(feedKey))).map(({ id }) => id)
}

function noteFeed(work: UnitOfWork, before: FeedRegister | null, after: Omit<FeedRegister, 'version'>): void {
  if (before) work.update(feedRegisters, before, { ...after, version: before.version + 1 })
  else work.create(feedRegisters, { ...after, version: 1 })
}
