import type { Middleware } from 'koa'
import { usualScopes } from '../oauth/scopes.ts'
import { consentStartPath, endpoints } from './served-endpoints.ts'
import { seeOther } from './turn.ts'

/**
 * Where an application sends somebody who is to let it act for them: it names what it is and what it asks for, and the rest of a
 * request for authorization is added here.
 */
export function serveConsentStart(issuer: string, audienceScope: string): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== consentStartPath || ctx.method !== 'GET') return await next()
    const asked = new URLSearchParams(ctx.querystring)
    const scopes = [...asked.getAll('scope').join(' ').split(' '), ...usualScopes(audienceScope)].filter(Boolean)
    asked.set('scope', [...new Set(scopes)].join(' '))
    asked.set('response_type', 'code')
    seeOther(ctx, `${issuer}${endpoints.authorization}?${asked}`)
  }
}
