import { type ReaderLocale, readerLocaleOf, regionOf } from '../../../shared/platform/locale.ts'
import { recipientMessages } from './messages/catalog.ts'
import type { RecipientMessages } from './messages/en.ts'

/** One e-mail. Where nobody knows the language of its reader, it says everything in French and in English. */
export interface Says {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** The paragraph that is a code. */
  readonly code?: string
  readonly button?: string
  readonly smallPrint: readonly string[]
}

/** The languages of an e-mail to a recipient: the one that the sender chose, else both. */
export function languagesOf(locale: string | null): readonly ReaderLocale[] {
  return locale === null ? ['fr', 'en'] : [readerLocaleOf(locale)]
}

interface Notice {
  readonly name: string
  /** The end of the period. */
  readonly deadline: string
  readonly languages: readonly ReaderLocale[]
}

type Text = (says: RecipientMessages, locale: ReaderLocale) => string

/** A text in each language, on one line. */
function inAll(languages: readonly ReaderLocale[], text: Text): string {
  return languages.map((locale) => text(recipientMessages[locale], locale)).join(' / ')
}

/** Who sends the mail stays hidden until it is accepted. */
export function noticeMessage(notice: Notice): Says {
  return waitingMessage(notice, {
    subject: ({ noticeSubject }) => noticeSubject,
    heading: ({ noticeHeading }) => noticeHeading,
    what: (says, until) => says.notice(notice.name, until),
  })
}

export function reminderMessage(notice: Notice): Says {
  return waitingMessage(notice, {
    subject: ({ reminderSubject }) => reminderSubject,
    heading: ({ reminderHeading }) => reminderHeading,
    what: (says, until) => says.reminder(notice.name, until),
  })
}

interface Waiting {
  readonly subject: Text
  readonly heading: Text
  readonly what: (says: RecipientMessages, until: string) => string
}

function waitingMessage({ deadline, languages }: Notice, { subject, heading, what }: Waiting): Says {
  return {
    subject: inAll(languages, subject),
    preheader: inAll(languages, (says, locale) => says.until(inParis(deadline, locale))),
    heading: inAll(languages.slice(0, 1), heading),
    paragraphs: languages.flatMap((locale) => {
      const says = recipientMessages[locale]
      return [what(says, inParis(deadline, locale)), says.silence]
    }),
    button: inAll(languages, ({ button }) => button),
    smallPrint: [
      inAll(languages, ({ personalLink }) => personalLink),
      inAll(languages, ({ qualification }) => qualification),
    ],
  }
}

function inParis(at: string, locale: ReaderLocale): string {
  const format = new Intl.DateTimeFormat(regionOf[locale], {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  })
  return `${format.format(new Date(at))} (${recipientMessages[locale].parisTime})`
}

export function codeMessage(code: string, languages: readonly ReaderLocale[]): Says {
  const heading = inAll(languages, ({ codeSubject }) => codeSubject)
  return {
    subject: heading,
    preheader: inAll(languages, ({ codeValid }) => codeValid),
    heading,
    paragraphs: [
      inAll(languages, ({ codeEnter }) => codeEnter),
      code,
      inAll(languages, ({ codeLatest }) => codeLatest),
    ],
    code,
    smallPrint: [
      inAll(languages, ({ codeSecret }) => codeSecret),
      inAll(languages, ({ codeUnexpected }) => codeUnexpected),
    ],
  }
}

/** Below every e-mail about a mail of a test organization. */
export function testMessage(languages: readonly ReaderLocale[]): string {
  return inAll(languages, ({ test }) => test)
}

/** To the owner of a sender account. */
export function confirmationMessage({
  sender,
  organization,
}: {
  readonly sender: string
  readonly organization: string
}): Says {
  return {
    subject: `Confirmez votre compte d’expéditeur / Confirm your sender account: ${organization}`,
    preheader: sender,
    heading: 'Confirmez votre compte d’expéditeur',
    paragraphs: [
      `${organization} souhaite effectuer des envois recommandés au nom de ${sender}. Si vous êtes d’accord, ouvrez la page et saisissez le code que vous y demandez.`,
      `${organization} wants to send registered mails in the name of ${sender}. If you agree, open the page and enter the code that you request there.`,
    ],
    button: 'Ouvrir la page / Open the page',
    smallPrint: [
      'Si vous n’êtes pas d’accord, ignorez ce message : rien ne sera envoyé. / If you do not agree, ignore this e-mail: nothing is sent.',
    ],
  }
}

interface Followed {
  readonly subject: string
  /** The number of the item: two recipients can have the same name. */
  readonly number: string
  readonly recipient: string
  readonly sender: string
  readonly outcome: { readonly fr: string; readonly en: string }
}

/** To the followers of a mail: what became of it for one recipient, with the proofs. */
export function proofMessage({ subject, number, recipient, sender, outcome }: Followed): Says {
  return {
    subject: `${outcome.fr} / ${outcome.en}: ${recipient}, ${subject} (n° …${number.slice(-6)})`,
    preheader: recipient,
    heading: `${outcome.fr} / ${outcome.en}`,
    paragraphs: [
      `Envoi recommandé « ${subject} » de ${sender} à ${recipient}, numéro ${number}. Les preuves scellées peuvent être téléchargées.`,
      `Registered mail “${subject}” from ${sender} to ${recipient}, number ${number}. The sealed proofs can be downloaded.`,
    ],
    button: 'Voir les preuves / See the proofs',
    smallPrint: [
      'Vous recevez ce message comme personne suivant cet envoi. / You receive this e-mail as a follower of this mail.',
    ],
  }
}
