import type { CountryCode } from 'libphonenumber-js/min'

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
  const type = parsed.getType()
  return type === undefined || type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? parsed.number : null
}
