import type { Context } from 'koa'
import { contentSecurityPolicy, inlineSource } from '../../../../shared/http/content-security-policy.ts'
import { type Html, html, verbatim } from '../../../../shared/platform/html.ts'
import { type Locale, localeOf } from '../../../../shared/platform/locale.ts'

const style = `
:root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif; --link: #1d4ed8; --quiet: #4b5563; --error: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --link: #93c5fd; --quiet: #b4bcc8; --error: #fca5a5; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { width: 100%; max-width: 32rem; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 1rem; }
h1, p, li, label, button { overflow-wrap: anywhere; }
img { display: block; width: 4rem; height: 4rem; object-fit: contain; margin: 0 0 1rem; }
ul { padding-left: 1.25rem; }
form { margin: 0 0 1rem; }
label, legend { display: block; padding: 0; font-weight: 600; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
.choice { display: flex; gap: .6rem; align-items: baseline; font-weight: 400; padding: .35rem 0; }
.field { width: 100%; font: inherit; padding: .6rem .75rem; margin: .25rem 0 .75rem; border: 1px solid #6b7280; border-radius: .4rem; }
.code { letter-spacing: .3em; }
button { font: inherit; font-weight: 600; padding: .7rem 1.2rem; border: 1px solid transparent; border-radius: .4rem; background: #1d4ed8; color: #fff; cursor: pointer; }
.other { background: transparent; color: var(--link); border-color: currentcolor; }
.beside { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1rem; }
.beside form { margin: 0; }
.quiet { color: var(--quiet); font-size: .95rem; }
.error { color: var(--error); font-weight: 600; }
a { color: var(--link); }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px; }
`
const styleSource = inlineSource(style)

/** A page that runs no script and loads nothing but, where it has one, an application's picture. */
export interface Page {
  readonly locale: Locale
  readonly title: string
  readonly content: Html
  readonly status?: number
  /** Where its forms end up besides here: browsers hold a form to the whole way that its answer leads. */
  readonly leadsTo?: string | undefined
  readonly picture?: string | undefined
}

/** Answers with a page, and all that keeps it to itself. */
export function show(ctx: Context, page: Page): void {
  const { locale, title, content, status = 200 } = page
  ctx.status = status
  ctx.set(pageHeaders(policyOf(page)))
  ctx.type = 'html'
  ctx.body = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} – Sealpost</title>
<link rel="icon" href="data:,">
<style>${verbatim(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup
}

function policyOf({ leadsTo, picture }: Page): string {
  return contentSecurityPolicy({
    'style-src': [styleSource],
    'img-src': ['data:', ...sourcesOf(picture)],
    'form-action': ["'self'", ...sourcesOf(leadsTo)],
  })
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
