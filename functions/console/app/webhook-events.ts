/** `*` alone stands for all present and future types. */
export function isForAllEvents(events: readonly string[]): boolean {
  return events.includes('*')
}

/** The events of a changed subscription. One to all events stays so while no type is deselected. */
export function changedEvents(
  before: readonly string[],
  chosen: readonly string[],
  types: readonly { readonly type: string }[],
): string[] {
  const choosesAll = types.every(({ type }) => chosen.includes(type))
  return isForAllEvents(before) && choosesAll ? ['*'] : [...chosen]
}
