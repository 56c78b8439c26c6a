import { describe, expect, it } from 'vitest'
import { parseScheduleExpression } from '../../../../infra/local/schedule-expression.ts'

describe('a schedule expression', () => {
  it.each([
    ['rate(1 minute)', '2026-03-01T10:00:30Z', '2026-03-01T10:01:30Z'],
    ['rate(12 hours)', '2026-03-01T10:00:00Z', '2026-03-01T22:00:00Z'],
    ['cron(0 3 * * ? *)', '2026-03-01T03:00:00Z', '2026-03-02T03:00:00Z'],
    ['cron(*/15 8-17 ? * MON-FRI *)', '2026-03-06T17:50:00Z', '2026-03-09T08:00:00Z'],
    ['cron(0 0 1 JAN,JUL ? *)', '2026-03-01T00:00:00Z', '2026-07-01T00:00:00Z'],
    ['cron(30 12 29 2 ? *)', '2026-03-01T00:00:00Z', '2028-02-29T12:30:00Z'],
    ['cron(5/20 * * * ? *)', '2026-03-01T00:26:00Z', '2026-03-01T00:45:00Z'],
  ])('%s after %s is due at %s', (expression, after, due) => {
    expect(new Date(parseScheduleExpression(expression)(Date.parse(after))).toISOString()).toBe(
      new Date(due).toISOString(),
    )
  })

  it.each(['rate(1 fortnight)', 'cron(0 3 L * ? *)', 'cron(0 3 * *)', 'at(2026-01-01T00:00:00)'])(
    '%s is refused',
    (expression) => {
      expect(() => parseScheduleExpression(expression)).toThrow('does not know')
    },
  )
})
