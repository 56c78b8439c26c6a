import { secretField } from '../../../shared/http/own-form.ts'
import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { type Brand, plainBrand } from '../../../shared/pages/brand.ts'
import { serverPage } from '../../../shared/pages/server-page.ts'
import { html } from '../../../shared/platform/html.ts'
import { type Locale, localeOf } from '../../../shared/platform/locale.ts'
import { messages } from './invitation-messages.ts'

/** Where somebody is invited to, by whom and as what. */
export interface Place {
  readonly place: string
  readonly brand: Brand
  /** Who invites: `Jane Doe`; null where a program does. */
  readonly inviter: string | null
  /** As it is read in a sentence: `an administrator`. */
  readonly role: string
  readonly locale: string
}

/** What the page shows: an invitation that can be accepted, one that just was or was before, or that there is none. */
export type Shown =
  | (Place & { readonly state: 'open'; readonly email: string; readonly secret: string })
  | (Place & { readonly state: 'joined' })
  | (Place & { readonly state: 'accepted' })
  | { readonly state: 'gone'; readonly locale: string }

/** Under `no-referrer`, the policy of the headers, a browser hides the origin of a form even from the form's own site. */
export function invitationPage(shown: Shown, baseUrl: string): Reply<200, BinaryBody> {
  const locale = localeOf(shown.locale)
  const { markup, contentSecurityPolicy } = serverPage({
    locale,
    title: messages[locale].title,
    baseUrl,
    brand: shown.state === 'gone' ? plainBrand() : shown.brand,
    main: html`<div class="card">\n${pageContent(shown, locale, baseUrl)}\n</div>`,
    isNarrow: true,
    referrer: 'same-origin',
    sources: { 'form-action': ["'self'"] },
  })
  const headers = { 'Content-Security-Policy': contentSecurityPolicy }
  return reply(200, { stream: markup, contentType: 'text/html; charset=utf-8' }, headers)
}

function pageContent(shown: Shown, locale: Locale, baseUrl: string) {
  const says = messages[locale]
  if (shown.state === 'gone') return html`<h1>${says.notUsable}</h1>\n<p>${says.askAgain}</p>`
  const toConsole = html`<p class="actions"><a class="button primary" href="${baseUrl}/console">${says.openConsole}</a></p>`
  if (shown.state === 'accepted')
    return html`<h1>${says.accepted(shown.place)}</h1>\n<p>${says.canSignIn}</p>\n${toConsole}`
  if (shown.state === 'joined') return html`<h1>${says.joined(shown.place)}</h1>\n<p>${says.canStart}</p>\n${toConsole}`
  return html`<h1>${says.invited(shown.place)}</h1>
<p>${says.invites(shown.inviter, shown.place, shown.role)}</p>
<p>${says.byAccepting(shown.email)}</p>
<form method="post" class="actions"><input type="hidden" name="${secretField}" value="${shown.secret}"><button type="submit" class="primary">${says.accept}</button></form>`
}
