import * as v from 'valibot'
import { delegatedScopes } from '../../../shared/auth/permissions.ts'
import {
  accountPartition,
  type Membership,
  memberships,
  type Principal,
  readAccount,
} from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { readListed } from '../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../shared/store/joined-reads.ts'
import type { Item } from '../../../shared/store/table.ts'
import { applicationOf } from '../model/application.ts'
import { consentInForce, mayConsentForAll, standingConsentKeys, standingConsentsIn } from '../model/consent.ts'
import { wordsOfScope } from '../model/scope-words.ts'
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
  reads: ({ readItems, principalId, account, query }) => readWhatIsAsked(readItems, { ...query, principalId }, account),
  async handle({ principal, query, early, table }) {
    const { clientId, redirectUri, orgId } = query
    const { id: principalId } = principal
    const account = () => readAccount(table, principalId)
    const read = early ?? (await readWhatIsAsked(joinedReads(table), { ...query, principalId }, account()))
    const asked = askedConsent(read.client, { clientId, redirectUri, scopes: query.scope.split(/ +/) })
    if (isRefusal(asked)) return asked
    const orgs = organizationsOf(read.items, principal, { clientId, orgId })
    if (orgId !== undefined && orgs.length === 0)
      return refuse('organization_not_found', 'There is no such organization, or it is not visible to you.')
    const { locale } = principal.profile
    const scopes = asked.scopes.map((key) => ({ key, description: wordsOfScope(key, locale) }))
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
  readItems: ReadItems,
  { clientId, orgId, principalId }: Question,
  account: Promise<readonly Item[]>,
): Promise<{ readonly client: Item | null; readonly items: readonly Item[] }> {
  const keysOf = (items: readonly Item[]) =>
    organizationsIn(recordsOf(memberships, items), orgId).flatMap((id) => [
      nodeKey(id),
      ...standingConsentKeys({ applicationId: clientId, orgId: id, userId: principalId }),
    ])
  const [client, { led }] = await Promise.all([
    readClient(readItems, clientId),
    readListed(readItems, accountPartition(principalId), account, keysOf),
  ])
  return { client, items: led }
}

function organizationsIn(own: readonly Membership[], orgId: string | undefined): string[] {
  const active = own.filter(({ status }) => status === 'active').map((membership) => membership.orgId)
  return [...new Set(active)].filter((id) => orgId === undefined || id === orgId)
}

function organizationsOf(
  items: readonly Item[],
  principal: Principal,
  { clientId, orgId }: { clientId: string; orgId: string | undefined },
) {
  const names = new Map(recordsOf(nodes, items).map(({ id, name }) => [id, name]))
  return organizationsIn(principal.memberships, orgId).map((id) => {
    const between = { applicationId: clientId, orgId: id, userId: principal.id }
    return {
      orgId: id,
      orgName: names.get(id) ?? '',
      canConsentForAll: mayConsentForAll(membershipsOf(principal, id), id),
      existingGrantId: consentInForce(standingConsentsIn(items, between))?.id ?? null,
    }
  })
}
