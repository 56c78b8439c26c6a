import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { clockFactsOf, clockOperation } from './simulated-clock.ts'
import { clockView, openMode } from './test-clock.ts'
import { toClock } from './test-mode-view.ts'

export const getSimulatedClock = operation({
  ...clockOperation,
  id: 'getSimulatedClock',
  method: 'GET',
  summary: 'Read the clock of a test organization',
  responses: { 200: clockView },
  errors: ['test_mode_disabled'],
  async handle({ access: { orgId }, preloaded, table, clock }) {
    const nowMs = clock()
    const facts = preloaded ?? (await clockFactsOf(batchLoader(table), orgId, nowMs))
    const testMode = openMode(facts.testMode)
    return isRefusal(testMode) ? testMode : reply(200, toClock(testMode, nowMs))
  },
})
