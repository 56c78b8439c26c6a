import type { ActiveContentKind } from './kinds.ts'

/** Active content that cannot be made one fixed picture with certainty. */
export class CannotFlatten extends Error {
  readonly kind: ActiveContentKind

  constructor(kind: ActiveContentKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}
