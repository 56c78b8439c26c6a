import { type Account, type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { signInCountsForMs } from '../../../shared/auth/recent-sign-in.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import type { Table } from '../../../shared/store/table.ts'
import { isDelegated } from '../oauth/scopes.ts'
import { consentsOf, isConsented } from './consents.ts'
import { type Person, personWith } from './people.ts'
import { ownMetadataOf } from './registered-client.ts'

/** Who signs in where, and whom an application may act for: what the provider asks of us on its way to a code and to tokens. */
export function authorization(table: Table, offersPasskeys: boolean): Configuration {
  return {
    findAccount: (ctx, accountId, token) => account(table, ctx, { accountId, token: token ?? null }),
    loadExistingGrant: (ctx) => grant(table, ctx),
    extraParams: { org_id: completeRequest },
    interactions: { policy: policy(offersPasskeys) },
  }
}

/**
 * An account as it is now. Tokens are given for it, for a code or a refresh token, only as long as the consent stands that let the
 * application act for it: so one that was taken back ends them, also where another one is given later.
 */
async function account(
  table: Table,
  { oidc }: KoaContextWithOIDC,
  { accountId, token }: { accountId: string; token: object | null },
): Promise<Account | undefined> {
  const person = await personWith(table, accountId)
  if (!person) return undefined
  const { client } = oidc
  if (token && (!client || !(await mayAct(table, client, person, token)))) return undefined
  return { accountId, claims: () => claimsOf(person) }
}

async function mayAct(
  table: Table,
  client: { readonly clientId: string },
  person: Person,
  token: object,
): Promise<boolean> {
  if (!ownMetadataOf(client).needs_consent) return true
  const consents = await consentsOf(person, table, client.clientId)
  // Times of tokens are whole seconds, cut off.
  const givenUntilMs = (firstIssuedAtSec(token) + 1) * 1000
  return consents.some(({ grantedAt }) => grantedAt !== null && Date.parse(grantedAt) < givenUntilMs)
}

/** When a code was issued, or the first of the refresh tokens that followed each other; before all times where it is not told. */
function firstIssuedAtSec(token: object): number {
  const told: unknown[] = [Reflect.get(token, 'iiat'), Reflect.get(token, 'iat')]
  return told.find((at) => typeof at === 'number') ?? 0
}

function claimsOf({ profile: { id, email, firstName, lastName, locale, avatarUrl } }: Person) {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const told = { name, given_name: firstName, family_name: lastName, locale, picture: avatarUrl, email }
  const known = Object.entries(told).filter(([, value]) => value !== null && value !== '')
  // Whoever signed in has read a mail to the address.
  return { sub: id, ...Object.fromEntries(known), email_verified: email !== null }
}

/**
 * What this one request is granted, if nobody has to be asked: to our own app, and where consents cover what is asked for. Each code
 * has a grant of its own, so that what is revoked with one leaves others alone.
 */
async function grant(table: Table, { oidc }: KoaContextWithOIDC) {
  const { client, account: signedIn, params, provider, resourceServers = {} } = oidc
  if (!client || !signedIn || oidc.promptPending('login') || oidc.promptPending('consent')) return undefined
  const scopes = [...oidc.requestParamScopes]
  if (ownMetadataOf(client).needs_consent) {
    const person = await personWith(table, signedIn.accountId)
    const consents = person ? await consentsOf(person, table, client.clientId) : []
    const orgId = typeof params?.org_id === 'string' ? params.org_id.toLowerCase() : undefined
    if (!isConsented(consents, scopes.filter(isDelegated), orgId)) return undefined
  }
  const granted = new provider.Grant({ accountId: signedIn.accountId, clientId: client.clientId })
  granted.addOIDCScope([...oidc.requestParamOIDCScopes])
  for (const resource of Object.keys(resourceServers)) granted.addResourceScope(resource, scopes)
  await granted.save()
  return granted
}

/**
 * Checks the organization that a request names. What else the request lacks is added here, after the provider's own
 * checks: it drops `offline_access` where consent is not asked for anew, but ours lasts; and nobody is asked about our own app.
 */
function completeRequest(ctx: KoaContextWithOIDC, orgId: string | undefined): void {
  const { client, params } = ctx.oidc
  if (orgId !== undefined && !isUuid(orgId)) throw new errors.InvalidRequest('org_id must be a UUID')
  if (!client || !params) return
  const asked = String(ctx.query.scope ?? '').split(' ')
  if (asked.includes('offline_access'))
    params.scope = [...new Set([...ctx.oidc.requestParamScopes, 'offline_access'])].join(' ')
  const { needs_consent: needsConsent } = ownMetadataOf(client)
  if (needsConsent && ctx.oidc.prompts.has('passkeys'))
    throw new errors.InvalidRequest('unsupported prompt value requested')
  if (needsConsent || params.prompt === undefined) return
  const prompts = [...ctx.oidc.prompts].filter((prompt) => prompt !== 'consent')
  params.prompt = prompts.length > 0 ? prompts.join(' ') : undefined
}

/**
 * The provider's own order: sign in, then consent. A session whose account is gone is none. Between the two, our own app can have people
 * look after their passkeys, by `prompt=passkeys`.
 */
function policy(offersPasskeys: boolean) {
  const prompts = interactionPolicy.base()
  const { Check, Prompt } = interactionPolicy
  const isGone = ({ oidc }: KoaContextWithOIDC) => oidc.session?.accountId !== undefined && !oidc.account
  prompts.get('login')?.checks.add(new Check('account_gone', 'the account no longer exists', 'login_required', isGone))
  if (!offersPasskeys) return prompts
  prompts.get('login')?.checks.add(
    new Check('passkeys_need_recent_sign_in', 'the sign-in is too old', 'login_required', ({ oidc }) => {
      const isAsked = oidc.prompts.has('passkeys') && !oidc.result?.login
      return isAsked && oidc.session?.past(signInCountsForMs / 1000) === true
    }),
  )
  prompts.add(new Prompt({ name: 'passkeys', requestable: true }), 1)
  return prompts
}
