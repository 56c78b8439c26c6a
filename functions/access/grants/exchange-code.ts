import { hash } from 'node:crypto'
import * as v from 'valibot'
import { clientKey } from '../../../shared/auth/client.ts'
import { sessionIdOfGrant } from '../../../shared/auth/ended-session.ts'
import { type Grant, grants, namedGrants } from '../../../shared/auth/grants/grant.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { memberships, type Principal, profiles, readAccount } from '../../../shared/auth/principal.ts'
import { withTwins } from '../../../shared/auth/twin-memberships.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item, Key, Table } from '../../../shared/store/table.ts'
import { openSession } from '../../identity-provider/oauth/application-session.ts'
import { revokeSession } from '../../identity-provider/oauth/revocation.ts'
import { applicationIn } from '../model/application.ts'
import { type ConsentCode, consentCodeKey, consentCodes, hashOfCode } from '../model/consent-code.ts'
import { grantView, shownBy } from './grant-view.ts'
import { tokenIssuing } from './token-issuing.ts'

const exchangeInput = v.object({
  code: line(256),
  redirectUri: line(2000),
  codeVerifier: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Send the text whose SHA-256 you sent as the code challenge.'),
  ),
})
type Exchange = v.InferOutput<typeof exchangeInput>

const exchangeView = v.object({
  grant: grantView,
  user: v.object({
    id: v.string(),
    email: v.nullable(v.string()),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    locale: v.string(),
  }),
  token: v.pipe(
    v.nullable(
      v.object({
        tokenType: v.literal('Bearer'),
        accessToken: v.string(),
        expiresIn: v.number(),
        refreshToken: v.pipe(
          v.nullable(v.string()),
          v.description('Send it to the token endpoint. Null if the application has no key to authenticate there.'),
        ),
        scope: v.string(),
      }),
    ),
    v.description('Null if people sign in at another identity provider. The application then gets its tokens there.'),
  ),
})

const notUsable = refuse(
  'invalid_grant',
  'The code cannot be exchanged: it is unknown, expired or used, or it does not belong to this redirectUri ' +
    'and codeVerifier. Only codes of POST /v1/oauth/consents are exchanged here; exchange a code of the consent page at ' +
    'the token endpoint. Otherwise ask for consent again.',
)

const noMemberAnyMore = refuse('invalid_grant', 'The person is not a member of the organization any more.')

export const exchangeCode = operation({
  id: 'exchangeCode',
  method: 'POST',
  path: '/v1/oauth/grants/exchange',
  tag: 'Applications',
  summary: 'Exchange the code of a consent for tokens',
  description:
    'Use the machine credentials of the application that received the consent. Only codes of POST ' +
    '/v1/oauth/consents are exchanged here: exchange a code of the hosted consent page at the token endpoint. A code ' +
    'works once, within five minutes, and not after the person has ended the sign-in by which they consented: its tokens ' +
    'end with that. Using it a second time ends the session of the first use, with its access tokens.',
  access: { to: 'principal', applicationsOnly: true },
  body: json(exchangeInput),
  returnsSecret: true,
  responses: { 200: exchangeView },
  errors: ['invalid_grant', 'grant_revoked'],
  preload: ({ table, readItems, body }) => readCode({ table, readItems }, body.code),
  async handle({ principal, body, preloaded, table, work, clock, ids }) {
    const nowMs = clock()
    const { code, items } = preloaded
    const applicationId = principal.clientId
    if (!code || !fits(code, { ...body, applicationId })) return notUsable
    if (code.sessionId !== null) {
      await revokeSession(table, { grantId: code.sessionId, userId: code.userId, nowMs })
      return notUsable
    }
    if (Date.parse(code.expiresAt) <= nowMs) return notUsable
    const issuing = await tokenIssuing()
    const asked = { applicationId, userId: code.userId, scopes: code.scopes }
    const behind = behindCode(code, items)
    if ('refused' in behind) return behind
    const { grant, person } = behind
    const signIn = { signInId: code.signInId, ifSignInEnded: notUsable }
    const session = issuing && openSession(work, { ...asked, ...issuing, ...signIn }, { nowMs, ids })
    const sessionId = session?.id ?? ids(nowMs)
    const comesOf = { sessionId: sessionIdOfGrant(sessionId), nowMs, id: ids(nowMs) }
    const issued = await issuing?.accessToken({ ...asked, ...comesOf })
    work.update(consentCodes, code, { ...code, sessionId, version: code.version + 1 })
    const { orgId, livemode, id } = grant
    const target = { type: 'grant', id, label: person.profile.email }
    work.audit({ orgId, livemode, action: 'grant.used', target, nodeId: orgId, changes: [] })
    const mayRefresh = applicationIn(items, applicationId)?.jwks !== null
    const refreshToken = session && mayRefresh ? session.refreshToken : null
    const token = issued ? { tokenType: 'Bearer' as const, ...issued, refreshToken } : null
    return reply(200, {
      grant: shownBy(items)(grant),
      user: { ...personIn(person, orgId), locale: person.profile.locale },
      token,
    })
  },
})

/** The code that a body tells, with what it stands for, as that is now. */
interface FoundCode {
  readonly code: ConsentCode | null
  readonly items: readonly Item[]
}

async function readCode(
  { table, readItems }: { readonly table: Table; readonly readItems: BatchLoader },
  sent: string,
): Promise<FoundCode> {
  const [code = null] = recordsOf(consentCodes, await readItems([consentCodeKey(hashOfCode(sent))]))
  if (!code) return { code, items: [] }
  const [items, account] = await Promise.all([readItems(keysBehind(code)), readAccount(table, code.userId)])
  return { code, items: [...items, ...account] }
}

function keysBehind({ grantId, applicationId }: ConsentCode): Key[] {
  const { partition: PK, startingWith: SK } = namedGrants.partition(grantId)
  return [{ PK, SK }, clientKey(applicationId)]
}

function fits(code: ConsentCode, asked: Exchange & { applicationId: string }): boolean {
  const challenge = hash('sha256', asked.codeVerifier, 'base64url')
  return (
    code.applicationId === asked.applicationId &&
    code.redirectUri === asked.redirectUri &&
    code.codeChallenge === challenge
  )
}

/** What a code stands for, as it is now. */
interface BehindCode {
  readonly grant: Grant
  readonly person: Pick<Principal, 'profile' | 'memberships'>
}

function behindCode(
  { grantId, userId }: ConsentCode,
  items: readonly Item[],
): BehindCode | Refusal<'invalid_grant' | 'grant_revoked'> {
  const grant = recordsOf(grants, items).find(({ id }) => id === grantId)
  const profile = recordsOf(profiles, items).find(({ id }) => id === userId)
  if (!grant || !profile) return notUsable
  if (grant.status !== 'active') return refuse('grant_revoked', 'The consent was revoked in the meantime.')
  const held = withTwins(recordsOf(memberships, items))
  const isMember = held.some(({ orgId, status }) => orgId === grant.orgId && status === 'active')
  return isMember ? { grant, person: { profile, memberships: held } } : noMemberAnyMore
}
