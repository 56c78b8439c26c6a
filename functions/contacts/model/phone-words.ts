/**
 * People write a number with `+` or `00` and the country, with the country alone, with the digit that callers of the same country dial
 * first, or without it. All spellings end in the same national number, which the index has. Zeros at its start are left out, because
 * most countries write one there and others do not.
 */
const callingCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[1-9]\d{2})/

/** The digits dialed before a national number, if not a zero, by country. */
const trunkPrefixes: Readonly<Record<string, string>> = { 1: '1', 7: '8', 36: '06', 370: '8', 375: '8', 993: '8' }

/** The typed beginning of a number. */
export interface TypedDigits {
  readonly digits: string
  /** It starts with `+` or `00` and the country. */
  readonly isInternational: boolean
}

/** The national number of a number in E.164, without zeros at its start. */
export function nationalNumberOf(e164: string): string {
  const digits = e164.slice(1)
  return withoutZeros(digits.slice(countryOf(digits)?.length ?? 0))
}

/**
 * Whether a number in E.164 begins with the typed digits in any spelling. Some digits must belong to the national number: nobody
 * searches for every French number by 33.
 */
export function numberBegins(e164: string, { digits, isInternational }: TypedDigits): boolean {
  const country = countryOf(e164.slice(1)) ?? ''
  if (isInternational && country.startsWith(digits)) return true
  const withCountry = dropped(digits, country).flatMap((rest) => spelledWithin(country, rest))
  const beginnings = isInternational ? withCountry : [...spelledWithin(country, digits), ...withCountry]
  const national = nationalNumberOf(e164)
  return beginnings.some((beginning) => (isInternational || beginning !== '') && national.startsWith(beginning))
}

/** The beginnings of national numbers whose spelling may begin with the typed digits; none if nearly every number may. */
export function nationalBeginnings({ digits, isInternational }: TypedDigits): string[] {
  const country = countryOf(digits)
  const withCountry = country ? dropped(digits, country).flatMap((rest) => spelledWithin(country, rest)) : []
  if (isInternational) return withCountry.includes('') ? [] : withoutExtensions(withCountry)
  const anywhere = Object.keys(trunkPrefixes).flatMap((each) => spelledWithin(each, digits))
  return withoutExtensions([withoutZeros(digits), ...anywhere, ...withCountry].filter(Boolean))
}

/** The typed digits of a national number within its country, with or without the digit dialed first. */
function spelledWithin(country: string, digits: string): string[] {
  return [digits, ...dropped(digits, trunkPrefixes[country] ?? '0')].map(withoutZeros)
}

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

const countryOf = (digits: string) => callingCode.exec(digits)?.[0]

function dropped(digits: string, start: string): string[] {
  return digits.startsWith(start) ? [digits.slice(start.length)] : []
}

/** Leaves out texts that begin with another one: the shorter beginning finds them too. */
export function withoutExtensions(texts: readonly string[]): string[] {
  const once = [...new Set(texts)]
  return once.filter((text) => !once.some((other) => other !== text && text.startsWith(other)))
}
