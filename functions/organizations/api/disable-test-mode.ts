import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { disable } from '../model/test-mode/test-mode-changes.ts'
import { confirmation, confirmationErrors, confirmedTestMode } from './confirmed-test-mode.ts'
import { readTestModeFacts } from './test-mode-view.ts'

export const disableTestMode = operation({
  id: 'disableTestMode',
  method: 'DELETE',
  path: '/v1/orgs/{orgId}/test-mode',
  tag: 'Test mode',
  summary: 'Disable test mode',
  description:
    'Closes the test organization at once and deletes it with everything in it, including its API keys, webhooks and ' +
    'grants. The status is `purging` until nothing is left, which takes at least a minute.',
  access: { to: 'peopleOnly', permission: 'test_mode.manage' },
  body: json(confirmation),
  responses: { 204: null },
  errors: confirmationErrors,
  preload: ({ readItems, path, nowMs }) => readTestModeFacts(readItems, path.orgId, nowMs),
  async handle({ preloaded: facts, body, work, clock }) {
    const confirmed = confirmedTestMode(facts, body)
    if (isRefusal(confirmed)) return confirmed
    disable(work, confirmed.organization, confirmed.standing.testMode, clock())
    return reply(204, null)
  },
})
