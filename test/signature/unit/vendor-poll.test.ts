import { expect, it } from 'vitest'
import { followVendor } from '../../../functions/signature/model/vendor-poll.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { sampleRequest } from './sample-request.ts'

it('a request is polled by the real time, whatever the clock of its test organization says', () => {
  const written: unknown[] = []
  const putPart = (_: unknown, poll: unknown) => written.push(poll)
  const work = { putPart, write: () => {} } as unknown as UnitOfWork
  const before = systemClock()
  followVendor(work, null, sampleRequest({ vendor: 'yousign', sentAt: '2036-01-01T00:00:00.000Z' }))
  const [poll] = written as { dueAt: string }[]
  const wait = Date.parse(poll?.dueAt ?? '') - before
  expect(wait).toBeGreaterThanOrEqual(15 * 60_000)
  expect(wait).toBeLessThan(16 * 60_000)
})
