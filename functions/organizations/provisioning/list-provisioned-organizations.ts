import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { pageOf, pageRequest, wholeList } from '../../../shared/http/page.ts'
import { reply } from '../../../shared/http/reply.ts'
import { wholeListParameters } from '../../../shared/http/values.ts'
import { askedExternalId, idLookedFor } from './external-id.ts'
import { foundOrganizations, lookedFor } from './found-organizations.ts'
import { organizationView } from './partner-views.ts'

export const listProvisionedOrganizations = operation({
  id: 'listProvisionedOrganizations',
  method: 'GET',
  path: '/v1/provisioning/orgs',
  tag: 'Provisioning',
  summary: 'List the organizations of the application',
  description:
    'Returns the organizations that the application created or that gave it a grant, oldest first. With an ' +
    'externalId, returns only the organization with that id.',
  access: { to: 'principal', applicationsOnly: true, scope: 'orgs:read' },
  query: v.object({ externalId: askedExternalId, ...wholeListParameters }),
  responses: { 200: v.object({ results: v.array(organizationView), nextPageToken: v.optional(v.string()) }) },
  errors: ['external_id_required', 'invalid_input', 'invalid_page_token'],
  async preload({ table, readItems, query, principalId: applicationId, nowMs }) {
    const externalId = idLookedFor(query.externalId)
    if (isRefusal(externalId)) return externalId
    const page = await pageRequest('listProvisionedOrganizations', query, applicationId, nowMs, wholeList)
    if (isRefusal(page)) return page
    const search = { applicationId, externalId, page }
    return { search, looked: await lookedFor(table, readItems, search) }
  },
  async handle({ clock, preloaded }) {
    if (isRefusal(preloaded)) return preloaded
    const { search, looked } = preloaded
    const found = foundOrganizations(search, looked)
    return reply(200, await pageOf(found, search.page, clock(), (organization) => organization))
  },
})
