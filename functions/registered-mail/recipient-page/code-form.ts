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
import { type ReaderLocale, regionOf } from '../../../shared/platform/locale.ts'
import { maskedEmail } from '../../../shared/platform/masked.ts'
import type { Codes } from './page-code.ts'
import type { PageTexts } from './texts/en.ts'
import { pageTexts } from './texts/page-texts.ts'

type CodeTexts = PageTexts['code']

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
export function codeForm(locale: ReaderLocale, form: CodeForm): Html {
  const { code, codesOfRecipient, email, secret, obstacle, nowMs } = form
  const says = pageTexts[locale].code
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

function obstacleText(locale: ReaderLocale, { code, codesOfRecipient }: Codes, obstacle: CodeObstacle): string {
  const says = pageTexts[locale].code
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
function hourOf(atMs: number, locale: ReaderLocale): string {
  return inParis(atMs, locale, { timeStyle: 'short' })
}

function dayAndHourOf(atMs: number, locale: ReaderLocale): string {
  return inParis(atMs, locale, { dateStyle: 'long', timeStyle: 'short' })
}

function inParis(atMs: number, locale: ReaderLocale, style: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], { ...style, timeZone: 'Europe/Paris' })
  return `${format.format(new Date(atMs))} (${pageTexts[locale].parisTime})`
}
