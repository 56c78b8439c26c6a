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

/** The parts of a rule, each with the values that it takes, as messages name them. */
const meanings = {
  FREQ: 'DAILY, WEEKLY, MONTHLY or YEARLY',
  INTERVAL: 'a whole number from 1 to 365',
  BYDAY: 'days such as MO,TH; with FREQ=MONTHLY or FREQ=YEARLY also such as 1MO (the first) or -1FR (the last)',
  BYMONTHDAY: 'days such as 1,15; or -1, the last day of a month',
  BYMONTH: 'months from 1 to 12',
  BYSETPOS: 'numbers from 1 to 366; or -1, the last of a period',
  WKST: 'a day such as MO',
  COUNT: 'a whole number from 1 to 1000',
  UNTIL: 'a time in UTC such as 20301231T235959Z',
}
type PartName = keyof typeof meanings
const partNames = Object.keys(meanings)

/** Its message says what a rule has to have instead. */
class RuleFault extends Error {}

/** What is wrong with the value of an RRULE that a caller sent, as a sentence that says what to send. Null if nothing is. */
export function ruleFault(text: string): string | null {
  if (text.length > maxRuleLength) return `It may have at most ${maxRuleLength} characters.`
  const rule = ruleOrFault(text)
  return rule instanceof RuleFault ? rule.message : null
}

/**
 * Reads the value of an RRULE strictly: upper case, each part once. Null if it is not one that this service takes. A stored rule
 * may be a little longer than any that is taken, since a split gives it another end.
 */
export function readRule(text: string): Rule | null {
  const rule = ruleOrFault(text)
  return rule instanceof RuleFault ? null : rule
}

function ruleOrFault(text: string): Rule | RuleFault {
  try {
    return ruleOf(partsOf(text))
  } catch (error) {
    if (error instanceof RuleFault) return error
    throw error
  }
}

function ruleOf(parts: ReadonlyMap<string, string>): Rule {
  const taken = <T>(name: PartName, value: T | null): T => {
    if (value === null) throw new RuleFault(`${name} must be ${meanings[name]}.`)
    return value
  }
  const one = <T>(name: PartName, read: (value: string) => T | null): T | null => {
    const text = parts.get(name)
    return text === undefined ? null : taken(name, read(text))
  }
  const list = <T>(name: PartName, read: (value: string) => T | null): T[] =>
    (parts.get(name)?.split(',') ?? []).map((each) => taken(name, read(each)))
  const frequency = one('FREQ', (value) => frequencies.find((each) => each === value) ?? null)
  if (!frequency) throw new RuleFault(`FREQ is missing: it must be ${meanings.FREQ}.`)
  const rule = {
    frequency,
    interval: one('INTERVAL', (value) => numberIn(value, 1, 365)) ?? 1,
    weekdays: list('BYDAY', (value) => weekdayOf(value, furthest[frequency])),
    monthDays: list('BYMONTHDAY', (value) => signedIn(value, 31)),
    months: list('BYMONTH', (value) => numberIn(value, 1, 12)),
    positions: list('BYSETPOS', (value) => signedIn(value, 366)),
    weekStart: one('WKST', dayIn) ?? 0,
    count: one('COUNT', (value) => numberIn(value, 1, 1000)),
    untilMs: one('UNTIL', untilIn),
  }
  const fault = faultTogether(rule)
  if (fault) throw new RuleFault(fault)
  return rule
}

/** The largest ordinal of a day of the week. */
const furthest = { DAILY: 0, WEEKLY: 0, MONTHLY: 5, YEARLY: 53 }

/** What is wrong with parts that RFC 5545 does not define together. */
function faultTogether({ frequency, weekdays, monthDays, months, positions, count, untilMs }: Rule): string | null {
  if (count !== null && untilMs !== null) return 'It may have COUNT or UNTIL, not both.'
  if (frequency === 'WEEKLY' && monthDays.length > 0) return 'BYMONTHDAY cannot stand with FREQ=WEEKLY.'
  if (positions.length > 0 && weekdays.length + monthDays.length + months.length === 0)
    return 'BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH.'
  return null
}

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value, ...rest] = part.split('=')
    if (!value || rest.length > 0)
      throw new RuleFault('Write its parts as NAME=value with a semicolon between them, such as FREQ=WEEKLY;BYDAY=MO.')
    if (!partNames.includes(name))
      throw new RuleFault(
        `It has a part that is not known here. Those known are ${partNames.join(', ')}, in upper case and without RRULE:.`,
      )
    if (parts.has(name)) throw new RuleFault(`It may have ${name} only once.`)
    parts.set(name, value)
  }
  return parts
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

function dayIn(text: string): number | null {
  const day = days.indexOf(text)
  return day < 0 ? null : day
}

function weekdayOf(text: string, furthestOrdinal: number): Weekday | null {
  const [, ordinal, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const day = dayIn(name)
  if (day === null || ordinal === undefined) return day === null ? null : { day, ordinal: null }
  const nth = signedIn(ordinal, furthestOrdinal)
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
