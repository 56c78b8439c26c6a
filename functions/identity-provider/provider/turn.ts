import type { Context } from 'koa'
import type { Client, Interaction, InteractionResults, Provider } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { signInCountsForMs } from '../../../shared/auth/recent-sign-in.ts'
import type { Locale } from '../../../shared/platform/locale.ts'
import type { RelyingParty } from '../passkeys/webauthn.ts'
import { formSecretOf } from './form-secret.ts'
import type { ShownApplication } from './pages/application.ts'
import { pageLocale } from './pages/page.ts'
import { passkeyScript } from './passkey-script.ts'
import { ownMetadataOf } from './registered-client.ts'
import { interactionUrl } from './served-endpoints.ts'
import type { SignInDependencies } from './sign-in.ts'

export interface InteractionDependencies extends SignInDependencies {
  readonly issuer: string
  readonly provider: Provider
  readonly logError: (error: unknown) => void
  /** Null: passkeys are not offered. */
  readonly relyingParty: RelyingParty | null
}

/** What somebody does on a page of an interaction. */
export interface Turn {
  readonly ctx: Context
  readonly dependencies: InteractionDependencies
  readonly interaction: Interaction
  /** What was sent; null: the page is asked for. */
  readonly form: URLSearchParams | null
}

/** Goes on with the request for authorization, which reads the result. */
export async function finish({ ctx, dependencies, interaction }: Turn, result: InteractionResults): Promise<void> {
  interaction.result = result
  await interaction.save(Math.max(1, interaction.exp - Math.floor(dependencies.clock() / 1000)))
  seeOther(ctx, interaction.returnTo)
}

/** Asks for a page by GET, so that nothing is sent twice by loading it again. */
export function seeOther(ctx: Context, address: string): void {
  ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  ctx.status = 303
  ctx.redirect(address)
}

/** Asks for the page of the interaction, which shows what is to be done next. */
export function showAnew({ ctx, dependencies, interaction }: Turn): void {
  seeOther(ctx, interactionUrl(dependencies.issuer, interaction.uid))
}

/** A page that was left open is no proof of who sits before it. */
export async function hasSignedInLately({ dependencies, interaction }: Turn): Promise<boolean> {
  const { provider, clock } = dependencies
  const session = await provider.Session.findByUid(interaction.session?.uid ?? '')
  if (!session || session.accountId !== interaction.session?.accountId) return false
  return clock() - (session.loginTs ?? 0) * 1000 <= signInCountsForMs
}

/** The application that sent somebody here. */
export async function applicationOf({ dependencies, interaction }: Turn): Promise<Client> {
  const client = await dependencies.provider.Client.find(textOf(interaction.params.client_id))
  if (!client) throw new errors.SessionNotFound('the application no longer exists')
  return client
}

/** The application as people are shown it. */
export function shownApplication(client: Client): ShownApplication {
  const { publisher, logo_url: logoUrl } = ownMetadataOf(client)
  return { name: client.clientName ?? client.clientId, publisher, logoUrl }
}

/** What every page of an interaction knows. */
export function pageFacts({ ctx, dependencies, interaction }: Turn) {
  const { params } = interaction
  const locale: Locale = pageLocale(ctx, params.ui_locales)
  const script = dependencies.relyingParty && `${dependencies.issuer}${passkeyScript().path}`
  return { locale, formSecret: formSecretOf(interaction), leadsTo: textOf(params.redirect_uri), script }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
