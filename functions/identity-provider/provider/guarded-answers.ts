import type { Middleware } from 'koa'
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
 * Answers what failed after the provider had decided on its answer, such as the keeping of a session: nothing of that answer
 * is told.
 */
export function answerFailures(logError: (error: unknown) => void): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      logError(error)
      for (const name of Object.keys(ctx.response.headers)) ctx.remove(name)
      if (ctx.accepts('json', 'html') === 'html')
        return show(ctx, failurePage({ locale: pageLocale(ctx), failure: 'ours', status: 500, detail: null }))
      ctx.status = 500
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { error: 'server_error', error_description: 'something went wrong on our side' }
    }
  }
}

/** Codes are answered in the query of the address alone: the provider would even tell in the other ways that they are not served. */
export const refuseOtherModes: Middleware = async (ctx, next) => {
  const { response_mode: mode } = ctx.query
  if (ctx.path !== endpoints.authorization || mode === undefined || mode === 'query') return await next()
  const detail = 'unsupported_response_mode: response_mode must be query'
  show(ctx, failurePage({ locale: pageLocale(ctx), failure: 'refused', status: 400, detail }))
}
