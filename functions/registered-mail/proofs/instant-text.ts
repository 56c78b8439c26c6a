import { utcTime } from '../../../shared/pdf/signature-block.ts'

const parisFormat = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `2026-11-24 10:00:00 UTC (24/11/2026 11:00:00 Paris)`. */
export function instantText(at: string): string {
  const instant = new Date(at)
  return `${utcTime(instant)} (${parisFormat.format(instant)} Paris)`
}
