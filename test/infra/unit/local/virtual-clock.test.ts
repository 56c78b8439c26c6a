import { afterEach, beforeEach, expect, test } from 'vitest'
import { installVirtualClock, type VirtualClock } from '../../../../infra/local/virtual-clock.ts'
import { hostFunctions } from './hosted-functions.ts'

const hourMs = 3_600_000
let clock: VirtualClock

beforeEach(() => {
  clock = installVirtualClock()
})
afterEach(() => clock.uninstall())

test('dates are as far ahead as the clock was moved, and given dates stay', () => {
  const before = Date.now()
  clock.advance(23 * hourMs)
  expect(Date.now() - before).toBeGreaterThanOrEqual(23 * hourMs)
  expect(Date.parse(new Date().toISOString()) - before).toBeGreaterThanOrEqual(23 * hourMs)
  expect(new Date('2026-01-01T00:00:00.000Z').toISOString()).toBe('2026-01-01T00:00:00.000Z')
  expect(new Date()).toBeInstanceOf(Date)
  clock.uninstall()
  expect(Date.now() - before).toBeLessThan(hourMs)
})

test('timers of the time that passed ring in their order, later ones and cleared ones do not', () => {
  const rung: string[] = []
  setTimeout((name: string) => rung.push(name), 2 * hourMs, 'second')
  setTimeout(() => rung.push('first'), hourMs)
  const later = setTimeout(() => rung.push('later'), 4 * hourMs)
  clearTimeout(setTimeout(() => rung.push('cleared'), hourMs))
  clock.advance(3 * hourMs)
  expect(rung).toEqual(['first', 'second'])
  clock.advance(hourMs)
  expect(rung).toEqual(['first', 'second', 'later'])
  clearTimeout(later)
})

test('functions in threads follow the clock, those that run already too', async () => {
  const code = 'export const handler = async () => [Date.now(), new Date().getTime()]'
  const functions = await hostFunctions({ now: { code } }, { clockOffset: clock.offset })
  const ask = async () => (await functions.call('now')) as number[]
  await ask()
  const before = Date.now()
  clock.advance(24 * hourMs)
  for (const time of await ask()) expect(time - before).toBeGreaterThanOrEqual(24 * hourMs)
  await functions.close()
})

test('functions whose pauses are shortened keep their deadlines, which are whole seconds', async () => {
  const code = `export const handler = async () => {
    const rung = []
    const wait = (ms) => new Promise((resolve) => setTimeout((name) => resolve(rung.push(name)), ms, ms))
    await Promise.all([wait(1000), wait(1999)])
    return rung
  }`
  const functions = await hostFunctions({ wait: { code } }, { pauseDivisor: 10 })
  expect(await functions.call('wait')).toEqual([1999, 1000])
  await functions.close()
})
