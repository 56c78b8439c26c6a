import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { advanced, advanceInput, clockDescription, clockErrors, clockView } from './test-clock.ts'
import { liveOrganizationOf, readTestModeFacts } from './test-mode-view.ts'

export const advanceTestClock = operation({
  id: 'advanceTestClock',
  method: 'POST',
  path: '/v1/orgs/{orgId}/test-mode/clock',
  tag: 'Test mode',
  summary: 'Move the clock of the test organization forward',
  description: `${clockDescription} API keys of the test organization use \`POST /v1/test/clock\`.`,
  access: { to: 'peopleOnly', permission: 'test_mode.manage' },
  body: json(advanceInput),
  responses: { 200: clockView },
  errors: ['test_mode_not_available', ...clockErrors],
  preload: ({ readItems, path, nowMs }) => readTestModeFacts(readItems, path.orgId, nowMs),
  async handle({ preloaded: facts, body, work, clock }) {
    const organization = liveOrganizationOf(facts)
    if (isRefusal(organization)) return organization
    const { standing, sentToday } = facts
    const answer = advanced(work, { testMode: standing?.testMode ?? null, sentToday }, body, clock())
    return isRefusal(answer) ? answer : reply(200, answer)
  },
})
