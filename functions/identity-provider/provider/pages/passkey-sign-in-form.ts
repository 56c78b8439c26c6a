import { type Html, html } from '../../../../shared/platform/html.ts'
import type { Locale } from '../../../../shared/platform/locale.ts'
import { type FormSecret, hiddenFields } from './forms.ts'
import { messages } from './messages.ts'

/** Signs in with a passkey. Its script shows it where the browser can do that. */
export function passkeySignInForm(facts: FormSecret & { readonly locale: Locale }): Html {
  const { passkeys: says } = messages[facts.locale]
  return html`<form method="post" data-passkey="passkey" data-failure="${says.signInFailure}" hidden>
${hiddenFields(facts, 'passkey')}
<input type="hidden" name="answer">
<p class="notice failure" role="alert" hidden></p>
<button type="submit">${says.signIn}</button>
</form>`
}
