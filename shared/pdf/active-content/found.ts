import type { ActiveContentKind } from './kinds.ts'

/** Something active in a document, and what takes it away. */
export interface Found {
  readonly kind: ActiveContentKind
  resolve(): void
}
