import { hash } from 'node:crypto'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { dayMs, hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { wallOf } from '../../../shared/platform/time-zone.ts'
import type { Table } from '../../../shared/store/table.ts'
import { nearestTasks, type Occurrence, occurrencesIn } from '../model/occurrences.ts'
import { assigneeOf } from '../model/task-view.ts'
import { type Feed, feeds } from './feed.ts'
import { type FeedGrant, feedLink } from './feed-access.ts'
import { type CalendarEvent, calendar, date, utc } from './ical.ts'

/** How far a feed goes back and ahead. */
const [daysBack, daysAhead] = [30, 366]
const maxEvents = 5_000

export const getCalendar = operation({
  id: 'getCalendar',
  method: 'GET',
  path: '/calendar/{file}',
  tag: 'Tasks',
  summary: 'A calendar feed, as iCalendar',
  access: feedLink,
  responses: { 200: 'binary', 304: null },
  downloads: 'text/calendar',
  errors: [],
  async handle({ feed, entityIds, readAtMs, headers, table, work, clock }) {
    const nowMs = clock()
    noteUse(work, feed, readAtMs)
    const events = (await nearest(table, { feed, entityIds }, nowMs)).map(eventOf)
    const content = calendar('Sealpost', events)
    const etag = `"${hash('sha256', content, 'base64url')}"`
    const caching = { ETag: etag, 'Cache-Control': 'private, max-age=900' }
    const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known.includes(etag)) return reply(304, null, caching)
    return reply(200, { stream: content, contentType: 'text/calendar; charset=utf-8' }, caching)
  },
})

/** Calendars ask often: the hour is enough. */
function noteUse(work: { update(of: typeof feeds, before: Feed, after: Feed): void }, feed: Feed, nowMs: number): void {
  const { lastUsedAt, version } = feed
  const usedMs = Math.floor(nowMs / hourMs) * hourMs
  if (lastUsedAt !== null && Date.parse(lastUsedAt) >= usedMs) return
  work.update(feeds, feed, { ...feed, lastUsedAt: timestamp(usedMs), version: version + 1 })
}

/** The occurrences nearest to now, in order. Where there are far too many of them, a shorter time is looked at. */
async function nearest(
  table: Table,
  { feed, entityIds }: Pick<FeedGrant, 'feed' | 'entityIds'>,
  nowMs: number,
): Promise<Occurrence[]> {
  const period = periodOf(nowMs, daysAhead)
  const found = await nearestTasks(table, { entityIds, principalId: feed.accountId }, { ...period, nowMs })
  for (const days of [daysAhead, 92, 31, 7]) {
    const all = await occurrencesIn(table, found, periodOf(nowMs, days))
    if (!all) continue
    const asked = all.filter((occurrence) => isAsked(occurrence, feed))
    const distance = ({ state }: Occurrence) => Math.abs(Date.parse(state.startAt ?? state.at) - nowMs)
    const near = new Set(asked.toSorted((a, b) => distance(a) - distance(b)).slice(0, maxEvents))
    return asked.filter((occurrence) => near.has(occurrence))
  }
  return []
}

function periodOf(nowMs: number, days: number) {
  const back = Math.min(days, daysBack)
  return { from: timestamp(nowMs - back * dayMs), to: timestamp(nowMs + days * dayMs) }
}

function isAsked({ task, state }: Occurrence, { assigneeId, accountId }: Feed): boolean {
  if (task.status === 'canceled' && state.status === 'pending') return false
  return assigneeId === null || assigneeOf(task, state)?.id === accountId
}

const usualMinutes = 30
const minutesOfDay = 24 * 60

function eventOf({ task, state }: Occurrence): CalendarEvent {
  const startMs = Date.parse(state.startAt ?? state.at)
  return {
    uid: uidOf(task, state),
    changedMs: Date.parse(task.updatedAt),
    sequence: task.version,
    title: titleOf(task, state),
    description: task.description,
    isCanceled: state.status === 'skipped',
    times: timesOf(task, startMs),
    alarms: state.status === 'pending' ? task.reminders.map(({ minutesBefore }) => minutesBefore) : [],
  }
}

/** A calendar has tasks of live and of test organizations side by side. */
function titleOf(task: Occurrence['task'], { title, status }: Occurrence['state']): string {
  const mark = status === 'completed' ? '✓ ' : ''
  return `${task.livemode ? '' : '[TEST] '}${mark}${title ?? task.title}`
}

/** The one occurrence of a single task stays the same event when the task starts at another time. */
function uidOf({ id, recurrence, startAt }: Occurrence['task'], { at }: Occurrence['state']): string {
  const name = recurrence === null && at === startAt ? id : `${id}-${utc(Date.parse(at))}`
  return `${name}@sealpost`
}

/** All-day occurrences are on the day that their start has in the time zone of the task. */
function timesOf({ allDay, timezone, durationMinutes }: Occurrence['task'], startMs: number): string[] {
  if (!allDay) return [`DTSTART:${utc(startMs)}`, `DTEND:${utc(startMs + (durationMinutes ?? usualMinutes) * 60_000)}`]
  const wall = wallOf(startMs, timezone)
  const days = Math.max(1, Math.ceil((durationMinutes ?? 0) / minutesOfDay))
  return [`DTSTART;VALUE=DATE:${date(wall)}`, `DTEND;VALUE=DATE:${date(wall + days * dayMs)}`]
}
