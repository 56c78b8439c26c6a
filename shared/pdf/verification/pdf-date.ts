/** `D:20260301140509+01'00'`, whose parts from the month on may be left out (ISO 32000-2 §7.9.4). */
const form = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?(?:00'?)?)?|([+-])(\d\d)'?(\d\d)?'?)?$/

/** Milliseconds since the epoch, or null where it is no date. What names no zone is taken as UTC. */
export function parsePdfDate(text: string): number | null {
  const [whole, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes] =
    form.exec(text) ?? []
  if (!whole) return null
  const timeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(timeMs)) return null
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? timeMs + offset : timeMs - offset
}
