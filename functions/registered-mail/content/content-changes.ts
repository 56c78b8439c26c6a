export const contentChangeKinds = ['element', 'attribute', 'address', 'character'] as const

/** What was removed from a letter: an element or attribute by its name, an address by its scheme or its fault, characters by their kind. */
export interface ContentChange {
  readonly kind: (typeof contentChangeKinds)[number]
  readonly name: string
  readonly count: number
}

const maxNames = 50
const maxNameLength = 40

/** Counts changes by their names. Anybody can invent names, so after the fiftieth they count as `other`. */
export class CountedChanges {
  readonly #counts = new Map<string, ContentChange>()

  add(kind: ContentChange['kind'], given: string, times = 1): void {
    const cut = given.slice(0, maxNameLength).toWellFormed()
    const name = this.#counts.has(`${kind} ${cut}`) || this.#counts.size < maxNames ? cut : 'other'
    const count = (this.#counts.get(`${kind} ${name}`)?.count ?? 0) + times
    this.#counts.set(`${kind} ${name}`, { kind, name, count })
  }

  list(): ContentChange[] {
    return [...this.#counts.values()]
  }
}
