import { type Html, html } from '../../../../shared/platform/html.ts'
import { dateInWords, type Locale } from '../../../../shared/platform/locale.ts'
import { type Passkey, passkeyLimits } from '../../passkeys/passkey.ts'
import { alert, buttonForm, described, type FormSecret, hiddenFields } from './forms.ts'
import { messages } from './messages.ts'
import type { Page } from './page.ts'
import { passkeyMessages } from './passkey-messages.ts'

export interface PasskeysFacts extends FormSecret {
  readonly locale: Locale
  readonly leadsTo: string
  readonly email: string
  /** Null: passkeys are not offered. */
  readonly script: string | null
  readonly obstacle: string | null
}

/** The passkeys of a person. */
export function passkeysPage(facts: PasskeysFacts, passkeys: readonly Passkey[]): Page {
  const { locale, leadsTo, email, obstacle, script } = facts
  const says = passkeyMessages[locale]
  const content = html`<h1>${says.title}</h1>
<p class="quiet">${messages[locale].signIn.signedInAs(email)}</p>
<p>${says.explanation}</p>
${alert(obstacle)}
${passkeys.length === 0 ? html`<p>${says.none}</p>` : html`<ul>${passkeys.map((passkey) => listed(facts, passkey))}</ul>`}
${passkeys.length < passkeyLimits.perPerson ? addingForm(facts) : html`<p>${says.tooManyOfOne(passkeyLimits.perPerson)}</p>`}
${buttonForm(facts, 'done', says.done)}`
  const status = obstacle === null ? 200 : 422
  return { locale, title: says.title, content, leadsTo, status, script }
}

function listed(facts: PasskeysFacts, { id, name, createdAt, lastUsedAt }: Passkey): Html {
  const { locale } = facts
  const says = passkeyMessages[locale]
  const used = lastUsedAt === null ? says.neverUsed : says.lastUsed(dateInWords(lastUsedAt, locale))
  return html`<li>
<p><strong>${name}</strong><br>
<span class="quiet">${says.added(dateInWords(createdAt, locale))} ${used}</span></p>
<form method="post">
${hiddenFields(facts, 'remove')}
<input type="hidden" name="passkey" value="${id}">
<button type="submit" aria-label="${says.removeNamed(name)}">${says.remove}</button>
</form>
</li>
`
}

function addingForm(facts: PasskeysFacts): Html {
  const says = passkeyMessages[facts.locale]
  return html`<h2>${says.addTitle}</h2>
<p data-without-passkeys>${says.unsupported}</p>
<form method="post" data-passkey="add" data-failure="${says.failure}" data-known="${says.known}" hidden>
${hiddenFields(facts, 'add')}
<input type="hidden" name="answer">
<label for="name">${says.name}</label>
<p class="quiet" id="hint">${says.nameHint}</p>
<input type="text" id="name" name="name" required maxlength="${passkeyLimits.longestName}" autocomplete="off"${described(facts.obstacle) ?? html` aria-describedby="hint"`}>
<p class="notice failure" role="alert" hidden></p>
<button type="submit" class="primary">${says.add}</button>
</form>`
}
