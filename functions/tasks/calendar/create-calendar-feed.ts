import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { forbidden, visibleEntity } from '../../../shared/http/authorization/target.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { nodeKey } from '../../../shared/store/entities.ts'
import { type Item, queryIndex } from '../../../shared/store/table.ts'
import { type Feed, feeds, feedsOf, feedUrl, feedView, newSecret, testFeeds, toFeed } from './feed.ts'

const maxFeeds = 20

export const createCalendarFeed = operation({
  id: 'createCalendarFeed',
  method: 'POST',
  path: '/v1/me/calendar-feeds',
  tag: 'Tasks',
  summary: 'Create a calendar feed of your tasks',
  description:
    'Returns a secret address once. Calendars read it as iCalendar: the occurrences from 30 days ago to a year ahead, of the tasks that you may see at that moment. Anybody with the address can read it until you delete the feed.',
  access: { to: 'principal', peopleOnly: true },
  body: json(v.object({ entityId: v.nullish(uuid), assigneeId: v.nullish(v.literal('me')) })),
  responses: { 201: v.object({ feed: feedView, url: v.string() }) },
  errors: ['entity_not_found', 'invalid_node_path', 'forbidden', 'quota_exceeded'],
  returnsSecret: true,
  async preload({ table, readItems, body: { entityId }, principalId }) {
    const [items, own] = await Promise.all([
      readItems(entityId ? [nodeKey(entityId)] : []),
      queryIndex(table, { index: 'GSI1', partition: feedsOf(principalId), limit: maxFeeds }),
    ])
    return { entityItem: items[0] ?? null, count: own.length }
  },
  async handle({ body, preloaded: { entityItem, count }, principal, baseUrl, work, clock, ids }) {
    const entity = body.entityId ? readableEntity(principal, entityItem) : null
    if (isRefusal(entity)) return entity
    if (count >= maxFeeds)
      return refuse('quota_exceeded', `You have ${maxFeeds} calendar feeds. Delete one that you do not use.`, {
        metric: 'calendar_feeds',
        period: null,
        limit: maxFeeds,
        used: count,
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
