/** A recurrence rule: the part of RFC 5545 that works on days. */
export interface Rule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  readonly weekdays: readonly Weekday[]
  readonly monthDays: readonly number[]
  readonly months: readonly number[]
  readonly positions: readonly number[]
  /** 0 is Monday. */
  readonly weekStart: number
  readonly count: number | null
  readonly untilMs: number | null
}

/** A day of the week, 0 being Monday; with an ordinal only that one of the month or year, or counted from its end. */
export interface Weekday {
  readonly day: number
  readonly ordinal: number | null
}

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const maxRuleLength = 500

/** Reads the value of an RRULE that a caller sent. Null if it is not one that this service takes. */
export function parseRule(text: string): Rule | null {
  return text.length > maxRuleLength ? null : readRule(text)
}

/**
 * Reads the value of an RRULE strictly: upper case, each part once. A stored rule may be a little longer than any that is taken,
 * since a split gives it another end.
 */
export function readRule(text: string): Rule | null {
  const parts = partsOf(text)
  if (!parts) return null
  const rule = {
    frequency: frequencies.find((each) => each === parts.get('FREQ')) ?? null,
    interval: numberIn(parts.get('INTERVAL') ?? '1', 1, 365),
    weekdays: listIn(parts.get('BYDAY'), weekdayOf),
    monthDays: listIn(parts.get('BYMONTHDAY'), (each) => signedIn(each, 31)),
    months: listIn(parts.get('BYMONTH'), (each) => numberIn(each, 1, 12)),
    positions: listIn(parts.get('BYSETPOS'), (each) => signedIn(each, 366)),
    weekStart: days.indexOf(parts.get('WKST') ?? 'MO'),
  }
  const { frequency, interval, weekdays, monthDays, months, positions, weekStart } = rule
  if (!frequency || interval === null || !weekdays || !monthDays || !months || !positions || weekStart < 0) return null
  const count = parts.has('COUNT') ? numberIn(parts.get('COUNT') ?? '', 1, 1000) : null
  const untilMs = parts.has('UNTIL') ? untilIn(parts.get('UNTIL') ?? '') : null
  if (parts.has('COUNT') && (count === null || parts.has('UNTIL'))) return null
  if (parts.has('UNTIL') && untilMs === null) return null
  const read = { frequency, interval, weekdays, monthDays, months, positions, weekStart, count, untilMs }
  return isAllowed(read) ? read : null
}

/** The parts that RFC 5545 does not define together. */
function isAllowed({ frequency, weekdays, monthDays, months, positions }: Rule): boolean {
  const furthest = { DAILY: 0, WEEKLY: 0, MONTHLY: 5, YEARLY: 53 }[frequency]
  if (weekdays.some(({ ordinal }) => Math.abs(ordinal ?? 0) > furthest)) return false
  if (frequency === 'WEEKLY' && monthDays.length > 0) return false
  return positions.length === 0 || weekdays.length + monthDays.length + months.length > 0
}

const names = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST', 'COUNT', 'UNTIL']

function partsOf(text: string): Map<string, string> | null {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value, ...rest] = part.split('=')
    if (!names.includes(name) || parts.has(name) || !value || rest.length > 0) return null
    parts.set(name, value)
  }
  return parts
}

/** An absent part is an empty list. Null if a value is not allowed. */
function listIn<T>(text: string | undefined, read: (value: string) => T | null): T[] | null {
  const values: T[] = []
  for (const each of text === undefined ? [] : text.split(',')) {
    const value = read(each)
    if (value === null) return null
    values.push(value)
  }
  return values
}

function numberIn(text: string, least: number, most: number): number | null {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return value >= least && value <= most ? value : null
}

function signedIn(text: string, most: number): number | null {
  const [, sign, digits = ''] = /^([+-]?)(\d{1,3})$/.exec(text) ?? []
  const value = numberIn(digits, 1, most)
  return value === null || sign !== '-' ? value : -value
}

function weekdayOf(text: string): Weekday | null {
  const [, ordinal, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const day = days.indexOf(name)
  if (day < 0) return null
  if (ordinal === undefined) return { day, ordinal: null }
  const nth = signedIn(ordinal, 53)
  return nth === null ? null : { day, ordinal: nth }
}

function untilIn(text: string): number | null {
  const digits = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1)
  if (!digits) return null
  const [year, month, day, hour, minute, second] = digits
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const ms = Date.parse(iso)
  // Date.parse refuses a 13th month, and takes 30 February for 1 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString() === iso ? ms : null
}

/** The text of a rule with another end; null for none. */
export function ruleEndingAt(text: string, untilMs: number): string {
  const until = new Date(untilMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  return [...withoutEnd(text), `UNTIL=${until}`].join(';')
}

/** The text of a rule with another number of instances. */
export function ruleCounting(text: string, count: number): string {
  return [...withoutEnd(text), `COUNT=${count}`].join(';')
}

function withoutEnd(text: string): string[] {
  return text.split(';').filter((part) => !/^(COUNT|UNTIL)=/.test(part))
}
