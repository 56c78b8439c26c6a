import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSchedule, startSchedules } from '../../../../infra/local/schedules.ts'
import type { JsonObject } from '../../../../infra/local/template.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T00:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const rule = (properties: JsonObject, type = 'AWS::Events::Rule') =>
  readSchedule({
    logicalId: 'Sweep',
    type,
    name: 'sweep',
    arn: 'arn:rule',
    reference: 'sweep',
    metadata: {},
    properties,
  })

const everyMinute = { ScheduleExpression: 'rate(1 minute)', Targets: [{ Arn: 'arn:function' }] }

describe('a schedule', () => {
  it('comes from a rule with an expression that is enabled', () => {
    expect(rule(everyMinute)).toHaveLength(1)
    expect(rule({ ...everyMinute, State: 'DISABLED' })).toEqual([])
    expect(rule({ EventPattern: {} })).toEqual([])
    const target = { Arn: 'arn:function', Input: '{"a":1}' }
    expect(rule({ ScheduleExpression: 'rate(1 day)', Target: target }, 'AWS::Scheduler::Schedule')).toMatchObject([
      { source: 'aws.scheduler', targets: [{ arn: 'arn:function', input: '{"a":1}' }] },
    ])
  })

  it.each([
    [1, 180_000, 3],
    [60, 3000, 3],
  ])('at speed %i runs within %i ms %i times', async (speed, elapsedMs, times) => {
    const deliver = vi.fn(async () => {})
    const schedules = startSchedules({ schedules: rule(everyMinute), speed, deliver })
    await vi.advanceTimersByTimeAsync(elapsedMs)
    expect(deliver).toHaveBeenCalledTimes(times)
    expect(deliver).toHaveBeenCalledWith(
      'arn:function',
      expect.objectContaining({ 'detail-type': 'Scheduled Event', resources: ['arn:rule'] }),
    )
    await schedules.stop()
    await vi.advanceTimersByTimeAsync(elapsedMs)
    expect(deliver).toHaveBeenCalledTimes(times)
  })

  it('runs now when asked, with its own input', async () => {
    const deliver = vi.fn(async () => {})
    const targets = { Targets: [{ Arn: 'arn:function', Input: '{"only":"this"}' }] }
    const schedules = startSchedules({ schedules: rule({ ...everyMinute, ...targets }), speed: 1, deliver })
    await schedules.runNow('sweep')
    expect(deliver).toHaveBeenCalledWith('arn:function', { only: 'this' })
    await expect(schedules.runNow('other')).rejects.toThrow('other')
    await schedules.stop()
  })

  it('does not start a run while the last one goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const deliver = vi.fn(() => promise)
    const schedules = startSchedules({ schedules: rule(everyMinute), speed: 1, deliver })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(deliver).toHaveBeenCalledTimes(1)
    resolve()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(deliver).toHaveBeenCalledTimes(2)
    await schedules.stop()
  })
})
