interface Placed {
  readonly place: string
}

/** What several listings hold together, in the order of its places, and how far that is certain; null: they have no more. */
export interface MergedPages<T extends Placed> {
  readonly merged: readonly T[]
  readonly lookedTo: string | null
}

/**
 * Merges what several listings gave, as far as that is certain: each gave as many as were asked for, unless it has no more, and
 * what comes after the last of one of them may come after others that were not read.
 */
export function mergedPages<T extends Placed>(
  pages: readonly (readonly T[])[],
  limits: readonly number[],
  compare: (a: string, b: string) => number,
): MergedPages<T> {
  const ends = pages.flatMap((page, index) => (page.length < (limits[index] ?? 0) ? [] : (page.at(-1)?.place ?? [])))
  const lookedTo = ends.toSorted(compare)[0] ?? null
  const certain = pages.flat().filter(({ place }) => lookedTo === null || compare(place, lookedTo) <= 0)
  return { merged: certain.toSorted((a, b) => compare(a.place, b.place)), lookedTo }
}
