import type { CountryCode, NumberType, PhoneNumber } from 'libphonenumber-js/max'

/** Where a number without a country prefix is from. */
const defaultRegion: CountryCode = 'FR'

/**
 * The overseas departments share the national numbers of France (0692 …), and have country codes of their own (+262 …). A number that
 * begins with these digits does not exist under +33.
 */
const overseasRegions: Readonly<Record<string, readonly CountryCode[]>> = {
  ...regionsOf('GP', ['590', '690', '691']),
  ...regionsOf('GF', ['594', '694']),
  ...regionsOf('MQ', ['596', '598', '696', '697']),
  ...regionsOf('RE', ['262', '263', '268', '269', '639', '692', '693']),
  // Each of them has a part of these.
  '709': ['GP', 'MQ', 'RE'],
}

function regionsOf(region: CountryCode, beginnings: readonly string[]): Record<string, readonly CountryCode[]> {
  return Object.fromEntries(beginnings.map((beginning) => [beginning, [region]]))
}

/** A single number as people write it: digits of any script, spaces of any width, and the usual marks between them. */
const written = /^(?:tel:)?[\p{Nd}\p{Zs}\t\u200e\u200f\u202a-\u202e\u2060\ufeff+\uff0b().\-\u2010-\u2015\u2212/]+$/iu

/**
 * A phone number in E.164, or null when it is none: also two numbers in one value, or one with an extension. The number plans are loaded
 * at the first use.
 */
export async function toE164(phone: string): Promise<string | null> {
  return (await parsedNumber(phone))?.number ?? null
}

/** Spreadsheets take a number for one, and drop its `+`: 33612345678. Null: it is none, with or without it. */
export async function withLostPlus(phone: string): Promise<string | null> {
  const digits = phone.replace(/[\s.-]/g, '')
  if (!/^[1-9]\d{9,14}$/.test(digits) || (await toE164(phone)) !== null) return null
  return await toE164(`+${digits}`)
}

/** The same for a number that must not be known as anything but a mobile one. */
export async function toMobileE164(phone: string): Promise<string | null> {
  const parsed = await parsedNumber(phone)
  return parsed && isMobile(parsed.getType()) ? parsed.number : null
}

async function parsedNumber(phone: string): Promise<PhoneNumber | null> {
  if (!written.test(phone)) return null
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  // The library takes few characters for spaces.
  const spaced = phone.normalize('NFKC').replaceAll(/[^\p{Nd}+]+/gu, ' ')
  const parsed = parsePhoneNumberFromString(spaced, defaultRegion)
  if (!parsed?.isPossible()) return null
  const regions = (parsed.countryCallingCode === '33' && overseasRegions[parsed.nationalNumber.slice(0, 3)]) || []
  const overseas = regions.flatMap((region) => parsePhoneNumberFromString(`0${parsed.nationalNumber}`, region) ?? [])
  const isShared = regions.length > 1
  if (isShared && parsed.isValid()) return parsed
  const found = overseas.find((number) => number.isValid()) ?? (isShared ? undefined : overseas[0])
  if (found) return found
  if (parsed.isValid()) return parsed
  // Ranges younger than the number plans are taken. A zero at the start is a prefix that was not understood.
  return parsed.nationalNumber.startsWith('0') ? null : parsed
}

/** Why no SMS is sent to a number. */
export type SmsObstacle = 'not_mobile' | 'country_not_allowed'

/**
 * What keeps an SMS from being sent to a number in E.164, where SMS go to these countries, or to any (null); null: nothing. SMS
 * to premium, shared-cost and satellite numbers cost a multiple, and are what a fraudster earns from. Satellite numbers are of no
 * country. Ranges younger than the number plans are of no known kind, and taken.
 */
export async function smsObstacle(phone: string, smsCountries: readonly string[] | null): Promise<SmsObstacle | null> {
  const parsed = await parsedNumber(phone)
  if (!parsed) return 'not_mobile'
  const countries = parsed.country ? [parsed.country] : parsed.getPossibleCountries()
  if (countries.length === 0) return 'country_not_allowed'
  if (smsCountries && !countries.every((country) => smsCountries.includes(country))) return 'country_not_allowed'
  return isMobile(parsed.getType()) ? null : 'not_mobile'
}

/** Whether a number is not known as anything but a mobile one. */
function isMobile(type: NumberType): boolean {
  return type === undefined || type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}
