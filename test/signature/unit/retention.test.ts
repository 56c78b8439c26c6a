import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestRecord } from '../../../functions/signature/model/request.ts'
import { nothingPlanned } from '../../../functions/signature/model/retention.ts'
import {
  purgeWarningMs,
  restored,
  restoredForMs,
  restoreRequested,
  retentionLook,
} from '../../../functions/signature/model/retention-transitions.ts'
import { system } from '../../../functions/signature/model/transitions.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { sampleRequest } from './sample-request.ts'

const endMs = Date.parse('2026-01-01T00:00:00.000Z')
const causeAt = (nowMs: number) => ({ nowMs, actor: system, ip: null, userAgent: null })
const ended = (more: Partial<RequestRecord> = {}): RequestRecord =>
  sampleRequest({ status: 'declined', endedAt: timestamp(endMs), dueAt: null, ...more })

type Settings = Parameters<typeof retentionLook>[1]

/** Everything that happens to a request by its retention, as the sweep would run: a look a day after the end, then as planned. */
function story(settingsAt: (day: number) => Settings, lastDay: number, from = ended()) {
  const happened: { day: number; types: string[] }[] = []
  let [record, nowMs] = [from, endMs + dayMs]
  while (nowMs <= endMs + lastDay * dayMs) {
    const day = Math.floor((nowMs - endMs) / dayMs)
    const { change, nextAt } = retentionLook(record, settingsAt(day), causeAt(nowMs))
    if (change) {
      record = { ...record, ...change.after }
      const types = [...change.steps, ...change.events, ...change.jobs].map(({ type }) => type)
      if (types.length > 0) happened.push({ day, types })
    }
    if (nextAt === null) break
    expect(Date.parse(nextAt)).toBeGreaterThan(nowMs)
    nowMs = Date.parse(nextAt)
  }
  return { happened, record }
}

describe('the files of an ended request', () => {
  test('stay where neither an archive nor a purge is set', () => {
    const { happened, record } = story(() => ({ archiveAfterDays: null, purgeAfterDays: null }), 4_000)
    expect(happened).toEqual([])
    expect(record).toEqual(ended())
  })

  test('are archived, warned of and purged on their days, and never looked at again', () => {
    const { happened, record } = story(() => ({ archiveAfterDays: 40, purgeAfterDays: 365 }), 4_000)
    expect(happened).toEqual([
      { day: 40, types: ['archived', 'signature.storage_due'] },
      { day: 351, types: ['purge_scheduled', 'signature.letters_due'] },
      { day: 365, types: ['purged', 'document.purged', 'signature.storage_due'] },
    ])
    expect(record.retention).toMatchObject({ state: 'purged', purgedAt: timestamp(endMs + 365 * dayMs) })
  })

  test('are purged 14 days after the warning where the setting comes when the time is over', () => {
    const none = { archiveAfterDays: null, purgeAfterDays: null }
    const { happened } = story((day) => (day < 100 ? none : { ...none, purgeAfterDays: 60 }), 4_000)
    const [warning, purge, ...others] = happened
    expect(others).toEqual([])
    expect(warning?.types).toContain('purge_scheduled')
    expect(warning?.day).toBeLessThan(131)
    expect(purge?.day).toBe((warning?.day ?? 0) + 14)
  })

  test('stay where the setting is taken back after the warning, and are warned of again where it was put off', () => {
    const off = story((day) => ({ archiveAfterDays: null, purgeAfterDays: day < 60 ? 60 : null }), 4_000)
    expect(off.happened.map(({ types }) => types[0])).toEqual(['purge_scheduled'])
    expect(off.record.retention).toMatchObject({ state: 'available', purgeAt: null })
    const later = story((day) => ({ archiveAfterDays: null, purgeAfterDays: day < 60 ? 60 : 90 }), 4_000)
    expect(later.happened.map(({ day, types }) => [day, types[0]])).toEqual([
      [46, 'purge_scheduled'],
      [76, 'purge_scheduled'],
      [90, 'purged'],
    ])
  })

  test('wait for the seal', () => {
    const unsealed = ended({ status: 'completed', document: { ...ended().document, sealStatus: 'failed' } })
    const { happened } = story(() => ({ archiveAfterDays: 1, purgeAfterDays: 30 }), 100, unsealed)
    expect(happened).toEqual([])
  })

  test('are archived again 30 days after they were restored', () => {
    const archived = ended({ retention: { ...nothingPlanned, state: 'archived', archivedAt: timestamp(endMs) } })
    const asked = restoreRequested(archived, causeAt(endMs + 5 * dayMs))
    if (!asked) throw new Error('it was archived')
    expect(restoreRequested({ ...archived, ...asked.after }, causeAt(endMs + 6 * dayMs))).toBeNull()
    const back = restored({ ...archived, ...asked.after }, causeAt(endMs + 6 * dayMs))
    expect(back?.after.retention).toMatchObject({ state: 'available', restoreRequestedAt: null })
    const { happened } = story(() => ({ archiveAfterDays: 1, purgeAfterDays: null }), 100, {
      ...archived,
      ...back?.after,
    })
    expect(happened.map(({ day }) => day)).toEqual([6 + restoredForMs / dayMs])
  })

  test('are never purged without a warning 14 days before, however the settings change', () => {
    const days = fc.option(fc.integer({ min: 30, max: 200 }), { nil: null })
    fc.assert(
      fc.property(fc.array(days, { minLength: 1, maxLength: 12 }), (choices) => {
        const { record } = story(
          (day) => ({ archiveAfterDays: null, purgeAfterDays: choices[Math.floor(day / 30) % choices.length] ?? null }),
          800,
        )
        const { purgedAt = null, purgeWarnedAt = null } = record.retention ?? {}
        if (purgedAt === null) return
        expect(Date.parse(purgedAt) - Date.parse(purgeWarnedAt ?? purgedAt)).toBeGreaterThanOrEqual(purgeWarningMs)
      }),
    )
  })
})
