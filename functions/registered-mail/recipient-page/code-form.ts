import { secretField } from '../../../shared/http/own-form.ts'
import type { CodeObstacle } from '../../../shared/personal-links/code-proof.ts'
import {
  countedUntilMs,
  lifeOf,
  nextSendingAtMs,
  triesLeft,
  withoutOldFailures,
} from '../../../shared/personal-links/code-proof.ts'
import { type Html, html } from '../../../shared/platform/html.ts'
import { type Locale, regionOf, type Translated } from '../../../shared/platform/locale.ts'
import { maskedEmail } from '../../../shared/platform/masked.ts'
import type { Codes } from './page-code.ts'

interface CodeTexts {
  readonly heading: string
  readonly intro: (email: string) => string
  readonly sent: (email: string, until: string) => string
  readonly send: string
  readonly sendAgain: string
  readonly label: string
  readonly confirm: string
  readonly wait: (time: string) => string
  readonly locked: (time: string) => string
  readonly wrong: (left: number) => string
  readonly mistyped: string
  readonly expired: string
  readonly tooManyWrong: (time: string) => string
  readonly notReceived: string
}

const texts: Translated<CodeTexts> = {
  en: {
    heading: 'Confirm that this is your mailbox',
    intro: (email) => `We send a code of 6 digits to ${email}.`,
    sent: (email, until) => `We sent a code to ${email}. It is valid until ${until}.`,
    send: 'Send me the code',
    sendAgain: 'Send a new code',
    label: 'The 6 digits of the code',
    confirm: 'Confirm',
    wait: (time) => `Too many codes were requested. You can request the next one at ${time}.`,
    locked: (time) => `Too many wrong codes were entered. You can continue at ${time}.`,
    wrong: (left) => `The code is wrong. Enter the latest code. You have ${left} more ${left === 1 ? 'try' : 'tries'}.`,
    mistyped: 'Enter all 6 digits of the code.',
    expired: 'The code has expired. Request a new one.',
    tooManyWrong: (time) => `20 wrong codes were entered for this link. You can request a new code on ${time}.`,
    notReceived: 'No code? Look into your junk folder, too.',
  },
  fr: {
    heading: 'Confirmez qu’il s’agit de votre boîte aux lettres',
    intro: (email) => `Nous envoyons un code de 6 chiffres à ${email}.`,
    sent: (email, until) => `Nous avons envoyé un code à ${email}. Il est valable jusqu’à ${until}.`,
    send: 'Recevoir le code',
    sendAgain: 'Recevoir un nouveau code',
    label: 'Les 6 chiffres du code',
    confirm: 'Confirmer',
    wait: (time) => `Trop de codes ont été demandés. Vous pourrez demander le prochain à ${time}.`,
    locked: (time) => `Trop de codes erronés ont été saisis. Vous pourrez continuer à ${time}.`,
    wrong: (left) =>
      `Le code est erroné. Saisissez le dernier code reçu. Il vous reste ${left} ${left === 1 ? 'essai' : 'essais'}.`,
    mistyped: 'Saisissez les 6 chiffres du code.',
    expired: 'Le code a expiré. Demandez-en un nouveau.',
    tooManyWrong: (time) =>
      `20 codes erronés ont été saisis pour ce lien. Vous pourrez demander un nouveau code le ${time}.`,
    notReceived: 'Rien reçu ? Vérifiez aussi vos messages indésirables.',
  },
}

/** What the form of a code is written from. */
export interface CodeForm extends Codes {
  readonly email: string
  /** The secret of the page's forms. */
  readonly secret: string
  /** What the last entry failed of. */
  readonly obstacle: CodeObstacle | null
  readonly nowMs: number
}

/** The forms by which somebody gets a code and enters it. */
export function codeForm(locale: Locale, form: CodeForm): Html {
  const { code, codesOfRecipient, email, secret, obstacle, nowMs } = form
  const says = texts[locale]
  const to = maskedEmail(email)
  const isOpen = code.expiresAtMs !== null && nowMs < code.expiresAtMs
  const waitUntil = nextSendingAtMs(codesOfRecipient, nowMs)
  const isLocked = codesOfRecipient.lockedUntilMs !== null && nowMs < codesOfRecipient.lockedUntilMs
  const isOver = lifeOf(withoutOldFailures(code, nowMs)) !== null
  const alert = isOver
    ? says.tooManyWrong(dayAndHourOf(countedUntilMs(code), locale))
    : obstacle && obstacleText(locale, form, obstacle)
  const canSend = !isOver && waitUntil <= nowMs
  return html`<section>
<h2>${says.heading}</h2>
${alert && html`<p class="notice warning" role="alert" id="code-alert">${alert}</p>`}
${isOpen && !isOver && !isLocked ? entryForm(says, { to, until: hourOf(code.expiresAtMs ?? 0, locale), secret, isWrong: alert !== null }) : html`<p>${says.intro(to)}</p>`}
${canSend && actionForm('send-code', isOpen ? says.sendAgain : says.send, { secret, isSecond: isOpen, fields: { sending: code.counter + 1 } })}
${!canSend && !isOver && obstacle === null && html`<p class="quiet">${(isLocked ? says.locked : says.wait)(hourOf(waitUntil, locale))}</p>`}
${isOpen && html`<p class="quiet">${says.notReceived}</p>`}
</section>`
}

function entryForm(
  says: CodeTexts,
  {
    to,
    until,
    secret,
    isWrong,
  }: { readonly to: string; readonly until: string; readonly secret: string; readonly isWrong: boolean },
): Html {
  return html`<p>${says.sent(to, until)}</p>
<form method="post">
<input type="hidden" name="${secretField}" value="${secret}">
<label for="code">${says.label}</label>
<input class="code" type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20" autofocus${isWrong ? html` aria-invalid="true" aria-describedby="code-alert"` : null}>
<button type="submit" class="primary" name="action" value="prove-code">${says.confirm}</button>
</form>`
}

interface ActionForm {
  readonly secret: string
  readonly isSecond?: boolean
  readonly fields?: Readonly<Record<string, number>>
}

/** A form of one button. */
export function actionForm(action: string, label: string, { secret, isSecond = false, fields = {} }: ActionForm): Html {
  return html`<form method="post">
<input type="hidden" name="${secretField}" value="${secret}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" name="action" value="${action}"${isSecond ? null : html` class="primary"`}>${label}</button>
</form>`
}

function obstacleText(locale: Locale, { code, codesOfRecipient }: Codes, obstacle: CodeObstacle): string {
  const says = texts[locale]
  switch (obstacle.kind) {
    case 'locked':
      return says.locked(hourOf(obstacle.untilMs, locale))
    case 'too_often':
      return says.wait(hourOf(obstacle.untilMs, locale))
    case 'mistyped':
      return says.mistyped
    case 'no_code':
      return says.expired
    case 'correct_the_signer':
      return says.tooManyWrong(dayAndHourOf(countedUntilMs(code), locale))
    case 'wrong': {
      const { lockedUntilMs } = codesOfRecipient
      return lockedUntilMs === null
        ? says.wrong(triesLeft(codesOfRecipient))
        : says.locked(hourOf(lockedUntilMs, locale))
    }
  }
}

/** In Paris, which it names: a page without a script does not know where it is read. */
function hourOf(atMs: number, locale: Locale): string {
  return inParis(atMs, locale, { timeStyle: 'short' })
}

function dayAndHourOf(atMs: number, locale: Locale): string {
  return inParis(atMs, locale, { dateStyle: 'long', timeStyle: 'short' })
}

function inParis(atMs: number, locale: Locale, style: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { ...style, timeZone: 'Europe/Paris' })
  return `${format.format(new Date(atMs))} (${locale === 'fr' ? 'heure de Paris' : 'Paris time'})`
}
