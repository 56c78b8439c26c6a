/** When a schedule is due next, in milliseconds since the epoch, after the time given. */
export type NextRun = (afterMs: number) => number

const unitsMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * Understands `rate(5 minutes)`, and `cron(…)` with numbers, names, lists, ranges and steps, in UTC; not `L`, `W` and `#`.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export function parseScheduleExpression(expression: string): NextRun {
  const [, amount, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  if (unit !== undefined) return (afterMs) => afterMs + Number(amount) * (unitsMs[unit] ?? 0)
  const fields = /^cron\(([^)]+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/)
  if (fields?.length !== 6) throw new Error(`The local cloud does not know the schedule ${expression}`)
  return nextCronRun(fields, expression)
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

function nextCronRun(fields: string[], expression: string): NextRun {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields
  const minutes = parseField(minute, 0, 59)
  const hours = parseField(hour, 0, 23)
  const days = parseField(dayOfMonth, 1, 31)
  const monthNumbers = parseField(named(month, months), 1, 12)
  const weekdayNumbers = parseField(named(dayOfWeek, weekdays), 1, 7)
  const years = parseField(year, 1970, 2199)
  const fitsDay = (date: Date) =>
    days.has(date.getUTCDate()) &&
    monthNumbers.has(date.getUTCMonth() + 1) &&
    weekdayNumbers.has(date.getUTCDay() + 1) &&
    years.has(date.getUTCFullYear())
  return (afterMs) => {
    const date = new Date(afterMs)
    date.setUTCSeconds(0, 0)
    date.setUTCMinutes(date.getUTCMinutes() + 1)
    const lastYear = date.getUTCFullYear() + 5
    while (date.getUTCFullYear() <= lastYear) {
      if (!fitsDay(date)) date.setUTCHours(24, 0)
      else if (!hours.has(date.getUTCHours())) date.setUTCMinutes(60)
      else if (!minutes.has(date.getUTCMinutes())) date.setUTCMinutes(date.getUTCMinutes() + 1)
      else return date.getTime()
    }
    throw new Error(`The schedule ${expression} is not due in the next five years`)
  }
}

/** Month and weekday names become their numbers; AWS counts both from 1, Sunday being 1. */
function named(field: string, names: string[]): string {
  return names.reduce((text, name, index) => text.replaceAll(name, String(index + 1)), field.toUpperCase())
}

function parseField(field: string, first: number, last: number): Set<number> {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const [, range = '', step] = /^(\*|\?|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part) ?? []
    if (range === '') throw new Error(`The local cloud does not know ${field} in a cron schedule`)
    const [from = first, to] = range === '*' || range === '?' ? [first, last] : range.split('-').map(Number)
    const end = to ?? (step === undefined ? from : last)
    for (let value = from; value <= end; value += Number(step ?? 1)) values.add(value)
  }
  return values
}
