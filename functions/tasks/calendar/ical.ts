/** Writes iCalendar (RFC 5545) for feeds that Google, Outlook and Apple read. */

const octetsOfLine = 75

/** A line in as many as it takes: each has at most 75 octets, and none ends inside a character. */
export function folded(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > octetsOfLine) {
      parts.push(part)
      // The space that continues the line is an octet, too.
      ;[part, octets] = [' ', 1]
    }
    part += character
    octets += more
  }
  return [...parts, part].join('\r\n')
}

/** A value of the type TEXT. Other control characters are not allowed. */
export function text(value: string): string {
  return (
    value
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replace(/[\\;,]/g, (special) => `\\${special}`)
      .replace(/\n/g, '\\n')
  )
}

/** `20260131T120000Z` */
export function utc(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** `20260131`, of a wall-clock time. */
export function date(wallMs: number): string {
  return utc(wallMs).slice(0, 8)
}

export interface CalendarEvent {
  readonly uid: string
  readonly changedMs: number
  readonly sequence: number
  readonly title: string
  readonly description: string | null
  readonly isCanceled: boolean
  /** The lines of the start and the end. */
  readonly times: readonly string[]
  /** Minutes before the start. */
  readonly alarms: readonly number[]
}

/** A whole calendar. */
export function calendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sealpost//Tasks//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function eventLines(event: CalendarEvent): string[] {
  const { uid, changedMs, sequence, title, description, isCanceled, times, alarms } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(changedMs)}`,
    `LAST-MODIFIED:${utc(changedMs)}`,
    `SEQUENCE:${sequence}`,
    ...times,
    `SUMMARY:${text(title)}`,
    ...(description === null ? [] : [`DESCRIPTION:${text(description)}`]),
    `STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    ...alarms.flatMap((minutes) => alarmLines(minutes, title)),
    'END:VEVENT',
  ]
}

function alarmLines(minutes: number, title: string): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${minutes}M`, `DESCRIPTION:${text(title)}`, 'END:VALARM']
}
