import * as v from 'valibot'
import { delegatedScopes } from '../../shared/auth/permissions.ts'
import type { Principal } from '../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../shared/errors/refusal.ts'
import { applicationOf } from '../../shared/grants/application.ts'
import {
  consentInForce,
  mayConsentForAll,
  standingConsentKeys,
  standingConsentsIn,
} from '../../shared/grants/consent.ts'
import { wordsOfScope } from '../../shared/grants/scope-words.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { line, uuid } from '../../shared/http/values.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItems, type Table } from '../../shared/store/table.ts'
import { askedConsent, membershipsOf, readClient } from './consent-request.ts'
import { applicationView } from './grant-view.ts'

const consentRequestView = v.pipe(
  v.object({
    application: applicationView,
    scopes: v.pipe(
      v.array(v.object({ key: v.picklist(delegatedScopes), description: v.string() })),
      v.description('What each lets the application do, in the language of the person.'),
    ),
    orgs: v.array(
      v.object({
        orgId: uuid,
        orgName: v.string(),
        canConsentForAll: v.boolean(),
        existingGrantId: v.nullable(uuid),
      }),
    ),
  }),
  v.title('ConsentRequest'),
)

export const getConsentRequest = operation({
  id: 'getConsentRequest',
  method: 'GET',
  path: '/v1/oauth/consent-requests',
  tag: 'Applications',
  summary: 'Read what an application asks a person for',
  description: 'For a consent page of your own: what to show before POST /v1/oauth/consents.',
  access: { to: 'principal', peopleOnly: true },
  query: v.object({
    clientId: line(256),
    redirectUri: line(2000),
    scope: v.pipe(line(1000), v.description('Scopes with spaces between them.')),
    orgId: v.optional(v.pipe(uuid, v.description('This organization alone.'))),
  }),
  responses: { 200: consentRequestView },
  errors: ['invalid_input', 'organization_not_found'],
  reads: ({ table, query }) => readClient(table, query.clientId),
  async handle({ principal, query, early, table }) {
    const { clientId, redirectUri, orgId } = query
    const item = early ?? (await readClient(table, clientId))
    const asked = askedConsent(item, { clientId, redirectUri, scopes: query.scope.split(/ +/) })
    if (isRefusal(asked)) return asked
    const orgs = await organizationsOf(table, principal, { clientId, orgId })
    if (orgId !== undefined && orgs.length === 0)
      return refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')
    const { locale } = principal.profile
    const scopes = asked.scopes.map((key) => ({ key, description: wordsOfScope(key, locale) }))
    return reply(200, { application: applicationOf(asked.client), scopes, orgs })
  },
})

async function organizationsOf(
  table: Table,
  principal: Principal,
  { clientId, orgId }: { clientId: string; orgId: string | undefined },
) {
  const own = principal.memberships.filter(({ status }) => status === 'active').map((membership) => membership.orgId)
  const asked = [...new Set(own)].filter((id) => orgId === undefined || id === orgId)
  if (asked.length === 0) return []
  const userId = principal.id
  const between = (id: string) => ({ applicationId: clientId, orgId: id, userId })
  const items = await getItems(table, [
    ...asked.map(nodeKey),
    ...asked.flatMap((id) => standingConsentKeys(between(id))),
  ])
  const names = new Map(recordsOf(nodes, items).map(({ id, name }) => [id, name]))
  return asked.map((id) => ({
    ...{ orgId: id, orgName: names.get(id) ?? '' },
    canConsentForAll: mayConsentForAll(membershipsOf(principal, id), id),
    existingGrantId: consentInForce(standingConsentsIn(items, between(id)))?.id ?? null,
  }))
}
