import { timestamp } from '../../../shared/platform/clock.ts'
import { instantOf, wallOf } from '../../../shared/platform/time-zone.ts'

const zone = 'Europe/Paris'
const dayMs = 86_400_000
/** The recipient can accept until the end of this day, counted from the day after the notice. */
const acceptanceDays = 15

/** The first moment of the period: the beginning of the day in Paris after the day of the notice. */
export function periodStart(notifiedAt: string): string {
  return startOfDayAfter(notifiedAt, 1)
}

/** The last millisecond in which a recipient can accept: the end of the 15th day in Paris after the day of the notice. */
export function acceptanceDeadline(notifiedAt: string): string {
  return timestamp(Date.parse(startOfDayAfter(notifiedAt, acceptanceDays + 1)) - 1)
}

function startOfDayAfter(notifiedAt: string, days: number): string {
  const noticeDay = Math.floor(wallOf(Date.parse(notifiedAt), zone) / dayMs)
  return timestamp(instantOf((noticeDay + days) * dayMs, zone))
}
