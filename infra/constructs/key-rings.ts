import type { Construct } from 'constructs'
import { settingsOf } from './settings.ts'

/** The settings that name the keys of a purpose by their numbers, the current one first, such as `-c linkKeys=2,1`. */
export type KeySetting = 'tokenKeys' | 'linkKeys' | 'actKeys' | 'mailActKeys' | 'pageTokenKeys' | 'webhookSecretKeys'

/** The keys of one purpose. New things are made with the current one; the others verify, or will become current. */
export interface KeyRing<Key> {
  readonly current: Key
  readonly all: readonly Key[]
  /** What functions are told of them: `2:<value>,1:<value>`, the current one first. */
  setting(told: (key: Key) => string): string
}

/** Makes the keys that a setting names; without it, the key 1 alone. Each key keeps its number and its id for good. */
export function makeKeyRing<Key>(
  scope: Construct,
  { setting, id }: { readonly setting: KeySetting; readonly id: string },
  make: (id: string) => Key,
): KeyRing<Key> {
  const numbers = numbersOf(scope, setting)
  const keys = numbers.map((number) => ({ number, key: make(number === 1 ? id : `${id}${number}`) }))
  const [first] = keys
  if (!first) throw new Error(`-c ${setting}=… names no key`)
  return {
    current: first.key,
    all: keys.map(({ key }) => key),
    setting: (told) => keys.map(({ number, key }) => `${number}:${told(key)}`).join(','),
  }
}

function numbersOf(scope: Construct, setting: KeySetting): number[] {
  const given: unknown = settingsOf(scope)(setting)
  const numbers = given === undefined ? ['1'] : String(given).split(',')
  // A link holds the number of its key in one byte.
  const isNumber = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 255
  if (!numbers.every(isNumber) || new Set(numbers).size !== numbers.length)
    throw new Error(`-c ${setting}=… must be different numbers from 1 to 255, the current key first, such as 2,1`)
  return numbers.map(Number)
}
