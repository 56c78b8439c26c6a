import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import { ofName } from '../../../../shared/platform/french.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`La signature est demandée aussi à : ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Message ${ofName(sender)} :`, quotation(['« ', ' »'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Aucun motif n’a été donné.' : `Motif indiqué : ${reason}`)

const howToSign = (facts: Facts) =>
  `Ouvrez le document, lisez-le et signez-le dans votre navigateur. Aucun compte n’est nécessaire. Vous pouvez signer jusqu’au ${facts.expiry}.`

const personal =
  'Ce lien est personnel : toute personne qui l’a peut agir en votre nom. Merci de ne pas transférer ce message.'

const unexpected =
  'Vous n’attendiez pas ce message ? Ignorez-le. Rien n’est signé tant que vous ne signez pas vous-même.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'Le lien fonctionne tant que l’expéditeur conserve le document ici.'
    : `Le lien fonctionne jusqu’au ${facts.purge}.`

const nothingToDo = 'Vous n’avez rien à faire.'

export const french: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} vous demande de signer : ${facts.title}`,
    preheader: `Vous pouvez signer jusqu’au ${facts.expiry}.`,
    heading: `Merci de signer « ${facts.title} »`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} vous demande de lire et de signer « ${facts.title} ».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lire et signer',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Rappel, merci de signer : ${facts.title}`,
    preheader: `Vous pouvez signer jusqu’au ${facts.expiry}.`,
    heading: `« ${facts.title} » attend votre signature`,
    paragraphs: [
      greeting(facts),
      `Rappel : ${facts.sender} vous a demandé de signer « ${facts.title} », et vous ne l’avez pas encore signé.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lire et signer',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Plus de temps pour signer : ${facts.title}`,
    preheader: `Vous pouvez maintenant signer jusqu’au ${facts.expiry}.`,
    heading: `Vous avez plus de temps pour signer « ${facts.title} »`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} vous donne plus de temps pour signer « ${facts.title} ».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Lire et signer',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Votre code pour signer : ${facts.title}`,
    preheader: `Il est valable ${codeMinutes} minutes.`,
    heading: 'Votre code',
    paragraphs: [
      greeting(facts),
      `Saisissez ce code sur la page où vous signez « ${facts.title} » (demande ${ofName(facts.sender)}) :`,
      code,
      `Il est valable ${codeMinutes} minutes à partir de votre demande. Si vous avez reçu plusieurs codes, seul le dernier fonctionne.`,
    ],
    code,
    smallPrint: [
      'Ne communiquez ce code à personne. Ni l’expéditeur ni Sealpost ne vous le demanderont jamais.',
      'Vous n’avez pas demandé de code ? Quelqu’un d’autre a peut-être votre lien personnel. Merci de prévenir l’expéditeur.',
    ],
  }),
  declined: (facts) => ({
    subject: `Refus de signer : ${facts.title}`,
    preheader: `${facts.endedBy} a refusé de signer.`,
    heading: `« ${facts.title} » ne sera pas signé`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} a refusé de signer « ${facts.title} » (demande ${ofName(facts.sender)}). Plus personne ne peut donc le signer.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Demande annulée : ${facts.title}`,
    preheader: 'Vous n’avez plus à le signer.',
    heading: `« ${facts.title} » n’est plus à signer`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} a annulé la demande de signature de « ${facts.title} ». Plus personne ne peut le signer.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Délai dépassé : ${facts.title}`,
    preheader: `La signature était possible jusqu’au ${facts.expiry}.`,
    heading: `Le délai pour signer « ${facts.title} » est passé`,
    paragraphs: [
      greeting(facts),
      `« ${facts.title} » (demande ${ofName(facts.sender)}) pouvait être signé jusqu’au ${facts.expiry}. Plus personne ne peut le signer.`,
      'Si la signature reste nécessaire, l’expéditeur peut vous envoyer une nouvelle demande.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Toutes les signatures sont là : ${facts.title}`,
    preheader: 'Le document scellé est à votre disposition.',
    heading: `« ${facts.title} » est signé`,
    paragraphs: [
      greeting(facts),
      `Tout le monde a signé « ${facts.title} » (demande ${ofName(facts.sender)}). Merci.`,
      'Le document est scellé : toute modification ultérieure serait visible. Téléchargez votre exemplaire et conservez-le.',
    ],
    button: 'Obtenir le document signé',
    smallPrint: ['Ce lien est personnel. Merci de ne pas transférer ce message.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `Votre copie d’un document signé : ${facts.title}`,
    preheader: `${facts.sender} vous transmet une copie.`,
    heading: `« ${facts.title} » est signé`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} vous transmet une copie de « ${facts.title} ». Tout le monde l’a signé : ${facts.others}.`,
      'Le document est scellé : toute modification ultérieure serait visible.',
    ],
    button: 'Obtenir le document signé',
    smallPrint: [
      'Ce lien est personnel. Merci de ne pas transférer ce message.',
      linkLife(facts),
      'Vous n’attendiez pas ce message ? Ignorez-le.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Document signé pour votre dossier : ${facts.title}`,
    preheader: `${facts.sender} vous a indiqué comme notaire.`,
    heading: `« ${facts.title} » est signé`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} vous a indiqué comme notaire pour « ${facts.title} ». Tout le monde l’a signé : ${facts.others}.`,
      'Le document est scellé : toute modification ultérieure serait visible. Vous n’avez rien à signer.',
    ],
    button: 'Obtenir le document signé',
    smallPrint: [
      'Ce lien est personnel. Merci de ne pas transférer ce message.',
      linkLife(facts),
      'Vous n’attendiez pas ce message ? Ignorez-le.',
    ],
  }),
  // A non-breaking space would take an SMS to letters of two bytes, of which it holds half as many.
  codeText: (code, organization) =>
    `${code} : votre code pour signer un document (${organization}). Il est valable ${codeMinutes} minutes. Ne le donnez à personne.`,
  test: 'Ceci est un test : ce qui y est signé n’a aucune valeur juridique.',
  onBehalf: (sender) => `Message envoyé par Sealpost à la demande ${ofName(sender)}.`,
}
