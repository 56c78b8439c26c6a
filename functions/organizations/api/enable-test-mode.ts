import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { enable } from '../model/test-mode/test-mode-changes.ts'
import { liveOrganizationOf, readTestModeFacts, testModeView, toTestMode } from './test-mode-view.ts'

export const enableTestMode = operation({
  id: 'enableTestMode',
  method: 'POST',
  path: '/v1/orgs/{orgId}/test-mode',
  tag: 'Test mode',
  summary: 'Enable test mode',
  description:
    'Creates a test organization with the same entities, groups, members and roles. It follows the live ' +
    'organization from then on. Its status is `creating` until everything is there. The answer is 200 when test mode ' +
    'is enabled already.',
  access: { to: 'peopleOnly', permission: 'test_mode.manage' },
  responses: { 200: testModeView, 201: testModeView },
  errors: ['test_mode_not_available'],
  preload: ({ readItems, path, nowMs }) => readTestModeFacts(readItems, path.orgId, nowMs),
  async handle({ preloaded: facts, work, clock }) {
    const organization = liveOrganizationOf(facts)
    if (isRefusal(organization)) return organization
    const nowMs = clock()
    const { standing, sentToday } = facts
    if (standing?.testMode.status === 'purging')
      return refuse(
        'test_mode_not_available',
        'The former test organization is still being deleted. Try again in some minutes.',
      )
    if (standing) return reply(200, toTestMode(facts, nowMs))
    const testMode = enable(work, organization, nowMs)
    return reply(201, toTestMode({ standing: { testMode, lastActivityAt: null }, sentToday }, nowMs))
  },
})
