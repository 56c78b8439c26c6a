/**
 * The keys of one purpose, by their numbers. What is made with a key names its number. The current key makes new things; the
 * others are still accepted, or will become current. A key that is not in the ring is retired.
 */
export interface KeyRing {
  readonly current: number
  /** A key, such as the id of a KMS key, by its number. */
  readonly keys: ReadonlyMap<number, string>
}

/** Reads the setting of a function, such as `2:<key>,1:<key>`: the first key is the current one. */
export function keyRing(setting: string): KeyRing {
  const entries = setting.split(',').map((entry): [number, string] => {
    const [, number = '', key = ''] = /^([1-9]\d{0,2}):(.+)$/s.exec(entry) ?? []
    if (key === '') throw new Error('a key ring is written as number:key, separated by commas')
    return [Number(number), key]
  })
  const [first] = entries
  if (!first) throw new Error('a key ring is never empty')
  return { current: first[0], keys: new Map(entries) }
}

export function currentKey({ current, keys }: KeyRing): string {
  return keyOf({ keys }, current)
}

/** The key of a number as something names it, or null. Nothing else may stand for the same number. */
export function keyNamed({ keys }: KeyRing, number: string | undefined): string | null {
  return number !== undefined && /^[1-9]\d{0,2}$/.test(number) ? (keys.get(Number(number)) ?? null) : null
}

/** The key of a number that is known to be in the ring. */
export function keyOf({ keys }: Pick<KeyRing, 'keys'>, number: number): string {
  const key = keys.get(number)
  if (key === undefined) throw new Error(`the key ${number} is not in use any more, or not yet`)
  return key
}
