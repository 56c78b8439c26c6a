import { minuteMs } from '../../shared/platform/clock.ts'
import { logError } from '../../shared/platform/log.ts'
import { type DueHandler, dueItems } from '../../shared/store/due.ts'
import type { Platform } from '../../shared/store/platform.ts'

const minutesOfDay = 24 * 60

/** What the domains want to be done: about their due items, and once a day. */
export interface SweptDomains {
  readonly dueHandlers: readonly DueHandler[]
  readonly dailyChecks: readonly ((platform: Platform) => Promise<void>)[]
  /** Does what is due by the clocks of test organizations. */
  readonly testOrganizations: (platform: Platform) => Promise<number>
}

/**
 * Hands every due item to the domain that owns it. A handler that fails does not stop the others, and its items stay due.
 * Returns how many things were done.
 */
export async function sweep(
  platform: Platform,
  { dueHandlers, dailyChecks, testOrganizations }: SweptDomains,
): Promise<number> {
  const kinds = [...new Set(dueHandlers.map(({ kind }) => kind))]
  const isFirstMinuteOfDay = Math.floor(platform.clock() / minuteMs) % minutesOfDay === 0
  const outcomes = await Promise.allSettled([
    ...kinds.map((kind) =>
      handleKind(
        platform,
        kind,
        dueHandlers.filter((handler) => handler.kind === kind),
      ),
    ),
    testOrganizations(platform),
    ...(isFirstMinuteOfDay ? dailyChecks.map((check) => check(platform).then(() => 0)) : []),
  ])
  return await sumOf(outcomes)
}

async function handleKind(
  platform: Platform,
  kind: DueHandler['kind'],
  handlers: readonly DueHandler[],
): Promise<number> {
  const keys = await dueItems(platform.table, platform.clock(), kind)
  const outcomes = handlers.map(async ({ owns, handle }) => {
    const own = keys.filter(owns)
    return own.length === 0 ? 0 : await handle(platform, own)
  })
  return await sumOf(await Promise.allSettled(outcomes))
}

/** Adds up what succeeded and logs what failed. */
async function sumOf(outcomes: readonly PromiseSettledResult<number>[]): Promise<number> {
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') await logError('something due could not be done', outcome.reason)
  return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
}
