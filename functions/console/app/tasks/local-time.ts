const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A day of the device's calendar, as `2026-11-26`. */
export function dayKey(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** A time as an input of the type `datetime-local` takes it, in the zone of the device. */
export function localInput(iso: string): string {
  const date = new Date(iso)
  return `${dayKey(date)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The weeks that show a month such as `2026-11`, from Monday on. */
export function weeksOf(month: string): Date[][] {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  const first = new Date(year, number - 1, 1)
  const start = 1 - ((first.getDay() + 6) % 7)
  const last = new Date(year, number, 0).getDate()
  const weeks = Math.ceil((last - start + 1) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => new Date(year, number - 1, start + 7 * week + day)),
  )
}

/** A month so many months later. */
export function monthAfter(month: string, count: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return dayKey(new Date(year, number - 1 + count, 1)).slice(0, 7)
}
