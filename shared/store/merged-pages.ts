interface Placed {
  readonly place: string
}

/** What several listings hold together, in order, and up to which position that is certain; null: they have no more. */
export interface MergedPages<T extends Placed> {
  readonly merged: readonly T[]
  readonly lookedTo: string | null
}

/**
 * Merges pages of several listings as far as that is certain. A page with fewer than `limit` results is the last one of its
 * listing. Results after the end of another page are left out, because unread ones may come before them.
 */
export function mergedPages<T extends Placed>(
  pages: readonly (readonly T[])[],
  limit: number,
  compare: (a: string, b: string) => number,
): MergedPages<T> {
  const ends = pages.flatMap((page) => (page.length < limit ? [] : (page.at(-1)?.place ?? [])))
  const lookedTo = ends.toSorted(compare)[0] ?? null
  const certain = pages.flat().filter(({ place }) => lookedTo === null || compare(place, lookedTo) <= 0)
  return { merged: certain.toSorted((a, b) => compare(a.place, b.place)), lookedTo }
}
