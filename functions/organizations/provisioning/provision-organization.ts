import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { retryUntilConsistent } from '../../../shared/store/optimistic-retry.ts'
import { applicationOf } from './application.ts'
import { existingOrganization } from './existing-organization.ts'
import { newOrganization } from './new-organization.ts'
import { organizationFacts, organizationInput } from './organization-facts.ts'
import { createdOrganizationView } from './partner-views.ts'

export const provisionOrganization = operation({
  id: 'provisionOrganization',
  method: 'POST',
  path: '/v1/provisioning/orgs',
  tag: 'Provisioning',
  summary: 'Create an organization',
  description:
    'Creates the organization with its first entity and its owner, if you send them: all or nothing. The ' +
    'application is an admin of the organization, limited to its registered scopes, until an administrator ' +
    'revokes the grant. If your externalId already names an organization, the answer is that organization as ' +
    'it is now; the other fields in the request are ignored, and the name can be left out. That answer has the ' +
    'entity only if the application can read nodes there (`nodes:read`), and the owner only if it can read ' +
    'members (`members:read`).',
  access: { to: 'principal', applicationsOnly: true, scope: 'orgs:write' },
  body: json(organizationInput),
  responses: { 200: createdOrganizationView, 201: createdOrganizationView },
  errors: [
    ...(['consent_required', 'insufficient_scope', 'invalid_node_name', 'external_id_taken'] as const),
    ...(['service_account', 'rate_limited', 'invalid_request'] as const),
  ],
  preload: ({ table, principalId, body, nowMs }) => organizationFacts(table, principalId, body, nowMs),
  async handle({ principal, body, preloaded, table, work, clock, ids }) {
    const { id: applicationId, scopes: registered } = applicationOf(principal)
    const nowMs = clock()
    const answer = await retryUntilConsistent({ maxTries: 3 }, async ({ isFirst, isLast }) => {
      const facts = isFirst ? preloaded : await organizationFacts(table, applicationId, body, nowMs)
      if (facts.organization) {
        const found = await existingOrganization(table, facts.organization, { registered, nowMs })
        return found && (found.isWhole || isLast) ? found.answer : null
      }
      // The entity may have come with an organization whose name is to be read in a moment.
      if (facts.entity && !isLast) return null
      return await newOrganization({ table, work, ids, nowMs, principal }, body, facts)
    })
    if (isRefusal(answer)) return answer
    return answer.created ? reply(201, answer) : reply(200, answer)
  },
})
