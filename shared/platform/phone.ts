import type { CountryCode, NumberType } from 'libphonenumber-js/min'

/** Where a number without a country prefix is from. */
const defaultRegion: CountryCode = 'FR'

/** A phone number in E.164, or null when it is none. The number plans are loaded at the first use. */
export async function toE164(phone: string): Promise<string | null> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const parsed = parsePhoneNumberFromString(phone, defaultRegion)
  return parsed?.isPossible() ? parsed.number : null
}

/** The same for a number that must not be known as anything but a mobile one. That takes the whole number plans. */
export async function toMobileE164(phone: string): Promise<string | null> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const parsed = parsePhoneNumberFromString(phone, defaultRegion)
  if (!parsed?.isPossible()) return null
  return isMobile(parsed.getType()) ? parsed.number : null
}

/** Why no SMS is sent to a number. */
export type SmsObstacle = 'not_mobile' | 'country_not_allowed'

/**
 * What keeps an SMS from being sent to a number in E.164, where SMS go to some countries only; null: nothing. SMS to premium, shared-cost and satellite numbers
 * cost a multiple, and are what a fraudster earns from. Ranges younger than the number plans are of no known kind, and taken.
 */
export async function smsObstacle(phone: string, smsCountries: readonly string[]): Promise<SmsObstacle | null> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const parsed = parsePhoneNumberFromString(phone, defaultRegion)
  if (!parsed?.isPossible()) return 'not_mobile'
  const countries = parsed.country ? [parsed.country] : parsed.getPossibleCountries()
  if (countries.length === 0 || !countries.every((country) => smsCountries.includes(country)))
    return 'country_not_allowed'
  return isMobile(parsed.getType()) ? null : 'not_mobile'
}

/** Whether a number is not known as anything but a mobile one. */
function isMobile(type: NumberType): boolean {
  return type === undefined || type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}
