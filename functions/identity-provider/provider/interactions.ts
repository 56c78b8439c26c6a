import type { Context, Middleware } from 'koa'
import { errors } from 'oidc-provider'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import { readForm } from './form.ts'
import { formSecretOf } from './form-secret.ts'
import { pageLocale, show } from './pages/page.ts'
import { failurePage } from './pages/plain-pages.ts'
import { interactionPath } from './served-endpoints.ts'
import { signInStep } from './sign-in-step.ts'
import { finish, type InteractionDependencies, type Turn } from './turn.ts'

/** The pages on which people sign in and consent. */
export function serveInteractions(dependencies: InteractionDependencies): Middleware {
  return async (ctx, next) => {
    const [, uid] = interactionPath.exec(ctx.path) ?? []
    if (uid === undefined) return await next()
    try {
      await takeTurn(await turnOf(ctx, dependencies, uid))
    } catch (error) {
      showFailure(ctx, dependencies, error)
    }
  }
}

async function turnOf(ctx: Context, dependencies: InteractionDependencies, uid: string): Promise<Turn> {
  const interaction = await dependencies.provider.interactionDetails(ctx.req, ctx.res)
  if (interaction.uid !== uid) throw new errors.SessionNotFound('the page belongs to another browser')
  if (ctx.method !== 'POST') return { ctx, dependencies, interaction, form: null }
  const form = await readForm(ctx)
  if (!form || !equalInConstantTime(form.get('form_secret') ?? '', formSecretOf(interaction)))
    throw new errors.SessionNotFound('the form belongs to another sign-in')
  return { ctx, dependencies, interaction, form }
}

async function takeTurn(turn: Turn): Promise<void> {
  if (turn.form?.get('act') === 'cancel')
    return await finish(turn, { error: 'access_denied', error_description: 'the person denied the request' })
  // Most only sign in: the other steps are loaded with their first use.
  switch (turn.interaction.prompt.name) {
    case 'login':
      return await signInStep(turn)
    case 'passkeys':
      return await (await import('./passkeys-step.ts')).passkeysStep(turn)
    default:
      return await (await import('./consent-step.ts')).consentStep(turn)
  }
}

function showFailure(ctx: Context, { logError }: InteractionDependencies, error: unknown): void {
  const isExpired = error instanceof errors.SessionNotFound
  if (!isExpired) logError(error)
  const [failure, status] = isExpired ? (['expired', 400] as const) : (['ours', 500] as const)
  show(ctx, failurePage({ locale: pageLocale(ctx), failure, status, detail: null }))
}
