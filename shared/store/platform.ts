import { type Clock, clockAhead, systemClock } from '../platform/clock.ts'
import { environment } from '../platform/environment.ts'
import { type Ids, systemIds } from '../platform/ids.ts'
import { type Table, tableFrom } from './table.ts'

/** What a function stands on: made at its first use, kept while the function is warm. */
export interface Platform {
  readonly clock: Clock
  readonly ids: Ids
  readonly table: Table
}

/** The platform by the clock of a test organization. Ids keep the real time, so that they stay in the order in which they were made. */
export function platformAhead<P extends Pick<Platform, 'clock' | 'ids'>>(platform: P, aheadMs: number): P {
  if (aheadMs === 0) return platform
  const { clock, ids } = platform
  return {
    ...platform,
    clock: clockAhead(clock, aheadMs),
    ids: (timeMs) => (timeMs === undefined ? ids() : ids(timeMs - aheadMs)),
  }
}

let kept: Platform | undefined

export function platform(): Platform {
  kept ??= { clock: systemClock, ids: systemIds, table: tableFrom(environment('TABLE_NAME')) }
  return kept
}
