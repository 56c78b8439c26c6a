import * as v from 'valibot'
import { uuid } from '../../../shared/platform/ids.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { type TestMode, testModeIn, testModeKeys } from '../../../shared/store/test-mode.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'

const query = v.object({
  orgId: v.pipe(v.optional(uuid), v.description('The test organization. API keys may leave it out.')),
})

/** Whoever can move business on can also move its time. */
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
}: {
  readItems: BatchLoader
  query: { orgId?: string | undefined }
}) => (orgId === undefined ? null : await testModeOf(readItems, orgId))

export const clockOperation = { path: '/v1/test/clock', tag: 'Simulation', access, query, preload } as const

export async function testModeOf(readItems: BatchLoader, orgId: string): Promise<TestMode | null> {
  if (!isTwinId(orgId)) return null
  return testModeIn(await readItems(testModeKeys(orgId)), orgId)?.testMode ?? null
}
