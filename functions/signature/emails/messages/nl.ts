import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Goedendag,' : `Goedendag ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`Ook gevraagd te ondertekenen: ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Bericht van ${sender}:`, quotation(['“', '”'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Er is geen reden opgegeven.' : `Reden: ${reason}`)

const howToSign = (facts: Facts) =>
  `Open het document, lees het en onderteken het in uw browser. U hebt geen account nodig. U kunt ondertekenen tot ${facts.expiry}.`

const canSignUntil = (facts: Facts) => `U kunt ondertekenen tot ${facts.expiry}.`

const personal = 'Deze link is persoonlijk: wie hem heeft, kan namens u handelen. Stuur deze e-mail niet door.'

const unexpected =
  'Verwachtte u deze e-mail niet? Negeer hem dan. Er wordt niets ondertekend zolang u het niet zelf doet.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'De link werkt zolang de afzender het document hier bewaart.'
    : `De link werkt tot ${facts.purge}.`

const nothingToDo = 'U hoeft niets te doen.'

export const dutch: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} vraagt u te ondertekenen: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `Onderteken “${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} vraagt u “${facts.title}” te lezen en te ondertekenen.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lezen en ondertekenen',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Herinnering, onderteken alstublieft: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `“${facts.title}” wacht op uw handtekening`,
    paragraphs: [
      greeting(facts),
      `Ter herinnering: ${facts.sender} heeft u gevraagd “${facts.title}” te ondertekenen. Uw handtekening ontbreekt nog.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lezen en ondertekenen',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Meer tijd om te ondertekenen: ${facts.title}`,
    preheader: `U kunt nu ondertekenen tot ${facts.expiry}.`,
    heading: `U hebt meer tijd om “${facts.title}” te ondertekenen`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} geeft u meer tijd om “${facts.title}” te ondertekenen.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lezen en ondertekenen',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Uw code om te ondertekenen: ${facts.title}`,
    preheader: `De code is ${codeMinutes} minuten geldig.`,
    heading: 'Uw code',
    paragraphs: [
      greeting(facts),
      `Voer deze code in op de pagina waar u “${facts.title}” ondertekent voor ${facts.sender}:`,
      code,
      `De code is ${codeMinutes} minuten geldig vanaf uw aanvraag. Hebt u meerdere codes ontvangen, dan werkt alleen de laatste.`,
    ],
    code,
    smallPrint: [
      'Deel deze code met niemand. De afzender en Sealpost zullen er nooit om vragen.',
      'Hebt u geen code aangevraagd? Misschien heeft iemand anders uw persoonlijke link. Laat het de afzender weten.',
    ],
  }),
  declined: (facts) => ({
    subject: `Geweigerd: ${facts.title}`,
    preheader: `${facts.endedBy} heeft geweigerd te ondertekenen.`,
    heading: `“${facts.title}” wordt niet ondertekend`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} heeft geweigerd “${facts.title}”, verzonden door ${facts.sender}, te ondertekenen. Niemand kan het nog ondertekenen.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Geannuleerd: ${facts.title}`,
    preheader: 'U hoeft niet meer te ondertekenen.',
    heading: `“${facts.title}” hoeft niet meer te worden ondertekend`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} heeft het verzoek om “${facts.title}” te ondertekenen geannuleerd. Niemand kan het nog ondertekenen.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Termijn verstreken: ${facts.title}`,
    preheader: `Ondertekenen kon tot ${facts.expiry}.`,
    heading: `De termijn om “${facts.title}” te ondertekenen is verstreken`,
    paragraphs: [
      greeting(facts),
      `“${facts.title}”, verzonden door ${facts.sender}, kon worden ondertekend tot ${facts.expiry}. Niemand kan het nog ondertekenen.`,
      'Is uw handtekening nog nodig, dan kan de afzender u een nieuw verzoek sturen.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Door iedereen ondertekend: ${facts.title}`,
    preheader: 'Het verzegelde document staat voor u klaar.',
    heading: `“${facts.title}” is ondertekend`,
    paragraphs: [
      greeting(facts),
      `Iedereen heeft “${facts.title}”, verzonden door ${facts.sender}, ondertekend. Hartelijk dank.`,
      'Het document is verzegeld: elke latere wijziging zou zichtbaar zijn. Download uw exemplaar en bewaar het.',
    ],
    button: 'Ondertekend document ophalen',
    smallPrint: ['Deze link is persoonlijk. Stuur deze e-mail niet door.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `Uw kopie van een ondertekend document: ${facts.title}`,
    preheader: `${facts.sender} stuurt u een kopie.`,
    heading: `“${facts.title}” is ondertekend`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} stuurt u een kopie van “${facts.title}”. Iedereen heeft ondertekend: ${facts.others}.`,
      'Het document is verzegeld: elke latere wijziging zou zichtbaar zijn.',
    ],
    button: 'Ondertekend document ophalen',
    smallPrint: [
      'Deze link is persoonlijk. Stuur deze e-mail niet door.',
      linkLife(facts),
      'Verwachtte u deze e-mail niet? Negeer hem dan.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Ondertekend document voor uw dossier: ${facts.title}`,
    preheader: `${facts.sender} heeft u als notaris opgegeven.`,
    heading: `“${facts.title}” is ondertekend`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} heeft u als notaris opgegeven voor “${facts.title}”. Iedereen heeft ondertekend: ${facts.others}.`,
      'Het document is verzegeld: elke latere wijziging zou zichtbaar zijn. U hoeft niets te ondertekenen.',
    ],
    button: 'Ondertekend document ophalen',
    smallPrint: [
      'Deze link is persoonlijk. Stuur deze e-mail niet door.',
      linkLife(facts),
      'Verwachtte u deze e-mail niet? Negeer hem dan.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} is uw code om een document te ondertekenen (${organization}). De code is ${codeMinutes} minuten geldig. Deel deze met niemand.`,
  test: 'Dit is een test: wat hier wordt ondertekend, heeft geen rechtsgeldigheid.',
  onBehalf: (sender) => `Sealpost heeft deze e-mail verzonden namens ${sender}.`,
}
