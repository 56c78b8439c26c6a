import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { act, done, feedOf, moveOccurrence, patchTask, taskOf } from '../../support/tasks.ts'
import { leave, personOf, tenant } from '../../support/tenant.ts'

const dayMs = 86_400_000
/** At noon, so that no clock change matters. */
const noon = (days: number) => new Date(Math.floor(Date.now() / dayMs + days) * dayMs + dayMs / 2).toISOString()

async function readCalendar(url: string, headers: Record<string, string> = {}) {
  const { pathname } = new URL(url)
  return await call('GET', pathname.slice(pathname.indexOf('/calendar/')), { headers })
}

/** The events of a calendar, as a parser of others reads them. */
async function eventsIn(url: string) {
  const answer = await readCalendar(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const parsed = new ICAL.Component(ICAL.parse(answer.text))
  return parsed.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

describe.concurrent('a calendar feed', () => {
  it('is read by another parser: moved, skipped, completed and all-day occurrences', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'member')
    const startAt = noon(1)
    const { id } = await taskOf(of, {
      title: 'Téléphoner; au, locataire \\ 📞'.repeat(3),
      startAt,
      recurrence: { rule: 'FREQ=DAILY;COUNT=4' },
      timezone: 'UTC',
      durationMinutes: 45,
      reminders: [{ minutesBefore: 15, channel: 'in_app' }],
      description: 'Two\nlines',
    })
    await done(act(of, id, 'complete', startAt))
    await done(act(of, id, 'skip', noon(2)))
    await done(moveOccurrence(of, id, noon(3), { startAt: noon(10) }))
    await taskOf(of, { title: 'Day', startAt: noon(5), allDay: true, timezone: 'Pacific/Kiritimati' })
    const { url } = await feedOf(token, of.entity.id)

    const events = await eventsIn(url)

    expect(
      events.map((event) => [
        event.startDate.toJSDate().toISOString(),
        event.component.getFirstPropertyValue('status'),
      ]),
    ).toEqual([
      [startAt, 'CONFIRMED'],
      [noon(2), 'CANCELLED'],
      [noon(4), 'CONFIRMED'],
      [expect.any(String), 'CONFIRMED'],
      [noon(10), 'CONFIRMED'],
    ])
    expect(events[0]?.summary).toBe(`[TEST] ✓ ${'Téléphoner; au, locataire \\ 📞'.repeat(3)}`)
    expect(events[2]).toMatchObject({ description: 'Two\nlines' })
    expect(events[2]?.duration.toSeconds()).toBe(45 * 60)
    expect(events[2]?.component.getAllSubcomponents('valarm')).toHaveLength(1)
    expect(events[3]?.startDate.isDate).toBe(true)
    // Kiritimati is 14 hours ahead.
    expect(events[3]?.startDate.toString()).toBe(noon(6).slice(0, 10))
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(5)
    const { text } = await readCalendar(url)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('has the tasks and single occurrences of its owner alone, if it is asked for them', async () => {
    const of = await tenant()
    const { token, account } = await personOf(of, 'member')
    const mine = { assigneeId: account.id }
    await taskOf(of, { title: "Somebody else's", startAt: noon(1) })
    await taskOf(of, { title: 'Own', startAt: noon(2), ...mine })
    const { id } = await taskOf(of, { title: 'Shared', startAt: noon(3), recurrence: { rule: 'FREQ=DAILY;COUNT=3' } })
    await done(moveOccurrence(of, id, noon(4), mine))
    const made = await call('POST', '/v1/me/calendar-feeds', { token, json: { assigneeId: 'me' } })
    const found = (await eventsIn(made.body.url)).map(({ summary, startDate }) => [summary, String(startDate)])
    expect(found).toEqual([
      ['[TEST] Own', noon(2).replace('.000', '')],
      ['[TEST] Shared', noon(4).replace('.000', '')],
    ])
  })

  it('has the same event for a single task that starts at another time', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'member')
    const { id } = await taskOf(of, { startAt: noon(1) })
    const { url } = await feedOf(token)
    const [before] = await eventsIn(url)
    await done(patchTask(of, id, { startAt: noon(40) }))
    const [after, ...others] = await eventsIn(url)
    expect([after?.uid, others]).toEqual([before?.uid, []])
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  })

  it('has the five thousand events that are nearest', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'member')
    const daily = { startAt: noon(-40), recurrence: { rule: 'FREQ=DAILY' }, timezone: 'UTC' }
    for (let each = 0; each < 13; each++) await taskOf(of, daily)
    const { text } = await readCalendar((await feedOf(token, of.entity.id)).url)
    const starts = [...text.matchAll(/^DTSTART:(.*)$/gm)].map(([, start]) => start)
    expect(starts).toHaveLength(5_000)
    // 13 of each day from 30 days ago on: those that are furthest ahead are left out.
    const days = Array.from({ length: 400 }, (_, day) => noon(day - 31)).filter(
      (at) => Date.parse(at) >= Date.now() - 30 * dayMs,
    )
    const firstAndLast = [days[0], days[Math.ceil(5_000 / 13) - 1]]
    expect([starts[0], starts.at(-1)]).toEqual(firstAndLast.map((at) => at?.replace(/[-:]|\.\d{3}/g, '')))
  })

  it('is not sent again to who has it, and tells when it was used', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'member')
    const { feed, url } = await feedOf(token)
    expect(feed).toEqual({ id: feed.id, entityId: null, assigneeId: null, createdAt: feed.createdAt, lastUsedAt: null })
    const first = await readCalendar(url)
    const etag = first.headers.get('etag') ?? ''
    const again = await readCalendar(url, { 'If-None-Match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const listed = await call('GET', '/v1/me/calendar-feeds', { token })
    expect(listed.body.results).toEqual([{ ...feed, lastUsedAt: expect.stringMatching(/:00:00\.000Z$/) }])
    expect(JSON.stringify(listed.body)).not.toContain('secret')
    await taskOf(of, { startAt: noon(1) })
    expect((await readCalendar(url, { 'If-None-Match': etag })).status).toBe(200)
  })

  it('shows what its owner may see at that moment, and nothing once they left or deleted it', async () => {
    const of = await tenant()
    const { token, account } = await personOf(of, 'member')
    await taskOf(of, { title: 'Hidden', startAt: noon(1), isPrivate: true })
    await taskOf({ ...of, token }, { title: 'Own', startAt: noon(1), isPrivate: true })
    const { url } = await feedOf(token, of.entity.id)
    const { url: deleted, feed } = await feedOf(token)
    expect((await eventsIn(url)).map(({ summary }) => summary)).toEqual(['[TEST] Own'])
    expect((await call('DELETE', `/v1/me/calendar-feeds/${feed.id}`, { token })).status).toBe(204)
    expectRefused(await readCalendar(deleted), 'not_found')
    await leave(account.id)
    expectRefused(await readCalendar(url), 'not_found')
    const { pathname } = new URL(url)
    expectRefused(
      await call('GET', pathname.slice(pathname.indexOf('/calendar/')).replace(/.{5}\.ics$/, '00000.ics')),
      'not_found',
    )
  })

  it('is made of visible entities alone, and by people, at most twenty each', async () => {
    const of = await tenant()
    const [member, viewer] = [await personOf(of, 'member'), await personOf(of, 'viewer')]
    const make = (token: string, entityId?: string) =>
      call('POST', '/v1/me/calendar-feeds', { token, json: { entityId } })
    expectRefused(await make(member.token, crypto.randomUUID()), 'entity_not_found')
    expectRefused(await make(member.token, of.org.id), 'invalid_node_path')
    expectRefused(await make(viewer.token, of.entity.id), 'forbidden')
    expectRefused(await make(of.token), 'humans_only')
    expectRefused(await make(viewer.token), 'forbidden')
    for (let made = 0; made < 18; made++) await feedOf(member.token)
    const atOnce = await Promise.all([1, 2, 3].map(() => make(member.token)))
    expect(atOnce.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
    while ((await make(member.token)).status === 201);
    expectRefused(await make(member.token), 'quota_exceeded')
    const { results } = (await call('GET', '/v1/me/calendar-feeds', { token: member.token })).body
    expect(results).toHaveLength(20)
    expect((await call('DELETE', `/v1/me/calendar-feeds/${results[0].id}`, { token: member.token })).status).toBe(204)
    expect((await make(member.token)).status).toBe(201)
    expectRefused(await make(member.token), 'quota_exceeded')
    const other = await feedOf((await personOf(of, 'member')).token)
    const foreign = await call('DELETE', `/v1/me/calendar-feeds/${other.feed.id}`, { token: member.token })
    expectRefused(foreign, 'not_found')
  })
})
