import { expect, test } from 'vitest'
import { businessMetrics } from '../../../functions/outbox/business-metrics.ts'

const nowMs = Date.parse('2026-01-31T12:00:00Z')
const published = (
  livemode: boolean,
  ...types: ('signature.created' | 'signature.completed' | 'signature.viewed')[]
) => ({
  livemode,
  events: types.map((type) => ({ type, data: {}, path: null })),
})

test('events of live organizations are counted by type, for CloudWatch to read from the log', () => {
  const line = businessMetrics(
    [
      published(true, 'signature.created', 'signature.viewed'),
      published(true, 'signature.created', 'signature.completed'),
      published(false, 'signature.completed'),
    ],
    'Sealpost',
    nowMs,
  )
  const metrics = ['signature.created', 'signature.completed'].map((Name) => ({ Name, Unit: 'Count' }))
  expect(JSON.parse(line ?? '')).toEqual({
    _aws: { Timestamp: nowMs, CloudWatchMetrics: [{ Namespace: 'Sealpost', Dimensions: [[]], Metrics: metrics }] },
    'signature.created': 2,
    'signature.completed': 1,
  })
})

test('where nothing is counted, nothing is logged', () => {
  expect(businessMetrics([], 'Sealpost', nowMs)).toBeNull()
  expect(
    businessMetrics([published(true, 'signature.viewed'), published(false, 'signature.created')], 'S', nowMs),
  ).toBeNull()
})
