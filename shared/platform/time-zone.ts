/**
 * Wall-clock times of a zone. A wall-clock time is a number: the milliseconds of the same digits read as UTC.
 */

const dayMs = 86_400_000

/** Intl also takes offsets such as `+01:00` and names in any case. */
const zoneName = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/

/** Making a format takes 50 times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    ...digits,
    ...time,
  })
  formats.set(zone, format)
  return format
}

/** Whether a text names an IANA time zone that the runtime knows. */
export function isTimeZone(text: string): boolean {
  if (text.length > 64 || !zoneName.test(text)) return false
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}

/** What the clocks of a zone show at an instant. */
export function wallOf(instant: number, zone: string): number {
  const digits: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) digits[type] = value
  const year = digits.era === 'BC' ? 1 - Number(digits.year) : Number(digits.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(digits.month) - 1, Number(digits.day))
  wall.setUTCHours(Number(digits.hour), Number(digits.minute), Number(digits.second))
  return wall.getTime() + (((instant % 1000) + 1000) % 1000)
}

/**
 * The instant of a wall-clock time. A time that clocks skip moves forward by the gap; of a time that they show twice, the first
 * counts (RFC 5545, 3.3.5).
 */
export function instantOf(wall: number, zone: string): number {
  const before = wallOf(wall - dayMs, zone) - (wall - dayMs)
  const after = wallOf(wall + dayMs, zone) - (wall + dayMs)
  if (before === after || wallOf(wall - before, zone) === wall) return wall - before
  return wallOf(wall - after, zone) === wall ? wall - after : wall - before
}

/** The end of the day that an instant lies in, where clocks show midnight again. */
export function endOfDay(instant: number, zone: string): number {
  return instantOf((Math.floor(wallOf(instant, zone) / dayMs) + 1) * dayMs, zone)
}
