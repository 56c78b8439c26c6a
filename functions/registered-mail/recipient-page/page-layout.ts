import {
  type AllowedSources,
  contentSecurityPolicy,
  inlineSource,
} from '../../../shared/http/content-security-policy.ts'
import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { type Html, html, verbatim } from '../../../shared/platform/html.ts'
import type { Locale } from '../../../shared/platform/locale.ts'

const style = `
:root { color-scheme: light dark; --ground: #f4f5f7; --panel: #fff; --line: #c9cfd8; --text: #1b2330; --quiet: #535e6e; --accent: #1a4fbf; --on-accent: #fff; --danger: #a8231a; --notice: #fdf1d6; --on-notice: #5a3d00; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161d; --panel: #1a202a; --line: #333d4b; --text: #e6eaf1; --quiet: #a6b1c2; --accent: #8db4ff; --on-accent: #0b1a36; --danger: #ff9d94; --notice: #3a2f14; --on-notice: #f6dfae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .5rem 1rem; background: var(--panel); border-bottom: 1px solid var(--line); }
header p { margin: 0; flex: 1; font-weight: 650; }
header a { padding: .6rem; }
.test { flex: 0 0 100%; padding: .25rem .5rem; font-weight: 400; font-size: .9rem; background: var(--notice); color: var(--on-notice); }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
section { margin: 1.25rem 0; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; }
section h2 { margin-top: 0; }
.quiet { color: var(--quiet); }
.alert { padding: .75rem 1rem; border-radius: .5rem; background: var(--notice); color: var(--on-notice); }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input[type=text], textarea { width: 100%; max-width: 24rem; font: inherit; padding: .6rem .7rem; color: var(--text); background: var(--panel); border: 1px solid var(--quiet); border-radius: .4rem; }
input.code { max-width: 12rem; font-size: 1.25rem; letter-spacing: .15em; }
.check { display: flex; gap: .6rem; align-items: start; font-weight: 400; margin: .75rem 0; }
.check input { width: 1.4rem; height: 1.4rem; flex: none; }
button { font: inherit; font-weight: 600; min-height: 3rem; margin: .75rem .5rem 0 0; padding: .6rem 1.2rem; border: 1px solid var(--accent); border-radius: .4rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
button.danger { background: transparent; border-color: var(--danger); color: var(--danger); }
:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
dl { margin: 0; } dt { color: var(--quiet); font-size: .9rem; } dd { margin: 0 0 .6rem; }
code { font-size: .85rem; }
.letter { overflow-x: auto; }
.letter h1 { font-size: 1.35rem; } .letter h2 { font-size: 1.2rem; margin-top: 1rem; } .letter h3 { font-size: 1.05rem; }
.letter ul, .letter ol { padding: 0 1.8rem; }
.letter table { border-collapse: collapse; } .letter td, .letter th { border: 1px solid var(--line); padding: .3rem .5rem; vertical-align: top; }
.files { padding-left: 1.2rem; } .files li { margin-bottom: .5rem; }
`

const sources: AllowedSources = { 'style-src': [inlineSource(style)], 'form-action': ["'self'"] }

/** The page runs nothing, loads nothing, and its forms come back to where it stands. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(sources),
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
}

/** A page of ours. */
export interface PageContent {
  readonly locale: Locale
  readonly title: string
  /** The line at the top. */
  readonly brand: string
  /** What to call the other language; its link asks for the same page. */
  readonly otherLanguage: string
  /** Null on pages of live organizations. */
  readonly testBanner: string | null
  readonly main: Html
}

/** Under `no-referrer`, the policy of the headers, a browser hides the origin of a form even from the form's own site. */
export function htmlPage<const Status extends number>(status: Status, content: PageContent): Reply<Status, BinaryBody> {
  const { locale, title, brand, otherLanguage, testBanner, main } = content
  const other = locale === 'en' ? 'fr' : 'en'
  const { markup } = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="same-origin">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
<header>
<p>${brand}</p>
<a href="?locale=${other}" lang="${other}" hreflang="${other}">${otherLanguage}</a>
${testBanner === null ? null : html`<p class="test">${testBanner}</p>`}
</header>
<main>
${main}
</main>
</body>
</html>
`
  return reply(status, { stream: markup, contentType: 'text/html; charset=utf-8' }, pageHeaders)
}

/** The answer to a form that was taken: the browser asks for the page anew, so that reloading sends nothing again. */
export function backToPage(location: string): Reply<303, null> {
  return reply(303, null, { Location: location, 'Cache-Control': 'no-store' })
}
