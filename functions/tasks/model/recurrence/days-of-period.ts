import type { Rule, Weekday } from './rule.ts'

/**
 * Days are numbers: days since 1970-01-01, which was a Thursday. A period is the day, week, month or year that a rule repeats by,
 * counted from the one of the first day, in steps of INTERVAL.
 */

const dayMs = 86_400_000

export function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime() / dayMs
}

/** 0 is Monday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

interface CalendarDate {
  readonly year: number
  /** 0 is January. */
  readonly month: number
  readonly date: number
}

export function calendarDate(day: number): CalendarDate {
  const at = new Date(day * dayMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}

/** The days that a rule chooses in a period, in order, also those before the first day (RFC 5545, 3.3.10). */
export function daysOfPeriod(rule: Rule, firstDay: number, period: number): number[] {
  const days = unpositioned(rule, firstDay, period * rule.interval)
  if (rule.positions.length === 0) return days
  const chosen = rule.positions.map((at) => days[at > 0 ? at - 1 : days.length + at])
  return [...new Set(chosen)].filter((day) => day !== undefined).sort((a, b) => a - b)
}

function unpositioned(rule: Rule, firstDay: number, step: number): number[] {
  switch (rule.frequency) {
    case 'DAILY':
      return [firstDay + step].filter((day) => isOfMonths(rule, day) && isMonthDay(rule, day) && isWeekday(rule, day))
    case 'WEEKLY':
      return weekDays(rule, firstDay, step)
    case 'MONTHLY': {
      const { year, month } = calendarDate(firstDay)
      return monthDaysOf(rule, firstDay, year, month + step)
    }
    case 'YEARLY':
      return yearDays(rule, firstDay, calendarDate(firstDay).year + step)
  }
}

function weekDays(rule: Rule, firstDay: number, step: number): number[] {
  const start = firstDay - ((weekdayOf(firstDay) - rule.weekStart + 7) % 7) + 7 * step
  const wanted = rule.weekdays.length > 0 ? rule.weekdays.map(({ day }) => day) : [weekdayOf(firstDay)]
  const week = [0, 1, 2, 3, 4, 5, 6].map((offset) => start + offset)
  return week.filter((day) => wanted.includes(weekdayOf(day)) && isOfMonths(rule, day))
}

/** The days of a month; months above 11 belong to later years. */
function monthDaysOf(rule: Rule, firstDay: number, year: number, month: number): number[] {
  const [start, end] = [dayOf(year, month, 1), dayOf(year, month + 1, 1)]
  if (!isOfMonths(rule, start)) return []
  if (rule.monthDays.length === 0 && rule.weekdays.length === 0) {
    const day = start + calendarDate(firstDay).date - 1
    return day < end ? [day] : []
  }
  return daysBetween(start, end).filter((day) => isMonthDay(rule, day) && isNth(rule, day, start, end))
}

function yearDays(rule: Rule, firstDay: number, year: number): number[] {
  const { months, monthDays, weekdays } = rule
  if (monthDays.length === 0 && weekdays.length === 0) {
    const { month } = calendarDate(firstDay)
    const chosen = months.length > 0 ? [...new Set(months)].sort((a, b) => a - b) : [month + 1]
    return chosen.flatMap((each) => monthDaysOf(rule, firstDay, year, each - 1))
  }
  // Ordinals count in the year, unless BYMONTH is there.
  if (months.length > 0)
    return [...new Set(months)].sort((a, b) => a - b).flatMap((month) => monthDaysOf(rule, firstDay, year, month - 1))
  const [start, end] = [dayOf(year, 0, 1), dayOf(year + 1, 0, 1)]
  return daysBetween(start, end).filter((day) => isNth(rule, day, start, end) && isMonthDay(rule, day))
}

function daysBetween(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}

function isOfMonths({ months }: Rule, day: number): boolean {
  return months.length === 0 || months.includes(calendarDate(day).month + 1)
}

function isMonthDay({ monthDays }: Rule, day: number): boolean {
  if (monthDays.length === 0) return true
  const { year, month, date } = calendarDate(day)
  const length = dayOf(year, month + 1, 1) - dayOf(year, month, 1)
  return monthDays.some((each) => (each > 0 ? each : length + 1 + each) === date)
}

function isWeekday({ weekdays }: Rule, day: number): boolean {
  return weekdays.length === 0 || weekdays.some((each) => each.day === weekdayOf(day))
}

/** Whether a day is one of the weekdays, counted between the start and the end of the month or year. */
function isNth({ weekdays }: Rule, day: number, start: number, end: number): boolean {
  const weekday = weekdayOf(day)
  const fromStart = Math.floor((day - start) / 7) + 1
  const fromEnd = -(Math.floor((end - 1 - day) / 7) + 1)
  const isIt = (each: Weekday) =>
    each.day === weekday && (each.ordinal === null || each.ordinal === fromStart || each.ordinal === fromEnd)
  return weekdays.length === 0 || weekdays.some(isIt)
}
