import type { Context, Middleware } from 'koa'
import { errors } from 'oidc-provider'
import { pageHeaders, pageLocale, policyOfOwnForm, show } from './pages/page.ts'
import { failurePage } from './pages/plain-pages.ts'
import { endpoints } from './served-endpoints.ts'
import { textOf } from './turn.ts'

/**
 * Guards what the provider itself answers to browsers, as our own pages are guarded: where nobody is signed in who signs out, it
 * is a form that sends itself off.
 */
export const guardAnswers: Middleware = async (ctx, next) => {
  const isToBrowsers = [endpoints.authorization, endpoints.end_session].some((path) => ctx.path.startsWith(path))
  if (isToBrowsers) ctx.set(pageHeaders(policyOfOwnForm(textOf(ctx.query.post_logout_redirect_uri) || undefined)))
  await next()
}

/**
 * Answers a request that failed after the provider had decided on its answer, for example because the session ended before it was
 * saved. The client gets nothing of the decided answer.
 */
export function answerFailures(logError: (error: unknown) => void): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const isExpired = error instanceof errors.SessionNotFound
      if (!isExpired) logError(error)
      for (const name of Object.keys(ctx.response.headers)) ctx.remove(name)
      answerFailure(ctx, isExpired ? expired : ours)
    }
  }
}

const expired = { failure: 'expired', status: 400, error: 'invalid_request', told: 'the session has ended' } as const
const ours = {
  failure: 'ours',
  status: 500,
  error: 'server_error',
  told: 'something went wrong on our side',
} as const

function answerFailure(ctx: Context, { failure, status, error, told }: typeof expired | typeof ours): void {
  if (ctx.accepts('json', 'html') === 'html')
    show(ctx, failurePage({ locale: pageLocale(ctx), failure, status, detail: null }))
  else {
    ctx.status = status
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { error, error_description: told }
  }
}

/** Codes are answered in the query of the address alone: the provider would even tell in the other ways that they are not served. */
export const refuseOtherModes: Middleware = async (ctx, next) => {
  const { response_mode: mode } = ctx.query
  if (ctx.path !== endpoints.authorization || mode === undefined || mode === 'query') return await next()
  const detail = 'unsupported_response_mode: response_mode must be query'
  show(ctx, failurePage({ locale: pageLocale(ctx), failure: 'refused', status: 400, detail }))
}
