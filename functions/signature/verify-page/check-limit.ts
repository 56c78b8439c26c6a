import { hash } from 'node:crypto'
import { networkOf } from '../../../shared/http/network.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import type { Table } from '../../../shared/store/table.ts'
import { countNow, nextWindowMs, type WindowLimit } from '../../../shared/store/window-count.ts'

/** Checks of a network in a minute: each takes seconds of a processor. */
const usualChecksPerMinute = 10

export function checksPerMinute(): number {
  return Number(optionalEnvironment('CHECKS_PER_MINUTE') ?? usualChecksPerMinute)
}

/** The counts of checks, and of uploads for them. Networks are kept as hashes, for a day. */
export function checkWindow(counted: 'check' | 'upload', ip: string): WindowLimit {
  const network = hash('sha256', `verify ${counted} network/${networkOf(ip)}`, 'hex')
  return { partition: `VERIFY#${network}`, windowMs: minuteMs, limit: checksPerMinute() }
}

/** Counts one at once, before anything is read. Null if it may go on; otherwise the seconds to wait. */
export async function countCheck(
  { table, nowMs, ip }: { readonly table: Table; readonly nowMs: number; readonly ip: string },
  counted: 'check' | 'upload',
): Promise<number | null> {
  const window = checkWindow(counted, ip)
  if (await countNow(table, window, nowMs)) return null
  return Math.max(1, Math.ceil((nextWindowMs(window, nowMs) - nowMs) / 1000))
}
