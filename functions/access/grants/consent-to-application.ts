import * as v from 'valibot'
import { consentReaches } from '../../../shared/auth/grants/grant.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line, nullsAbsent } from '../../../shared/http/values.ts'
import { minuteMs, timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { signInOf } from '../../identity-provider/oauth/person-sessions.ts'
import { consentForAllRefusal, consentTo, noMember, standingConsentKeys, standingConsentsIn } from '../model/consent.ts'
import { consentCodes, hashOfCode, newConsentCode } from '../model/consent-code.ts'
import { askedConsent, membershipsOf, readClient } from './consent-request.ts'

/** How long a code can be exchanged. */
const codeLivesMs = 5 * minuteMs

const consentInput = nullsAbsent({
  clientId: line(256),
  redirectUri: line(2000),
  scope: v.pipe(v.array(line(100)), v.minLength(1), v.maxLength(30)),
  state: v.optional(line(512)),
  codeChallenge: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{43,128}$/, 'Send the SHA-256 of the code verifier in base64url.'),
  ),
  codeChallengeMethod: v.literal('S256'),
  orgId: uuid,
  onBehalfOf: v.optional(v.picklist(consentReaches), 'self'),
})

export const consentToApplication = operation({
  id: 'consentToApplication',
  method: 'POST',
  path: '/v1/oauth/consents',
  tag: 'Applications',
  summary: 'Let an application act for you or for every member',
  description:
    'Afterwards, send the person to redirectUrl. There the application gets a code for POST ' +
    '/v1/oauth/grants/exchange. If an administrator must approve first, there is no code yet: the grant is ' +
    'pending, or what you add to an active grant waits in its `requestedScopes`.',
  access: { to: 'principal', peopleOnly: true },
  // For every member, it lets somebody else into the organization.
  recentSignIn: ({ body }) => body.onBehalfOf === 'organization',
  body: json(consentInput),
  returnsSecret: true,
  responses: {
    201: v.object({
      grantId: uuid,
      code: v.nullable(v.string()),
      redirectUrl: v.nullable(v.string()),
      expiresAt: v.nullable(timestampSchema),
    }),
  },
  errors: ['invalid_input', 'organization_not_found', 'forbidden', 'role_escalation'],
  preload: async ({ table, readItems, body, principalId: userId, sessionId }) => {
    const { clientId: applicationId, orgId } = body
    const between = { applicationId, orgId, userId }
    const [client, items, signInId] = await Promise.all([
      readClient(readItems, applicationId),
      readItems(standingConsentKeys(between)),
      sessionId === null ? null : signInOf(table, userId, sessionId),
    ])
    return { client, standing: standingConsentsIn(items, between), signInId }
  },
  async handle({ principal, body, preloaded: { client, standing, signInId }, work, clock, ids }) {
    const { clientId, redirectUri, scope, orgId, onBehalfOf, codeChallenge } = body
    const asked = askedConsent(client, { clientId, redirectUri, scopes: scope })
    if (isRefusal(asked)) return asked
    const memberships = membershipsOf(principal, orgId)
    if (memberships.length === 0) return noMember
    const isForAll = onBehalfOf === 'organization'
    const escalation = isForAll ? consentForAllRefusal(memberships, orgId, asked.scopes) : null
    if (escalation) return escalation
    const userId = principal.id
    const nowMs = clock()
    const { grant, isApproved } = consentTo(
      work,
      {
        applicationId: clientId,
        applicationName: asked.client.name,
        person: principal.profile,
        memberships,
        orgId,
        scopes: asked.scopes,
        onBehalfOf,
        standing,
      },
      { nowMs, ids },
    )
    if (!isApproved) return reply(201, { grantId: grant.id, code: null, redirectUrl: null, expiresAt: null })
    const code = newConsentCode()
    const expiresAt = timestamp(nowMs + codeLivesMs)
    work.create(consentCodes, {
      sha256: hashOfCode(code),
      grantId: grant.id,
      applicationId: clientId,
      userId,
      orgId,
      redirectUri,
      codeChallenge,
      scopes: asked.scopes,
      expiresAt,
      signInId,
      sessionId: null,
      version: 1,
    })
    return reply(201, { grantId: grant.id, code, redirectUrl: withCode(redirectUri, code, body.state), expiresAt })
  },
})

function withCode(redirectUri: string, code: string, state: string | undefined): string {
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
