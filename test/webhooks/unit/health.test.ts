import { expect, it } from 'vitest'
import { isSuccessToNote, standingOf, untried } from '../../../functions/webhooks/model/health.ts'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { startMs } from './sample-webhook.ts'

const [now, seconds] = [timestamp(startMs), (count: number) => timestamp(startMs - 1000 * count)]

it.each([
  ['nobody knows', {}, 'unknown', true],
  ['took a delivery just now', { lastSuccessAt: now }, 'prompt', false],
  ['took one a minute ago', { lastSuccessAt: seconds(60) }, 'prompt', true],
  ['took one nearly ten minutes ago', { lastSuccessAt: seconds(599) }, 'prompt', true],
  ['took none for ten minutes', { lastSuccessAt: seconds(600) }, 'unknown', true],
  ['took one and failed since', { lastSuccessAt: seconds(5), consecutiveFailures: 1 }, 'prompt', true],
  ['keeps others waiting', { lastSuccessAt: now, slowUntilMs: startMs + minuteMs }, 'slow', false],
  ['kept others waiting', { lastSuccessAt: now, slowUntilMs: startMs }, 'prompt', false],
  ['took one elsewhere', { lastSuccessAt: seconds(5), movedAt: now }, 'unknown', true],
  ['took one where it is now', { lastSuccessAt: now, movedAt: seconds(5) }, 'prompt', false],
] as const)('a subscription that %s', (_, counted, standing, isNoted) => {
  const health = { ...untried, ...counted }
  expect(standingOf(health, startMs)).toBe(standing)
  expect(isSuccessToNote(health, startMs)).toBe(isNoted)
})
