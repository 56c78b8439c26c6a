import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'
import { contentSecurityPolicy } from '../../../shared/http/content-security-policy.ts'
import { pageHeaders } from './pages/page.ts'
import { scriptPathOf } from './served-endpoints.ts'

/** The script of pages that ask for a passkey. Its address changes with its text. */
export interface PageScript {
  readonly path: string
  readonly text: string
}

let kept: PageScript | undefined

/** Read from where it was written when the function was bundled. */
export function passkeyScript(): PageScript {
  kept ??= read()
  return kept
}

function read(): PageScript {
  const text = readFileSync(new URL('./page/passkeys.js', import.meta.url), 'utf8')
  return { text, path: scriptPathOf(hash('sha256', text, 'hex').slice(0, 16)) }
}

export const servePasskeyScript: Middleware = async (ctx, next) => {
  const { path, text } = passkeyScript()
  if (ctx.path !== path) return await next()
  ctx.set({ ...pageHeaders(contentSecurityPolicy({})), 'Cache-Control': 'public, max-age=31536000, immutable' })
  ctx.type = 'text/javascript'
  ctx.body = text
}
