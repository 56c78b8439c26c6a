import { contentSecurityPolicy, inlineSource } from '../../../shared/http/content-security-policy.ts'
import { secretField } from '../../../shared/http/own-form.ts'
import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { html, verbatim } from '../../../shared/platform/html.ts'
import { type Locale, localeOf } from '../../../shared/platform/locale.ts'
import { messages } from './invitation-messages.ts'

const style = `
:root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { max-width: 32rem; padding: 2rem 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
p { overflow-wrap: anywhere; }
button { font: inherit; font-weight: 600; padding: .7rem 1.2rem; border: 0; border-radius: .4rem; background: #1d4ed8; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
`

/** The page runs nothing, loads nothing, and its form comes back to where it stands. */
const policy = contentSecurityPolicy({ 'style-src': [inlineSource(style)], 'form-action': ["'self'"] })

/** An invitation that can be accepted, with the secret that its form sends back. */
interface Open {
  readonly state: 'open'
  readonly place: string
  readonly email: string
  readonly secret: string
  readonly locale: string
}

/** What the page shows: an invitation that can be accepted, one that just was or was before, or that there is none. */
export type Shown =
  | Open
  | { readonly state: 'joined'; readonly place: string; readonly locale: string }
  | { readonly state: 'accepted'; readonly place: string; readonly locale: string }
  | { readonly state: 'gone'; readonly locale: string }

/** Under `no-referrer`, the policy of the headers, a browser hides the origin of a form even from the form's own site. */
export function invitationPage(shown: Shown): Reply<200, BinaryBody> {
  const locale = localeOf(shown.locale)
  const { markup } = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>${messages[locale].title}</title>
<style>${verbatim(style)}</style>
</head>
<body>
<main>
${pageContent(shown, locale)}
</main>
</body>
</html>
`
  const headers = { 'Content-Security-Policy': policy }
  return reply(200, { stream: markup, contentType: 'text/html; charset=utf-8' }, headers)
}

function pageContent(shown: Shown, locale: Locale) {
  const says = messages[locale]
  if (shown.state === 'gone') return html`<h1>${says.notUsable}</h1>\n<p>${says.askAgain}</p>`
  if (shown.state === 'accepted') return html`<h1>${says.accepted(shown.place)}</h1>\n<p>${says.nothingLeft}</p>`
  if (shown.state === 'joined') return html`<h1>${says.joined(shown.place)}</h1>\n<p>${says.canClose}</p>`
  return html`<h1>${says.invited(shown.place)}</h1>
<p>${says.byAccepting(shown.email)}</p>
<form method="post"><input type="hidden" name="${secretField}" value="${shown.secret}"><button type="submit">${says.accept}</button></form>`
}
