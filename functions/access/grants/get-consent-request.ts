import * as v from 'valibot'
import { consentInForce } from '../../../shared/auth/grants/consents-in-force.ts'
import { type DelegatedScope, delegatedScopes } from '../../../shared/auth/permissions.ts'
import { type Membership, memberships, type Principal } from '../../../shared/auth/principal.ts'
import { scopeMessage } from '../../../shared/auth/scope-messages.ts'
import { withTwins } from '../../../shared/auth/twin-memberships.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { growing } from '../../../shared/platform/growing.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import { isTwinId } from '../../../shared/store/twin-ids.ts'
import { applicationOf } from '../model/application.ts'
import { consentForAllRefusal, standingConsentKeys, standingConsentsIn } from '../model/consent.ts'
import { askedConsent, membershipsOf, readClient } from './consent-request.ts'
import { applicationView } from './grant-view.ts'

const consentRequestView = v.pipe(
  v.object({
    application: applicationView,
    scopes: v.pipe(
      v.array(v.object({ key: growing(delegatedScopes), description: v.string() })),
      v.description('The rights that each scope gives the application, in the language of the person.'),
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
  summary: 'Read the details of an application’s consent request',
  description: 'For your own consent page: shows what to display before POST /v1/oauth/consents.',
  access: { to: 'principal', peopleOnly: true },
  query: v.object({
    clientId: line(256),
    redirectUri: line(2000),
    scope: v.pipe(line(1000), v.description('Scopes, separated by spaces.')),
    orgId: v.optional(v.pipe(uuid, v.description('Limits the request to this organization.'))),
  }),
  responses: { 200: consentRequestView },
  errors: ['invalid_input', 'organization_not_found'],
  preload: ({ readItems, principalId, account, query }) =>
    readWhatIsAsked(readItems, { ...query, principalId }, account),
  async handle({ principal, query, preloaded }) {
    const { clientId, redirectUri, orgId } = query
    const asked = askedConsent(preloaded.client, { clientId, redirectUri, scopes: query.scope.split(/ +/) })
    if (isRefusal(asked)) return asked
    const orgs = organizationsOf(preloaded.items, principal, { clientId, orgId, scopes: asked.scopes })
    if (orgId !== undefined && orgs.length === 0)
      return refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')
    const { locale } = principal.profile
    const scopes = asked.scopes.map((key) => ({ key, description: scopeMessage(key, locale) }))
    return reply(200, { application: applicationOf(asked.client), scopes, orgs })
  },
})

interface Question {
  readonly clientId: string
  readonly orgId?: string | undefined
  readonly principalId: string
}

/** The application, and of each organization of the person its name and what of consent there is. */
async function readWhatIsAsked(
  readItems: BatchLoader,
  { clientId, orgId, principalId }: Question,
  account: Promise<readonly Item[]>,
): Promise<{ readonly client: Item | null; readonly items: readonly Item[] }> {
  const [client, accountItems] = await Promise.all([readClient(readItems, clientId), account])
  const keys = organizationsIn(withTwins(recordsOf(memberships, accountItems)), orgId).flatMap((id) => [
    nodeKey(id),
    ...standingConsentKeys({ applicationId: clientId, orgId: id, userId: principalId }),
  ])
  return { client, items: await readItems(keys) }
}

function organizationsIn(own: readonly Membership[], orgId: string | undefined): string[] {
  const active = own.filter(({ status }) => status === 'active').map((membership) => membership.orgId)
  return [...new Set(active)].filter((id) => orgId === undefined || id === orgId)
}

function organizationsOf(
  items: readonly Item[],
  principal: Principal,
  { clientId, orgId, scopes }: { clientId: string; orgId: string | undefined; scopes: readonly DelegatedScope[] },
) {
  const names = new Map(recordsOf(nodes, items).map(({ id, name }) => [id, name]))
  // A person has memberships in the test organization of each organization, whether it is there or not.
  const known = organizationsIn(principal.memberships, orgId).filter((id) => !isTwinId(id) || names.has(id))
  return known.map((id) => {
    const between = { applicationId: clientId, orgId: id, userId: principal.id }
    return {
      orgId: id,
      orgName: names.get(id) ?? '',
      canConsentForAll: consentForAllRefusal(membershipsOf(principal, id), id, scopes) === null,
      existingGrantId: consentInForce(standingConsentsIn(items, between))?.id ?? null,
    }
  })
}
