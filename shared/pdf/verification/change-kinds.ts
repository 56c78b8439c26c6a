/**
 * What revisions after a signature changed, from what no reader sees to anything at all. Each kind may come with those
 * before it; what is of no kind, or cannot be told, is `other`.
 */
export const changeKinds = ['none', 'validation_data', 'signatures', 'form_fill', 'annotations', 'other'] as const
export type ChangeKind = (typeof changeKinds)[number]

export function isWithin(kind: ChangeKind, most: ChangeKind): boolean {
  return changeKinds.indexOf(kind) <= changeKinds.indexOf(most)
}

/** Keeps the farthest of the kinds that are found. */
export class FoundChanges {
  #kind: ChangeKind = 'none'

  get kind(): ChangeKind {
    return this.#kind
  }

  add(kind: ChangeKind) {
    if (!isWithin(kind, this.#kind)) this.#kind = kind
  }
}
