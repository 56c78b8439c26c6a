import type { Setting, SettingName } from './settings.ts'

/** A setting that is `on` or `off`. */
export function isOn(setting: Setting, name: SettingName, usually: boolean): boolean {
  const value = setting(name)
  if (value === undefined || value === '') return usually
  if (value !== 'on' && value !== 'off') throw new Error(`-c ${name}=… must be on or off`)
  return value === 'on'
}

/** A setting that is a whole number above 0. */
export function wholeNumber(setting: Setting, name: SettingName, usual: number): number {
  const value = setting(name)
  if (value === undefined || value === '') return usual
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new Error(`-c ${name}=… must be a whole number above 0`)
  return Number(value)
}
