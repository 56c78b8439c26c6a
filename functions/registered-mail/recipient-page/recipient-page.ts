import { formSecretOf, secretField } from '../../../shared/http/own-form.ts'
import { pageAddress } from '../../../shared/pages/page-locale.ts'
import { logosAt } from '../../../shared/pages/stored-brand.ts'
import type { CodeObstacle } from '../../../shared/personal-links/code-proof.ts'
import { type Html, html, verbatim } from '../../../shared/platform/html.ts'
import { type ReaderLocale, regionOf } from '../../../shared/platform/locale.ts'
import { pdfFileName } from '../model/file-name.ts'
import { nameOf } from '../model/people.ts'
import { actionForm, codeForm } from './code-form.ts'
import { withDirections } from './letter.ts'
import { htmlPage } from './page-layout.ts'
import { isProved, mayRead, type RecipientGrant, stateAt } from './recipient-grant.ts'
import type { PageTexts } from './texts/en.ts'
import { pageTexts } from './texts/page-texts.ts'

type RecipientTexts = PageTexts['recipient']

interface Shown {
  readonly grant: RecipientGrant | null
  readonly token: string
  readonly locale: ReaderLocale
  readonly baseUrl: string
  readonly sessionSha256: string
  readonly obstacle: CodeObstacle | null
  readonly nowMs: number
  /** Why a choice was not noted: its browser has to prove the mailbox again, or the box that a refusal needs was not ticked. */
  readonly unnoted?: { readonly because: 'lapsed' | 'unticked'; readonly reason: string | null }
  /** The letter, for a browser that may read it. */
  readonly letter: string | null
}

type ShownMail = Shown & { readonly grant: RecipientGrant; readonly says: RecipientTexts }

/** The page of a recipient. It says who the sender is only after the mail was accepted. */
export function recipientPage<const Status extends number>(status: Status, shown: Shown) {
  const { grant, locale, baseUrl } = shown
  const says = pageTexts[locale].recipient
  return htmlPage(status, {
    locale,
    baseUrl,
    title: titleOf(shown, says),
    brand: grant && isSenderShown(shown, grant) ? grant.brandAt(logosAt(baseUrl)) : null,
    testBanner: grant && !grant.mail.livemode ? says.testBanner : null,
    main: grant ? mainOf({ ...shown, grant, says }) : html`<h1>${says.goneHeading}</h1>\n<p>${says.gone}</p>`,
  })
}

/** Only who has accepted, and has proved it in this browser, learns who sent the mail: before that the service speaks. */
function isSenderShown({ sessionSha256, nowMs }: Shown, grant: RecipientGrant): boolean {
  return mayRead(grant, sessionSha256, nowMs)
}

function titleOf({ grant, nowMs }: Shown, says: RecipientTexts): string {
  if (!grant) return says.goneHeading
  const titles = {
    open: says.heading,
    delivered: says.deliveredHeading,
    refused: says.refusedHeading,
    expired: says.expiredHeading,
    undelivered: says.goneHeading,
  }
  return titles[stateAt(grant, nowMs)]
}

function mainOf(shown: ShownMail): Html {
  const { grant, locale, says, nowMs, sessionSha256 } = shown
  const { endedAt, acceptanceDeadline } = grant.item
  switch (stateAt(grant, nowMs)) {
    case 'open':
      return openMain(shown)
    case 'refused':
      return html`<h1>${says.refusedHeading}</h1>\n<p>${says.refused(timeOf(endedAt, locale))}</p>\n${facts(shown)}`
    case 'expired':
      return html`<h1>${says.expiredHeading}</h1>\n<p>${says.expired(timeOf(acceptanceDeadline, locale))}</p>`
    case 'undelivered':
      return html`<h1>${says.goneHeading}</h1>\n<p>${says.gone}</p>`
    case 'delivered': {
      const heading = html`<h1>${says.deliveredHeading}</h1>\n<p>${says.delivered(timeOf(endedAt, locale))}</p>`
      if (isProved(grant, sessionSha256, nowMs)) return html`${heading}\n${deliveredMain(shown)}`
      return html`${heading}\n<p>${says.readAgain}</p>\n${codes(shown)}`
    }
  }
}

function openMain(shown: ShownMail): Html {
  const { grant, says, nowMs, sessionSha256, unnoted } = shown
  return html`<h1>${says.heading}</h1>
${unnoted?.because === 'lapsed' && html`<p class="notice warning" role="alert">${says.choiceLapsed}</p>\n${unnoted.reason !== null && html`<p>${says.refuseReason}</p>\n<blockquote>${unnoted.reason}</blockquote>`}`}
<p>${says.intro(nameOf(grant.item))} ${says.senderHidden}</p>
${facts(shown)}
${isProved(grant, sessionSha256, nowMs) ? choice(shown) : codes(shown)}
<p class="quiet">${says.qualification}</p>`
}

function facts({ grant, locale, says, nowMs }: ShownMail): Html {
  const { id, notifiedAt, acceptanceDeadline: until } = grant.item
  const acceptanceDeadline = stateAt(grant, nowMs) === 'open' ? until : null
  return html`<dl>
<dt>${says.number}</dt>
<dd>${id}</dd>
${notifiedAt && html`<dt>${says.notified}</dt>\n<dd><time datetime="${notifiedAt}">${timeOf(notifiedAt, locale)}</time></dd>`}
${acceptanceDeadline && html`<dt>${says.deadline}</dt>\n<dd><time datetime="${acceptanceDeadline}">${timeOf(acceptanceDeadline, locale)}</time></dd>`}
</dl>`
}

function codes({ grant, token, locale, obstacle, nowMs }: ShownMail): Html {
  const { progress, codesOfRecipient, item } = grant
  const secret = formSecretOf('registered mail', token)
  return codeForm(locale, { code: progress.code, codesOfRecipient, email: item.email, secret, obstacle, nowMs })
}

function choice({ grant: { item }, token, locale, says, unnoted }: ShownMail): Html {
  const isUnticked = unnoted?.because === 'unticked'
  const secret = formSecretOf('registered mail', token)
  const { acceptanceDeadline } = item
  return html`<section>
<h2>${says.choiceHeading}</h2>
<p>${says.acceptMeans}</p>
${acceptanceDeadline && html`<p>${says.nothingMeans(timeOf(acceptanceDeadline, locale))}</p>`}
${actionForm('accept', says.accept, { secret })}
</section>
<section>
<h2>${says.refuseHeading}</h2>
<p>${says.refuseMeans}</p>
${isUnticked && html`<p class="notice warning" role="alert" id="refuse-alert">${says.refuseUnticked}</p>`}
<form method="post">
<input type="hidden" name="${secretField}" value="${secret}">
<label for="reason">${says.refuseReason}</label>
<textarea id="reason" name="reason" rows="3" maxlength="500">${unnoted?.reason ?? ''}</textarea>
<label class="choice"><input type="checkbox" name="final" value="yes" required${isUnticked ? html` autofocus aria-describedby="refuse-alert"` : null}><span>${says.refuseFinal}</span></label>
<button type="submit" class="refuse" name="action" value="refuse">${says.refuseForGood}</button>
</form>
</section>`
}

function deliveredMain(shown: ShownMail): Html {
  const { grant, token, letter, says } = shown
  const { mail, item } = grant
  const { sender, subject, attachments } = mail
  const reference = item.reference ?? mail.reference
  return html`<dl>
${sender && html`<dt>${says.from}</dt>\n<dd>${senderName(sender)}</dd>\n<dt>${says.email}</dt>\n<dd>${sender.email}</dd>`}
<dt>${says.subject}</dt>
<dd>${subject ?? ''}</dd>
${reference && html`<dt>${says.reference}</dt>\n<dd>${reference}</dd>`}
<dt>${says.number}</dt>
<dd>${item.id}</dd>
</dl>
${letter !== null && html`<section aria-label="${says.letter}"><div class="letter" dir="auto">${verbatim(withDirections(letter))}</div></section>`}
<h2>${says.files}</h2>
<ul class="files">
${fileLine(shown, { path: `${token}/content`, label: says.contentFile, file: item.proofs.content, pending: says.contentPending })}
${attachments.map(({ id, fileName, size, sha256 }) => fileLine(shown, { path: `${token}/attachments/${id}`, label: pdfFileName(fileName), file: { size, sha256 }, pending: '' }))}
${fileLine(shown, { path: `${token}/proof`, label: says.proofFile, file: item.proofs.delivery, pending: says.proofPending })}
</ul>
<p class="quiet">${says.qualification}</p>`
}

/** The person and the company, as the proofs name them. */
function senderName({ company, firstName, lastName }: NonNullable<RecipientGrant['mail']['sender']>): string {
  const person = [firstName, lastName].filter(Boolean).join(' ')
  return [person, company].filter(Boolean).join(', ')
}

interface FileLine {
  readonly path: string
  readonly label: string
  /** Null: it is not there yet. */
  readonly file: { readonly size: number; readonly sha256: string } | null
  readonly pending: string
}

/** Paths are relative to `/r/`: the page does not know below which path it is served. */
function fileLine({ says, token, locale }: ShownMail, { path, label, file, pending }: FileLine): Html {
  // The page may be the answer to a form, which reloading it would send again.
  if (!file) return html`<li><a href="${pageAddress(token, { locale })}">${pending}</a></li>\n`
  const facts = says.fileFacts(sizeInWords(file.size, says.byte, locale), file.sha256)
  return html`<li><a href="${path}" download>${label}</a><br><span class="quiet">${facts}</span></li>\n`
}

function sizeInWords(bytes: number, unit: string, locale: ReaderLocale): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} k${unit}`
  const megabytes = new Intl.NumberFormat(regionOf[locale], { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${megabytes.format(bytes / 1_000_000)} M${unit}`
}

/** In Paris, where the period is counted, and which it names. */
function timeOf(at: string | null, locale: ReaderLocale): string {
  if (at === null) return ''
  const format = new Intl.DateTimeFormat(regionOf[locale], {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  })
  return `${format.format(new Date(at))} (${pageTexts[locale].parisTime})`
}
