import * as v from 'valibot'
import { type Envelope, orderedEnvelope } from '../../events/envelope.ts'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { operation } from '../../shared/http/operation.ts'
import { pageOf, pageTokenKeys, type Searched, untilFound } from '../../shared/http/page.ts'
import { reply } from '../../shared/http/reply.ts'
import { eventView } from '../../shared/openapi/event-view.ts'
import { batchLoader } from '../../shared/store/batch-loader.ts'
import { issueCursor } from '../../shared/store/page-token.ts'
import { type EventQuery, type EventRequest, eventQuery, eventRequest } from './event-query.ts'
import { type EventSearch, entityRefusal, isAskedFor, searchEvents } from './event-search.ts'
import { type PlacedEvent, pageOfOutboxEntries } from './outbox-page.ts'
import { positionIn, positionText } from './position.ts'
import { readPermissions } from './read-rights.ts'
import { readableBy } from './readable-events.ts'

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'Events',
  summary: 'List the events of an organization, oldest first',
  description:
    'Returns the events that webhooks send, for the last 30 days and for the resources that you may read. Every page has a `cursor`, even an empty one. Keep the cursor of the last page and send it later to read the events since then. If you follow the cursors, you get every event exactly once. Events of the same moment can come in any order. A filtered page can be short, and even empty after 1,000 entries that do not match; continue until the answer has no nextPageToken.',
  access: { to: 'organization', named: 'query', permission: null, anyOf: readPermissions, scope: 'events:read' },
  query: eventQuery,
  responses: {
    200: v.object({
      results: v.array(eventView),
      nextPageToken: v.optional(v.string()),
      cursor: v.pipe(v.string(), v.description('Send it to continue after this page. It does not expire.')),
    }),
  },
  errors: ['invalid_input', 'invalid_page_token', 'entity_not_found', 'invalid_node_path'],
  async preload({ table, readItems, query, principalId, nowMs }) {
    const { orgId } = query
    return orgId === undefined ? null : await lookedAt({ table, readItems }, { orgId, query, principalId, nowMs })
  },
  async handle({ access, query, principal, clock, table, preloaded }) {
    const nowMs = clock()
    const { orgId } = access
    // Only a machine may leave its organization out: its record, which the same round reads, tells which one it is.
    const looked =
      preloaded ??
      (await lookedAt({ table, readItems: batchLoader(table) }, { orgId, query, principalId: principal.id, nowMs }))
    if (isRefusal(looked)) return looked
    const { page, types, entity, featuresOf } = looked
    const hidden = query.entityId === undefined ? null : entityRefusal(access, entity)
    if (hidden) return hidden
    const isReadable = readableBy(access, featuresOf)
    const isWanted = (event: PlacedEvent) => isAskedFor(event, query, types) && isReadable(event)
    const found = await untilFound(pageAmong(looked, page.size, isWanted), async (after) => {
      const position = positionIn(after)
      const next = await searchEvents({ table, readItems: batchLoader(table) }, { orgId, query, position, nowMs })
      return pageAmong({ ...next, position }, page.size, isWanted)
    })
    const cursor = issueCursor(found.reached, page.scope, await pageTokenKeys())
    return reply(200, { ...(await pageOf(found, page, nowMs, orderedEnvelope)), cursor })
  },
})

/** The events of a page among the outbox entries that were read, and the position after the last entry that was looked at. */
function pageAmong(
  { outboxEntries, position, asOfMs }: Pick<EventSearch, 'outboxEntries' | 'asOfMs'> & Pick<EventRequest, 'position'>,
  size: number,
  isWanted: (event: PlacedEvent) => boolean,
): Searched<Envelope> & { readonly reached: string } {
  const { events, position: after, isMore } = pageOfOutboxEntries(outboxEntries, { position, size, asOfMs, isWanted })
  const reached = positionText(after)
  return { records: events, next: isMore ? reached : null, reached, lookedAt: outboxEntries.length }
}

interface EventListing {
  readonly orgId: string
  readonly query: EventQuery
  readonly principalId: string
  readonly nowMs: number
}

async function lookedAt(
  reading: Parameters<typeof searchEvents>[0],
  { orgId, query, principalId, nowMs }: EventListing,
) {
  const hasToken = query.pageToken !== undefined || query.cursor !== undefined
  // Where nothing is waited for, what is read joins the first round of the pipeline.
  const keys = hasToken ? await pageTokenKeys() : null
  const request = eventRequest(query, orgId, { principalId, nowMs, keys })
  if (isRefusal(request)) return request
  return { ...request, ...(await searchEvents(reading, { orgId, query, position: request.position, nowMs })) }
}
