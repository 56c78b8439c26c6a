import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { reset } from '../model/test-mode/test-mode-changes.ts'
import { confirmation, confirmationErrors, confirmedTestMode } from './confirmed-test-mode.ts'
import { readTestModeFacts, testModeView, toTestMode } from './test-mode-view.ts'

export const resetTestMode = operation({
  id: 'resetTestMode',
  method: 'POST',
  path: '/v1/orgs/{orgId}/test-mode/reset',
  tag: 'Test mode',
  summary: 'Delete everything that was created in the test organization',
  description:
    'Deletes signature requests, documents, contacts, events, deliveries, the audit log and the counters of the test ' +
    'organization. Its entities, groups, members, roles, API keys, webhooks, grants and settings stay. Calls in it are ' +
    'refused with `test_mode_disabled` until its status is `ready` again, which takes at least a minute.',
  access: { to: 'peopleOnly', permission: 'test_mode.manage' },
  body: json(confirmation),
  responses: { 202: testModeView },
  errors: confirmationErrors,
  preload: ({ readItems, path, nowMs }) => readTestModeFacts(readItems, path.orgId, nowMs),
  async handle({ preloaded: facts, body, work, clock }) {
    const confirmed = confirmedTestMode(facts, body)
    if (isRefusal(confirmed)) return confirmed
    const nowMs = clock()
    const { organization, standing } = confirmed
    // A repeated call finds it under way.
    if (standing.testMode.status === 'resetting') return reply(202, toTestMode(facts, nowMs))
    const testMode = reset(work, organization, standing.testMode, nowMs)
    return reply(202, toTestMode({ ...facts, standing: { ...standing, testMode } }, nowMs))
  },
})
