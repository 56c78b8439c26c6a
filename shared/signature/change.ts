import type { PublicEvent } from '../../events/envelope.ts'
import type { InternalEvent } from '../../events/internal.ts'
import { timestamp } from '../clock.ts'
import type { Work } from '../store/work.ts'
import { ownerOf, type RequestRecord, requests } from './request.ts'
import { emptyChain, linked, type StepDraft, steps } from './step.ts'

/** What a rule makes of a request: its next state, what is written down about it, and who is told. */
export interface Change {
  readonly after: Omit<RequestRecord, 'chain' | 'version' | 'updatedAt'>
  readonly steps: readonly StepDraft[]
  readonly events: readonly PublicEvent[]
  readonly tells: readonly InternalEvent[]
}

interface Moment {
  readonly nowMs: number
  readonly ids: () => string
}

/** Writes a change of an existing request, and gives the record as it will stand. */
export function applyChange(work: Work, before: RequestRecord, change: Change, moment: Moment): RequestRecord {
  const next = chained(before.chain, change, before.version + 1, work, moment)
  work.update(requests, before, next)
  return next
}

/** Writes a new request. */
export function applyCreation(work: Work, change: Change, moment: Moment): RequestRecord {
  const first = chained(emptyChain, change, 1, work, moment)
  work.create(requests, first)
  return first
}

function chained(
  chain: RequestRecord['chain'],
  change: Change,
  version: number,
  work: Work,
  moment: Moment,
): RequestRecord {
  const at = timestamp(moment.nowMs)
  const links = linked(chain, change.steps, { requestId: change.after.id, at, ids: moment.ids })
  const record = { ...change.after, chain: links.chain, version, updatedAt: at }
  for (const step of links.steps) work.putPart(steps, step)
  for (const event of change.events) work.emit(event, ownerOf(record))
  for (const tell of change.tells) work.tell(tell)
  return record
}
