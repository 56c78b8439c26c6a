import * as v from 'valibot'
import { uuid } from '../../../shared/platform/ids.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { emailsSentIn, testEmailKey } from '../../../shared/store/test-emails.ts'
import { testModeIn, testModeKeys } from '../../../shared/store/test-mode.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'
import type { ClockFacts } from './test-clock.ts'

const query = v.object({
  orgId: v.pipe(v.optional(uuid), v.description('The test organization. API keys may leave it out.')),
})

/** Callers who may send requests or mails, or manage tasks, may move the clock. */
const access = {
  to: 'organization',
  named: 'query',
  permission: null,
  anyOf: ['signature.send', 'registered_mail.send', 'tasks.manage'],
  scope: null,
} as const

/** Only an API key may leave its organization out; then it is read after the round. */
const preload = async ({
  readItems,
  query: { orgId },
  nowMs,
}: {
  readItems: BatchLoader
  query: { orgId?: string | undefined }
  nowMs: number
}) => (orgId === undefined ? null : await clockFactsOf(readItems, orgId, nowMs))

export const clockOperation = { path: '/v1/test/clock', tag: 'Simulation', access, query, preload } as const

export async function clockFactsOf(readItems: BatchLoader, orgId: string, nowMs: number): Promise<ClockFacts> {
  if (!isTwinId(orgId)) return { testMode: null, sentToday: 0 }
  const items = await readItems([...testModeKeys(orgId), testEmailKey(orgId, nowMs)])
  return { testMode: testModeIn(items, orgId)?.testMode ?? null, sentToday: emailsSentIn(items, orgId, nowMs) }
}
