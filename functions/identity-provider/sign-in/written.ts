import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

const maxTries = 8

interface Decision<Answer> {
  readonly answer: Answer
  /** What follows once it is written. */
  readonly whenDone?: () => Promise<void>
}

/** Commits what is decided about a sign-in, and decides again where somebody else wrote first. */
export async function written<Answer>(
  dependencies: Platform,
  decide: (work: UnitOfWork) => Promise<Decision<Answer>>,
): Promise<Answer> {
  const decision = await commitWithRetry(
    { ...dependencies, author: systemAuthor('sign-in'), maxTries, signal: null },
    decide,
  )
  if (isRefusal(decision)) throw new Error(`an attempt to sign in could not be written: ${decision.message}`)
  await decision.whenDone?.()
  return decision.answer
}

/** Creates a record, or takes its next state. */
export function write<T extends { version: number }>(
  work: UnitOfWork,
  collection: Parameters<typeof work.update<T>>[0],
  before: T | null,
  after: T,
): void {
  if (before) work.update(collection, before, after)
  else work.create(collection, after)
}
