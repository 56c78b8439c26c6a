/**
 * A number in E.164 and every way in which people write it: with `+` or `00` and the country, with the country alone, by what a
 * caller of the same country dials, or without that first digit. All of them end in the same national number, by which it
 * is found; zeros at its start are left out, since most countries put one there that others leave away.
 */
const callingCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[1-9]\d{2})/

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
  return withoutZeros(digits.slice(countryOf(digits)?.length ?? 0))
}

/**
 * Whether a number in E.164 begins with what was typed, in any of its spellings. Of digits that may be anything, some have to
 * be the number's own: nobody looks for every French number by 33, nor for every number by 0.
 */
export function numberBegins(e164: string, { digits, isInternational }: TypedDigits): boolean {
  const country = countryOf(e164.slice(1)) ?? ''
  if (isInternational && country.startsWith(digits)) return true
  const withCountry = dropped(digits, country).flatMap((rest) => spelledWithin(country, rest))
  const beginnings = isInternational ? withCountry : [...spelledWithin(country, digits), ...withCountry]
  const national = nationalNumberOf(e164)
  return beginnings.some((beginning) => (isInternational || beginning !== '') && national.startsWith(beginning))
}

/** How the national numbers may begin whose number begins as typed; none where nearly every number may. */
export function nationalBeginnings({ digits, isInternational }: TypedDigits): string[] {
  const country = countryOf(digits)
  const withCountry = country ? dropped(digits, country).flatMap((rest) => spelledWithin(country, rest)) : []
  if (isInternational) return withCountry.includes('') ? [] : withoutExtensions(withCountry)
  const anywhere = Object.keys(trunkPrefixes).flatMap((each) => spelledWithin(each, digits))
  return withoutExtensions([withoutZeros(digits), ...anywhere, ...withCountry].filter(Boolean))
}

/** What of a national number was typed, within its country: what is dialed before it may be there or not. */
function spelledWithin(country: string, digits: string): string[] {
  return [digits, ...dropped(digits, trunkPrefixes[country] ?? '0')].map(withoutZeros)
}

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

const countryOf = (digits: string) => callingCode.exec(digits)?.[0]

function dropped(digits: string, start: string): string[] {
  return digits.startsWith(start) ? [digits.slice(start.length)] : []
}

/** Whatever begins with a longer text begins with a shorter one that it starts with. */
export function withoutExtensions(texts: readonly string[]): string[] {
  const once = [...new Set(texts)]
  return once.filter((text) => !once.some((other) => other !== text && text.startsWith(other)))
}
