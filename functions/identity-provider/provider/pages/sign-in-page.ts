import { html } from '../../../../shared/platform/html.ts'
import type { Locale } from '../../../../shared/platform/locale.ts'
import { applicationBlock, type ShownApplication } from './application.ts'
import { alert, buttonForm, described, type FormSecret, hiddenFields } from './forms.ts'
import { messages } from './messages.ts'
import type { Page } from './page.ts'
import { passkeySignInForm } from './passkey-sign-in-form.ts'

/** What both pages of signing in know. */
export interface SignInFacts extends FormSecret {
  readonly locale: Locale
  readonly application: ShownApplication
  /** Where the application gets its answer. */
  readonly leadsTo: string
  /** What stood in the way of what was sent last; null: nothing. */
  readonly obstacle: string | null
  /** The script that asks for a passkey; null: passkeys are not offered. */
  readonly script: string | null
  readonly status?: number
}

/** Asks for the address. */
export function emailPage(facts: SignInFacts, email: string): Page {
  const { locale, application, obstacle } = facts
  const { signIn } = messages[locale]
  const content = html`<h1>${signIn.title}</h1>
${applicationBlock(facts, signIn.toContinue(application.name))}
${alert(obstacle)}
<form method="post">
${hiddenFields(facts, 'send')}
<label for="email">${signIn.email}</label>
<p class="quiet" id="hint">${signIn.emailHint}</p>
<input type="email" id="email" name="email" value="${email}" autocomplete="email" required maxlength="254" autofocus${described(obstacle) ?? html` aria-describedby="hint"`}>
<button type="submit" class="primary">${signIn.send}</button>
</form>
${facts.script && passkeySignInForm(facts)}
${buttonForm(facts, 'cancel', signIn.cancel(application.name))}`
  return { ...pageOf(facts, signIn.title, content), script: facts.script }
}

/** Asks for the code. It looks the same whether one was sent or not. */
export function codePage(facts: SignInFacts, email: string): Page {
  const { locale, application, obstacle } = facts
  const { signIn } = messages[locale]
  const content = html`<h1>${signIn.enterCode}</h1>
<p id="sent">${signIn.onItsWay(email)}</p>
${alert(obstacle)}
<form method="post">
${hiddenFields(facts, 'enter')}
<label for="code">${signIn.code}</label>
<input class="code" type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="40" autofocus${described(obstacle)}>
<button type="submit" class="primary">${signIn.enter}</button>
</form>
<div class="actions">
${buttonForm(facts, 'again', signIn.sendAgain)}
${buttonForm(facts, 'restart', signIn.otherEmail)}
</div>
${buttonForm(facts, 'cancel', signIn.cancel(application.name))}`
  return pageOf(facts, signIn.enterCode, content)
}

function pageOf(
  { locale, leadsTo, application, status = 200 }: SignInFacts,
  title: string,
  content: Page['content'],
): Page {
  return { locale, title, content, status, leadsTo, picture: application.logoUrl ?? undefined }
}
