import { type Html, html } from '../../../../shared/platform/html.ts'
import type { Locale } from '../../../../shared/platform/locale.ts'
import { messages } from './messages.ts'
import type { Page } from './page.ts'

/** Why something did not work: an attempt that is over, a request that is wrong, or a failure of ours. */
export type Failure = 'expired' | 'refused' | 'ours'

export interface FailureFacts {
  readonly locale: Locale
  readonly failure: Failure
  readonly status: number
  /** For whoever makes the application, in its protocol's own words. */
  readonly detail: string | null
}

export function failurePage({ locale, failure, status, detail }: FailureFacts): Page {
  const says = messages[locale].failure
  const content = html`<h1>${says.title}</h1>
<p>${says[failure]} ${says.goBack}</p>
${detail && html`<p class="quiet" lang="en">${detail}</p>`}`
  return { locale, title: says.title, content, status }
}

/** `form` is the provider's own, and carries what it asks for. */
export function signOutPage(locale: Locale, form: Html, leadsTo: string | undefined): Page {
  const { signOut } = messages[locale]
  const content = html`<h1>${signOut.title}</h1>
<p>${signOut.question}</p>
${form}
<div class="actions">
<button type="submit" class="primary" form="op.logoutForm" name="logout" value="yes" autofocus>${signOut.confirm}</button>
<button type="submit" form="op.logoutForm">${signOut.stay}</button>
</div>`
  return { locale, title: signOut.title, content, leadsTo }
}

export function signedOutPage(locale: Locale): Page {
  const { signOut } = messages[locale]
  const content = html`<h1>${signOut.done}</h1>\n<p>${signOut.canClose}</p>`
  return { locale, title: signOut.done, content }
}
