import { expect, test } from 'vitest'
import { activityOf, type latestActivity } from '../../../functions/signature/model/activity.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { nowMs, sampleRequest, uuid } from './sample-request.ts'

type Entry = Awaited<ReturnType<typeof latestActivity>>['steps'][number]

const actor = { type: 'recipient', id: null, name: 'Recipient of a copy' } as const

/** So many entries, one for each second from now on. */
function entries(type: Entry['type'], count: number): Entry[] {
  return Array.from({ length: count }, (_, second) => {
    const own = { id: uuid(second), at: timestamp(nowMs + second * 1000) }
    return { ...own, type, actor, signerId: null, detail: null, ip: null }
  })
}

const record = sampleRequest({})

test.each([
  ['few of both are told in the order of their times', 3, 2, 3, 2],
  ['downloads without end hide no step', 3, 1000, 3, 997],
  ['steps without end leave no room for downloads', 1000, 5, 1000, 0],
])('%s', (_, steps, downloads, toldSteps, toldDownloads) => {
  const told = activityOf(record, { steps: entries('reminded', steps), downloads: entries('downloaded', downloads) })
  const ofType = (type: Entry['type']) => told.filter((entry) => entry.type === type)
  expect([ofType('reminded').length, ofType('downloaded').length]).toEqual([toldSteps, toldDownloads])
  expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted())
  expect(ofType('downloaded').at(-1)?.at).toBe(
    toldDownloads === 0 ? undefined : entries('downloaded', downloads).at(-1)?.at,
  )
})
