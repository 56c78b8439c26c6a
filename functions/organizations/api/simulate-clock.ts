import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type BatchLoader, batchLoader } from '../../../shared/store/batch-loader.ts'
import { type TestMode, testModeIn, testModeKeys } from '../../../shared/store/test-mode.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'
import { advanced, advanceInput, clockDescription, clockErrors, clockView, openMode } from './test-clock.ts'
import { toClock } from './test-mode-view.ts'

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

const place = { path: '/v1/test/clock', tag: 'Simulation', access, query } as const

export const simulateClock = operation({
  ...place,
  id: 'simulateClock',
  method: 'POST',
  summary: 'Move the clock of a test organization forward',
  description: clockDescription,
  body: json(advanceInput),
  responses: { 200: clockView },
  errors: clockErrors,
  preload,
  async handle({ access: { orgId }, preloaded, body, work, table, clock }) {
    const testMode = preloaded ?? (await testModeOf(batchLoader(table), orgId))
    const answer = advanced(work, testMode, body, clock())
    return isRefusal(answer) ? answer : reply(200, answer)
  },
})

export const getSimulatedClock = operation({
  ...place,
  id: 'getSimulatedClock',
  method: 'GET',
  summary: 'Read the clock of a test organization',
  responses: { 200: clockView },
  errors: ['test_mode_disabled'],
  preload,
  async handle({ access: { orgId }, preloaded, table, clock }) {
    const testMode = openMode(preloaded ?? (await testModeOf(batchLoader(table), orgId)))
    return isRefusal(testMode) ? testMode : reply(200, toClock(testMode, clock()))
  },
})

async function testModeOf(readItems: BatchLoader, orgId: string): Promise<TestMode | null> {
  if (!isTwinId(orgId)) return null
  return testModeIn(await readItems(testModeKeys(orgId)), orgId)?.testMode ?? null
}
