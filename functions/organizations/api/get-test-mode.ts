import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { liveOrganizationOf, readTestModeFacts, testModeView, toTestMode } from './test-mode-view.ts'

export const getTestMode = operation({
  id: 'getTestMode',
  method: 'GET',
  path: '/v1/orgs/{orgId}/test-mode',
  tag: 'Test mode',
  summary: 'Read the test mode of an organization',
  description: 'When test mode is off, `enabled` is false and `status` is `none`, or `purging` while it is deleted.',
  access: { to: 'peopleOnly', permission: 'test_mode.manage' },
  responses: { 200: testModeView },
  errors: ['test_mode_not_available'],
  preload: ({ readItems, path, nowMs }) => readTestModeFacts(readItems, path.orgId, nowMs),
  async handle({ preloaded: facts, clock }) {
    const organization = liveOrganizationOf(facts)
    if (isRefusal(organization)) return organization
    return reply(200, toTestMode(facts, clock()))
  },
})
