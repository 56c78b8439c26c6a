/**
 * Lets work on the same thing happen one after the other, as it came, and work on different things at once: what changes
 * one record at once only makes most of it wait for another try.
 */
export function inTurn(): (key: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).catch(() => {}).then(work)
    last.set(key, mine)
    return mine
  }
}
