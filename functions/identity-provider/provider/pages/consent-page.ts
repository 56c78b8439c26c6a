import type { DelegatedScope } from '../../../../shared/auth/permissions.ts'
import { scopeMessage } from '../../../../shared/auth/scope-messages.ts'
import type { Brand } from '../../../../shared/pages/brand.ts'
import { type Html, html } from '../../../../shared/platform/html.ts'
import type { Locale } from '../../../../shared/platform/locale.ts'
import { applicationBlock, type ShownApplication } from './application.ts'
import { alert, buttonForm, type FormSecret, hiddenFields } from './forms.ts'
import { messages } from './messages.ts'
import type { Page } from './page.ts'

/** For whom the application would act, and where. */
export interface Choice {
  readonly orgId: string
  readonly orgName: string
  readonly onBehalfOf: 'self' | 'organization'
}

export interface ConsentFacts extends FormSecret {
  readonly locale: Locale
  readonly application: ShownApplication
  readonly leadsTo: string
  readonly email: string
  /** The organization that is asked about; the service, where there are several. */
  readonly brand: Brand
  /** Where somebody else can sign in. */
  readonly otherPersonUrl: string
}

export interface ConsentQuestion {
  readonly scopes: readonly DelegatedScope[]
  readonly isOffline: boolean
  readonly choices: readonly Choice[]
  /** Nothing was chosen. */
  readonly isIncomplete: boolean
}

/** Asks whether an application may act for somebody. */
export function consentPage(facts: ConsentFacts, asked: ConsentQuestion): Page {
  const { locale, application } = facts
  const { consent, obstacles } = messages[locale]
  const abilities = [
    consent.identity,
    ...asked.scopes.map((scope) => scopeMessage(scope, locale)),
    ...(asked.isOffline ? [consent.offline] : []),
  ]
  const title = consent.title(application.name)
  const content = html`<h1>${title}</h1>
${applicationBlock(facts, consent.asks(application.name))}
<p id="abilities">${consent.willBeAbleTo}</p>
<ul aria-labelledby="abilities">
${abilities.map((ability) => html`<li>${ability}</li>\n`)}
</ul>
<p>${consent.withinYourRights} ${consent.takeBack}</p>
${alert(asked.isIncomplete ? obstacles.choose : null)}
<form method="post" id="allowing">
${hiddenFields(facts, 'allow')}
${choicesOf(facts, asked)}
</form>
<div class="actions">
<button type="submit" class="primary" form="allowing">${consent.allow}</button>
${buttonForm(facts, 'cancel', consent.deny)}
</div>
${whoIsSignedIn(facts)}`
  const status = asked.isIncomplete ? 422 : 200
  return { ...pageOf(facts, title, content), status }
}

function pageOf({ locale, application, leadsTo, brand }: ConsentFacts, title: string, content: Html): Page {
  return { locale, title, content, leadsTo, brand, picture: application.logoUrl ?? undefined }
}

export function choiceValue({ orgId, onBehalfOf }: Pick<Choice, 'orgId' | 'onBehalfOf'>): string {
  return `${onBehalfOf}/${orgId}`
}

/** A single possibility is told, several are chosen from. */
function choicesOf({ locale }: ConsentFacts, { choices, isIncomplete }: ConsentQuestion) {
  const { consent } = messages[locale]
  const told = ({ onBehalfOf, orgName }: Choice) =>
    onBehalfOf === 'self' ? consent.forYou(orgName) : consent.forAll(orgName)
  const [only, ...others] = choices
  if (only && others.length === 0)
    return html`<p>${told(only)}</p><input type="hidden" name="choice" value="${choiceValue(only)}">`
  return html`<fieldset${isIncomplete && html` aria-describedby="obstacle"`}>
<legend>${consent.forWhom}</legend>
${choices.map(
  (choice) =>
    html`<label class="choice"><input type="radio" name="choice" value="${choiceValue(choice)}" required> <span>${told(choice)}</span></label>\n`,
)}
</fieldset>`
}

/** Tells that an administrator of the organization has to approve first. `isInForce`: the application may do something already. */
export function waitingPage(
  facts: ConsentFacts,
  { orgName, isInForce }: { readonly orgName: string; readonly isInForce: boolean },
): Page {
  const { locale, application } = facts
  const { waiting } = messages[locale]
  const content = html`<h1>${waiting.title}</h1>
<p>${waiting.explanation(application.name, orgName)}</p>
${isInForce && html`<p>${waiting.meanwhile(application.name)}</p>`}
<p>${waiting.afterwards}</p>
${buttonForm(facts, 'wait', waiting.back(application.name))}
${whoIsSignedIn(facts)}`
  return pageOf(facts, waiting.title, content)
}

/** Tells somebody who belongs to no organization, or not to the one that is asked about. */
export function nowherePage(facts: ConsentFacts): Page {
  const { locale, application, email } = facts
  const { nowhere, waiting } = messages[locale]
  const content = html`<h1>${nowhere.title}</h1>
<p>${nowhere.explanation(email)}</p>
${buttonForm(facts, 'cancel', waiting.back(application.name))}
${whoIsSignedIn(facts)}`
  return pageOf(facts, nowhere.title, content)
}

function whoIsSignedIn({ locale, email, otherPersonUrl }: ConsentFacts) {
  const { signIn } = messages[locale]
  return html`<p class="quiet">${signIn.signedInAs(email)} <a href="${otherPersonUrl}">${signIn.otherPerson}</a></p>`
}
