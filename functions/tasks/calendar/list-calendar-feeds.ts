import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { wholeIndexRange } from '../../../shared/store/table.ts'
import { feeds, feedsOf, feedView, toFeed } from './feed.ts'

export const listCalendarFeeds = operation({
  id: 'listCalendarFeeds',
  method: 'GET',
  path: '/v1/me/calendar-feeds',
  tag: 'Tasks',
  summary: 'List your calendar feeds',
  description: 'All feeds in one answer, oldest first, with the hour of their last use.',
  access: { to: 'principal', peopleOnly: true },
  responses: { 200: v.object({ results: v.array(feedView) }) },
  errors: [],
  preload: ({ table, principalId }) => wholeIndexRange(table, { index: 'GSI1', partition: feedsOf(principalId) }),
  async handle({ preloaded }) {
    return reply(200, { results: recordsOf(feeds, preloaded).map(toFeed) })
  },
})
