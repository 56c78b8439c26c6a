import { type Clock, systemClock } from '../platform/clock.ts'
import { environment } from '../platform/environment.ts'
import { type Ids, systemIds } from '../platform/ids.ts'
import { type Table, tableFrom } from './table.ts'

/** What a function stands on: made at its first use, kept while the function is warm. */
export interface Platform {
  readonly clock: Clock
  readonly ids: Ids
  readonly table: Table
}

let kept: Platform | undefined

export function platform(): Platform {
  kept ??= { clock: systemClock, ids: systemIds, table: tableFrom(environment('TABLE_NAME')) }
  return kept
}
