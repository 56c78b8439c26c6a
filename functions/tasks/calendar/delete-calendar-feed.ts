import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { feedKey, feeds, testFeedKey } from './feed.ts'

export const deleteCalendarFeed = operation({
  id: 'deleteCalendarFeed',
  method: 'DELETE',
  path: '/v1/me/calendar-feeds/{feedId}',
  tag: 'Tasks',
  summary: 'Delete a calendar feed',
  description: 'Its address answers 404 from then on.',
  access: { to: 'principal', peopleOnly: true },
  responses: { 204: null },
  errors: ['not_found'],
  preload: ({ readItems, path }) => readItems([feedKey(path.feedId)]),
  async handle({ preloaded, principal, work }) {
    const [feed] = recordsOf(feeds, preloaded)
    if (feed?.accountId !== principal.id) return refuse('not_found', 'There is no such feed, or it is not yours.')
    work.removePart(feedKey(feed.id))
    if (feed.entityId !== null) work.removePart(testFeedKey(feed.id))
    return reply(204, null)
  },
})
