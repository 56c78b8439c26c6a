import type { Setting, SettingName } from './settings.ts'

/** What an organization, or everybody together, can have sent a day, as functions are told it. */
export interface DailyLimits {
  readonly emails: Readonly<Record<string, string>>
  readonly sms: Readonly<Record<string, string>>
  /** How many documents a network can have checked in a minute. */
  readonly checks: Readonly<Record<string, string>>
}

/** The limits of `-c emailsPerDay=… -c emailsPerAddress=… -c smsPerDay=… -c checksPerMinute=…`. Functions know the usual ones. */
export function dailyLimits(setting: Setting): DailyLimits {
  const limit = (name: SettingName, variable: string) => {
    const value = setting(name)
    if (value === undefined) return {}
    if (!/^[1-9]\d{0,6}$/.test(value)) throw new Error(`-c ${name}=… must be a whole number above 0, such as 2000`)
    return { [variable]: value }
  }
  return {
    emails: { ...limit('emailsPerDay', 'EMAILS_PER_DAY'), ...limit('emailsPerAddress', 'EMAILS_PER_ADDRESS') },
    sms: limit('smsPerDay', 'SMS_PER_DAY'),
    checks: limit('checksPerMinute', 'CHECKS_PER_MINUTE'),
  }
}
