import * as v from 'valibot'
import { hostFault } from '../platform/public-host.ts'
import { isVisible, oneLine, withoutTurns } from '../platform/visible-text.ts'

/** Forms of input that many operations share (lengths in characters, after trimming). */

const noControl = v.regex(oneLine, 'Remove the control characters. This text has one line.')
const noControlInLines = v.regex(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is kept out
  /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f]*$/,
  'Remove the control characters. Only line breaks and tabs are allowed.',
)

/** Names of only zero-width or blank characters look empty, so at least one character must be visible. */
const visible = v.check((text: string) => text === '' || isVisible(text), 'Send at least one visible character.')

const unturned = v.transform(withoutTurns)

/** At most so many characters, counted as JSON Schema does: an emoji is one. */
export function maxCharacters(max: number): v.MaxLengthAction<string, number, undefined> {
  const byUnits = v.maxLength<string, number>(max)
  return {
    ...byUnits,
    '~run': (dataset, config) =>
      dataset.typed && characterCount(dataset.value) <= max ? dataset : byUnits['~run'](dataset, config),
  }
}

const characterCount = (text: string) => [...text].length

/** Whether a text has an address that e-mail programs turn into a link. */
export function hasWebAddress(text: string): boolean {
  return /:\/\/|www\./i.test(text)
}

/** For names in e-mails to outsiders, who would take a link in them for ours. */
export const withoutWebAddress = <T extends string | undefined>() =>
  v.check<T, string>((text) => !hasWebAddress(text ?? ''), 'Remove the web address. A name has none.')

/** A required line of text. */
export const line = (max: number) =>
  v.pipe(
    v.string(),
    unturned,
    v.trim(),
    v.minLength(1, 'Send at least one character.'),
    maxCharacters(max),
    noControl,
    visible,
  )

/** What a person is called. E-mails name people to those who do not know them. */
export const personName = () => v.pipe(line(100), withoutWebAddress())

/** A line of text. An empty text clears it. */
export const clearableLine = (max: number) =>
  v.pipe(v.string(), unturned, v.trim(), maxCharacters(max), noControl, visible)

/** Text over several lines. */
export const lines = (max: number) =>
  v.pipe(v.string(), unturned, v.trim(), maxCharacters(max), noControlInLines, visible)

/** A field that may be left out; an empty text counts as left out. */
export const optionalLine = (max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      unturned,
      v.trim(),
      maxCharacters(max),
      noControl,
      visible,
      v.transform((text) => text || undefined),
    ),
  )

export const optionalLines = (max: number) =>
  v.optional(
    v.pipe(
      lines(max),
      v.transform((text) => text || undefined),
    ),
  )

/** An optional field. Null is accepted where the API returns null. */
export const absentIfNull = <const S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

type Entries = Readonly<Record<string, v.GenericSchema>>

/**
 * An object whose optional fields also take null, which counts as absent: what the API answers can be sent back.
 * What is read of it is the same as without null.
 */
export function nullsAbsent<const E extends Entries>(entries: E): v.ObjectSchema<E, undefined> {
  const names = Object.entries(entries).map(([name, entry]) => [name, takingNull(entry)])
  return v.object(Object.fromEntries(names) as E)
}

function takingNull(entry: v.GenericSchema): v.GenericSchema {
  if (entry.type !== 'optional') return entry
  const usual: unknown = 'default' in entry ? entry.default : undefined
  return usual === undefined ? absentIfNull(entry) : v.nullish(entry, () => structuredClone(usual))
}

/**
 * An address that mail servers accept (RFC 5321 §4.1.2, without quoted local parts, which no provider offers), with a domain of
 * the internet. valibot's own pattern refuses apostrophes and Punycode.
 */
const isEmailAddress: ReturnType<typeof v.email<string, string>> = {
  ...v.email(
    'Send an e-mail address such as jane.doe@example.com. Write a domain with non-ASCII characters in Punycode.',
  ),
  requirement:
    /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i,
}

export const emailAddress = v.pipe(v.string(), v.trim(), v.maxLength(254), isEmailAddress)

const languageTag = '[a-z]{2,3}(?:-[a-z0-9]{2,8})*'
const whichTag = 'Send a language tag such as fr or en-GB.'

/** A language tag such as `fr` or `en-GB` (BCP 47), which is case-insensitive. */
export const localeTag = v.pipe(
  v.string(),
  v.trim(),
  v.regex(new RegExp(`^${languageTag}$`, 'i'), whichTag),
  v.maxLength(10),
  v.transform(writtenTag),
)

/** An optional language tag. An empty one counts as absent. */
export const optionalLocaleTag = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(new RegExp(`^(?:${languageTag})?$`, 'i'), whichTag),
    v.maxLength(10),
    v.transform((tag) => (tag === '' ? undefined : writtenTag(tag))),
  ),
)

/** A tag as RFC 5646 §2.1.1 recommends to write it: `EN-gb` is `en-GB`. */
function writtenTag(tag: string): string {
  const [language = '', ...others] = tag.toLowerCase().split('-')
  return [language, ...others.map(writtenPart)].join('-')
}

/** Regions have two letters, scripts have four. */
function writtenPart(part: string): string {
  if (part.length === 2) return part.toUpperCase()
  return /^[a-z]{4}$/.test(part) ? part.charAt(0).toUpperCase() + part.slice(1) : part
}

/**
 * The parser finds a host after extra slashes and takes a backslash for a slash, and what stands before an @ looks like the host:
 * such URLs are refused, whoever reads them.
 */
export const httpsUrl = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.url(),
  v.regex(
    /^https:\/\/[^/?#@\\\s\p{Cc}]+(?:[/?#][^\\\s\p{Cc}]*)?$/u,
    'Send a complete URL such as https://host/path, without a user name, spaces, backslashes and control characters.',
  ),
)

/** An address that the browsers of others go to, such as those of signers and colleagues. It must be on the internet. */
export const publicHttpsUrl = v.pipe(
  httpsUrl,
  v.check(
    (text) => !URL.canParse(text) || hostFault(new URL(text).hostname) === null,
    'Send a URL with a public host name, not a private network or an IP address.',
  ),
)

/**
 * Where pages come from, as a browser names it: `https://app.example.com`. The URL standard lets hosts have characters that end
 * a directive of a Content-Security-Policy, or stand for any host there; no host of the internet has them.
 */
export function isHttpsOrigin(text: string): boolean {
  return (
    /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text
  )
}

export const httpsOrigin = v.pipe(
  httpsUrl,
  v.check(isHttpsOrigin, 'Send only the origin, such as https://app.example.com, without a path.'),
)

/** ISO 8601 also allows offsets of hours only, and a parser reads the 30th of February as a day of March. */
function isInstant(text: string): boolean {
  const [day = ''] = text.split(/[T ]/)
  const [ms, startMs] = [Date.parse(text), Date.parse(`${day}T00:00:00Z`)]
  if (Number.isNaN(ms) || Number.isNaN(startMs)) return false
  return new Date(startMs).toISOString().startsWith(day) && /^\d{4}-/.test(new Date(ms).toISOString())
}

const howToWriteInstants = 'Send an existing date with an offset of hours and minutes, or Z: 2026-01-31T12:00:00Z.'

/** An instant with any offset (RFC 3339). The API returns it in UTC. */
export const instant = v.pipe(
  v.string(),
  v.isoTimestamp(howToWriteInstants),
  v.check(isInstant, howToWriteInstants),
  v.transform((text) => new Date(text).toISOString()),
)

/** A query parameter that is `true` or `false`. */
export const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)

/** A query parameter that lists values, separated by commas. */
export const commaList = <const Option extends string>(options: readonly Option[]) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter(Boolean)),
    v.array(v.picklist(options)),
    v.minLength(1),
  )

/** How many hours a replaced secret stays valid beside its successor. */
export const overlapHours = (meaning: string) =>
  v.pipe(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(168)), 0), v.description(meaning))

/** The two parameters of every paginated list. Values out of range return `invalid_input` later, so any text passes here. */
export const pageParameters = {
  pageSize: v.optional(
    v.pipe(
      v.string(),
      v.description('The number of results on a page.'),
      v.metadata({ type: 'integer', minimum: 1, maximum: 100, default: 25 }),
    ),
  ),
  pageToken: v.optional(v.pipe(v.string(), v.description('The nextPageToken of the previous page.'))),
}

/** The parameters of a list that is returned whole unless the caller asks for pages. */
export const wholeListParameters = {
  pageSize: v.optional(
    v.pipe(
      v.string(),
      v.description('The number of results on a page. Without it, the whole list is returned, up to 1,000 results.'),
      v.metadata({ type: 'integer', minimum: 1, maximum: 100 }),
    ),
  ),
  pageToken: pageParameters.pageToken,
}
