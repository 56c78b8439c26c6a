import type { Context } from 'koa'
import { contentSecurityPolicy } from '../../../../shared/http/content-security-policy.ts'
import { type Brand, plainBrand } from '../../../../shared/pages/brand.ts'
import { serverPage } from '../../../../shared/pages/server-page.ts'
import { type Html, html } from '../../../../shared/platform/html.ts'
import { type Locale, localeOf } from '../../../../shared/platform/locale.ts'

/** A page that loads nothing but, where it has them, an application's picture and a script of ours. */
export interface Page {
  readonly locale: Locale
  readonly title: string
  readonly content: Html
  readonly status?: number
  /** Where its forms end up besides here: browsers hold a form to the whole way that its answer leads. */
  readonly leadsTo?: string | undefined
  readonly picture?: string | undefined
  /** The address of its script. */
  readonly script?: string | null
  /** The organization that the page is about; the service speaks where none is known. */
  readonly brand?: Brand
}

/** Answers with a page, and all that keeps it to itself. */
export function show(ctx: Context, page: Page): void {
  const { locale, title, content, status = 200, brand = plainBrand(), leadsTo, picture, script = null } = page
  const { markup, contentSecurityPolicy } = serverPage({
    locale,
    title,
    baseUrl: `${ctx.origin}${ctx.mountPath ?? ''}`,
    brand,
    main: html`<div class="card">\n${content}\n</div>`,
    isNarrow: true,
    script,
    // The style holds its fonts: nothing else is served by this gateway.
    sources: {
      'font-src': ['data:'],
      'img-src': sourcesOf(picture),
      'form-action': ["'self'", ...sourcesOf(leadsTo)],
      ...(script && { 'script-src': [script], 'connect-src': ["'self'"] }),
    },
  })
  ctx.status = status
  ctx.set(pageHeaders(contentSecurityPolicy))
  ctx.type = 'html'
  ctx.body = markup
}

/** For the form that the provider submits with its own script. It adds the hash of the script to the empty `script-src`. */
export function policyOfOwnForm(leadsTo: string | undefined): string {
  return `${contentSecurityPolicy({ 'form-action': ["'self'", ...sourcesOf(leadsTo)] })}; script-src`
}

export function pageHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'X-Robots-Tag': 'noindex, nofollow',
  }
}

/** The origin of an address, or its scheme if it has no origin. */
function sourcesOf(address: string | undefined): string[] {
  const url = address === undefined ? null : URL.parse(address)
  if (!url) return []
  return [url.origin === 'null' ? url.protocol : url.origin]
}

/** The language of a page: the application's choice, or else the browser's. */
export function pageLocale(ctx: Pick<Context, 'get'>, uiLocales?: unknown): Locale {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  const preferred = ctx
    .get('accept-language')
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '')
  return localeOf(...asked, ...preferred)
}
