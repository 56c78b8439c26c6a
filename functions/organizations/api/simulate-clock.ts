import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { clockFactsOf, clockOperation } from './simulated-clock.ts'
import { advanced, advanceInput, clockDescription, clockErrors, clockView } from './test-clock.ts'

export const simulateClock = operation({
  ...clockOperation,
  id: 'simulateClock',
  method: 'POST',
  summary: 'Move the clock of a test organization forward',
  description: clockDescription,
  body: json(advanceInput),
  responses: { 200: clockView },
  errors: clockErrors,
  async handle({ access: { orgId }, preloaded, body, work, table, clock }) {
    const nowMs = clock()
    const facts = preloaded ?? (await clockFactsOf(batchLoader(table), orgId, nowMs))
    const answer = advanced(work, facts, body, nowMs)
    return isRefusal(answer) ? answer : reply(200, answer)
  },
})
