import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Guten Tag,' : `Guten Tag ${firstName},`)

const asksAsWell = ({ others }: Facts) =>
  others === null ? [] : [`Ebenfalls um eine Unterschrift gebeten: ${others}.`]

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Nachricht von ${sender}:`, quotation(['„', '“'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Es wurde kein Grund angegeben.' : `Grund: ${reason}`)

const howToSign = (facts: Facts) =>
  `Öffnen Sie das Dokument, lesen Sie es und unterschreiben Sie es in Ihrem Browser. Sie brauchen kein Konto. Sie können bis ${facts.expiry} unterschreiben.`

const canSignUntil = (facts: Facts) => `Sie können bis ${facts.expiry} unterschreiben.`

const personal =
  'Dieser Link ist persönlich: Wer ihn hat, kann in Ihrem Namen handeln. Bitte leiten Sie diese E-Mail nicht weiter.'

const unexpected =
  'Sie haben diese E-Mail nicht erwartet? Ignorieren Sie sie. Ohne Ihre Unterschrift wird nichts unterschrieben.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'Der Link funktioniert, solange der Absender das Dokument hier aufbewahrt.'
    : `Der Link funktioniert bis ${facts.purge}.`

const nothingToDo = 'Sie müssen nichts tun.'

export const german: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} bittet Sie um Ihre Unterschrift: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `Bitte unterschreiben Sie „${facts.title}“`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} bittet Sie, „${facts.title}“ zu lesen und zu unterschreiben.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lesen und unterschreiben',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Erinnerung, bitte unterschreiben: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `„${facts.title}“ wartet auf Ihre Unterschrift`,
    paragraphs: [
      greeting(facts),
      `Zur Erinnerung: ${facts.sender} hat Sie gebeten, „${facts.title}“ zu unterschreiben. Ihre Unterschrift fehlt noch.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lesen und unterschreiben',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Mehr Zeit zum Unterschreiben: ${facts.title}`,
    preheader: `Sie können jetzt bis ${facts.expiry} unterschreiben.`,
    heading: `Sie haben mehr Zeit, „${facts.title}“ zu unterschreiben`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} gibt Ihnen mehr Zeit, „${facts.title}“ zu unterschreiben.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lesen und unterschreiben',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Ihr Code zum Unterschreiben: ${facts.title}`,
    preheader: `Er gilt ${codeMinutes} Minuten.`,
    heading: 'Ihr Code',
    paragraphs: [
      greeting(facts),
      `Geben Sie diesen Code auf der Seite ein, auf der Sie „${facts.title}“ für ${facts.sender} unterschreiben:`,
      code,
      `Er gilt ${codeMinutes} Minuten, nachdem Sie ihn angefordert haben. Wenn Sie mehrere Codes erhalten haben, funktioniert nur der letzte.`,
    ],
    code,
    smallPrint: [
      'Geben Sie diesen Code nicht weiter. Weder der Absender noch Sealpost werden Sie jemals danach fragen.',
      'Sie haben keinen Code angefordert? Vielleicht hat jemand anderes Ihren persönlichen Link. Bitte informieren Sie den Absender.',
    ],
  }),
  declined: (facts) => ({
    subject: `Abgelehnt: ${facts.title}`,
    preheader: `${facts.endedBy} hat die Unterschrift abgelehnt.`,
    heading: `„${facts.title}“ wird nicht unterschrieben`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} hat es abgelehnt, „${facts.title}“ (gesendet von ${facts.sender}) zu unterschreiben. Niemand kann das Dokument mehr unterschreiben.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Zurückgezogen: ${facts.title}`,
    preheader: 'Sie müssen nicht mehr unterschreiben.',
    heading: `„${facts.title}“ muss nicht mehr unterschrieben werden`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} hat die Bitte um Unterschrift von „${facts.title}“ zurückgezogen. Niemand kann das Dokument mehr unterschreiben.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Frist abgelaufen: ${facts.title}`,
    preheader: `Die Unterschrift war bis ${facts.expiry} möglich.`,
    heading: `Die Frist zum Unterschreiben von „${facts.title}“ ist abgelaufen`,
    paragraphs: [
      greeting(facts),
      `„${facts.title}“, gesendet von ${facts.sender}, konnte bis ${facts.expiry} unterschrieben werden. Niemand kann das Dokument mehr unterschreiben.`,
      'Wenn Ihre Unterschrift noch gebraucht wird, kann Ihnen der Absender eine neue Anfrage senden.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Von allen unterschrieben: ${facts.title}`,
    preheader: 'Das gesiegelte Dokument liegt für Sie bereit.',
    heading: `„${facts.title}“ ist unterschrieben`,
    paragraphs: [
      greeting(facts),
      `Alle haben „${facts.title}“ (gesendet von ${facts.sender}) unterschrieben. Vielen Dank.`,
      'Das Dokument ist gesiegelt: Jede spätere Änderung wäre sichtbar. Bitte laden Sie Ihr Exemplar herunter und bewahren Sie es auf.',
    ],
    button: 'Unterschriebenes Dokument abrufen',
    smallPrint: ['Dieser Link ist persönlich. Bitte leiten Sie diese E-Mail nicht weiter.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `Ihre Kopie eines unterschriebenen Dokuments: ${facts.title}`,
    preheader: `${facts.sender} sendet Ihnen eine Kopie.`,
    heading: `„${facts.title}“ ist unterschrieben`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} sendet Ihnen eine Kopie von „${facts.title}“. Alle haben unterschrieben: ${facts.others}.`,
      'Das Dokument ist gesiegelt: Jede spätere Änderung wäre sichtbar.',
    ],
    button: 'Unterschriebenes Dokument abrufen',
    smallPrint: [
      'Dieser Link ist persönlich. Bitte leiten Sie diese E-Mail nicht weiter.',
      linkLife(facts),
      'Sie haben diese E-Mail nicht erwartet? Ignorieren Sie sie.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Unterschriebenes Dokument für Ihre Akten: ${facts.title}`,
    preheader: `${facts.sender} hat Sie als Notar benannt.`,
    heading: `„${facts.title}“ ist unterschrieben`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} hat Sie für „${facts.title}“ als Notar benannt. Alle haben unterschrieben: ${facts.others}.`,
      'Das Dokument ist gesiegelt: Jede spätere Änderung wäre sichtbar. Sie müssen nichts unterschreiben.',
    ],
    button: 'Unterschriebenes Dokument abrufen',
    smallPrint: [
      'Dieser Link ist persönlich. Bitte leiten Sie diese E-Mail nicht weiter.',
      linkLife(facts),
      'Sie haben diese E-Mail nicht erwartet? Ignorieren Sie sie.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} ist Ihr Code, um ein Dokument zu unterschreiben (${organization}). Er gilt ${codeMinutes} Minuten. Geben Sie ihn nicht weiter.`,
  test: 'Dies ist ein Test: Was hier unterschrieben wird, hat keine rechtliche Wirkung.',
  onBehalf: (sender) => `Sealpost hat diese E-Mail für ${sender} gesendet.`,
}
