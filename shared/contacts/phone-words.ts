/**
 * A number in E.164 and every way in which people write it: with `+` or `00` and the country, with the country alone, by what a
 * caller of the same country dials, or without that first digit. All of them end in the same national number, by which it
 * is found; zeros at its start are left out, since most countries put one there that others leave away.
 */
const callingCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** What is dialed before a national number, where it is not a zero, by country. */
const trunkPrefixes: Readonly<Record<string, string>> = { 1: '1', 7: '8', 36: '06', 370: '8', 375: '8', 993: '8' }

/** What somebody typed of a number. */
export interface TypedDigits {
  readonly digits: string
  /** It starts with the country: by `+`, or by `00`. */
  readonly isInternational: boolean
}

/** The national number, without zeros at its start, of a number in E.164. */
export function nationalNumberOf(e164: string): string {
  const digits = e164.slice(1)
  return withoutZeros(digits.slice(countryOf(digits).length))
}

/** Whether a number in E.164 begins with what was typed, in any of its spellings. */
export function numberBegins(e164: string, { digits, isInternational }: TypedDigits): boolean {
  const whole = e164.slice(1)
  if (isInternational) return whole.startsWith(digits) || isSpeltWithTrunk(whole, digits)
  const national = nationalNumberOf(e164)
  const trunk = trunkPrefixes[countryOf(whole)] ?? '0'
  return [whole, national, `${trunk}${national}`].some((spelling) => spelling.startsWith(digits))
}

/** Such as +33 06 12: the country and then what is dialed within it. */
function isSpeltWithTrunk(whole: string, digits: string): boolean {
  const country = countryOf(whole)
  const trunk = trunkPrefixes[country] ?? '0'
  return `${country}${trunk}${withoutZeros(whole.slice(country.length))}`.startsWith(digits)
}

/** How the national numbers may begin whose number begins as typed; none where nearly every number may. */
export function nationalBeginnings({ digits, isInternational }: TypedDigits): string[] {
  const country = countryOf(digits)
  const afterCountry = withoutZeros(digits.slice(country.length))
  const trunks = new Set(['0', ...Object.values(trunkPrefixes)])
  const afterTrunk = [...trunks].flatMap((trunk) => dropped(digits, trunk))
  const beginnings = isInternational
    ? [afterCountry, ...[...trunks].flatMap((trunk) => dropped(afterCountry, trunk))]
    : [digits, withoutZeros(digits), afterCountry, ...afterTrunk]
  const usable = new Set(beginnings.map(withoutZeros).filter((beginning) => beginning !== ''))
  return withoutExtensions([...usable])
}

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

const countryOf = (digits: string) => callingCode.exec(digits)?.[0] ?? digits

function dropped(digits: string, start: string): string[] {
  return digits.startsWith(start) && digits.length > start.length ? [digits.slice(start.length)] : []
}

/** Whatever begins with a longer text begins with a shorter one that it starts with. */
function withoutExtensions(texts: readonly string[]): string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.startsWith(other)))
}
