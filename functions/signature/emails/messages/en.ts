import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Hello,' : `Hello ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`Also asked to sign: ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`${sender} wrote:`, quotation(['“', '”'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'No reason was given.' : `Reason: ${reason}`)

const howToSign = (facts: Facts) =>
  `Open the document, read it and sign it in your browser. You do not need an account. You can sign until ${facts.expiry}.`

const personal = 'This link is personal: anyone who has it can act in your name. Please do not forward this e-mail.'

const unexpected = 'You did not expect this e-mail? Ignore it. Nothing is signed unless you sign it.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'The link works as long as the sender keeps the document here.'
    : `The link works until ${facts.purge}.`

const nothingToDo = 'You do not need to do anything.'

export const english: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} asks you to sign: ${facts.title}`,
    preheader: `You can sign until ${facts.expiry}.`,
    heading: `Please sign “${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} asks you to read and sign “${facts.title}”.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Read and sign',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Reminder, please sign: ${facts.title}`,
    preheader: `You can sign until ${facts.expiry}.`,
    heading: `“${facts.title}” is waiting for your signature`,
    paragraphs: [
      greeting(facts),
      `A reminder: ${facts.sender} asked you to sign “${facts.title}”, and you have not signed it yet.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Read and sign',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `More time to sign: ${facts.title}`,
    preheader: `You can now sign until ${facts.expiry}.`,
    heading: `You have more time to sign “${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} has given you more time to sign “${facts.title}”.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Read and sign',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Your code to sign: ${facts.title}`,
    preheader: `It works for ${codeMinutes} minutes.`,
    heading: 'Your code',
    paragraphs: [
      greeting(facts),
      `Enter this code on the page where you sign “${facts.title}” for ${facts.sender}:`,
      code,
      `It works for ${codeMinutes} minutes from the moment you requested it. If you received several codes, only the latest works.`,
    ],
    code,
    smallPrint: [
      'Do not share this code. Neither the sender nor Sealpost will ever ask you for it.',
      'You did not request a code? Somebody else may have your personal link. Please tell the sender.',
    ],
  }),
  declined: (facts) => ({
    subject: `Declined: ${facts.title}`,
    preheader: `${facts.endedBy} declined to sign.`,
    heading: `“${facts.title}” will not be signed`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} declined to sign “${facts.title}”, sent by ${facts.sender}. Nobody can sign it any more.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Canceled: ${facts.title}`,
    preheader: 'You no longer need to sign it.',
    heading: `“${facts.title}” no longer needs to be signed`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} canceled the request to sign “${facts.title}”. Nobody can sign it any more.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Expired: ${facts.title}`,
    preheader: `It could be signed until ${facts.expiry}.`,
    heading: `The time to sign “${facts.title}” is over`,
    paragraphs: [
      greeting(facts),
      `“${facts.title}”, sent by ${facts.sender}, could be signed until ${facts.expiry}. Nobody can sign it any more.`,
      'If your signature is still needed, the sender can send you a new request.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Signed by everybody: ${facts.title}`,
    preheader: 'The sealed document is ready for you.',
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `Everybody has signed “${facts.title}”, sent by ${facts.sender}. Thank you.`,
      'The document is sealed: any later change to it would be visible. Please download your copy and keep it.',
    ],
    button: 'Get the signed document',
    smallPrint: ['This link is personal. Please do not forward this e-mail.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `Your copy of a signed document: ${facts.title}`,
    preheader: `${facts.sender} sends you a copy.`,
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} sends you a copy of “${facts.title}”. Everybody has signed it: ${facts.others}.`,
      'The document is sealed: any later change to it would be visible.',
    ],
    button: 'Get the signed document',
    smallPrint: [
      'This link is personal. Please do not forward this e-mail.',
      linkLife(facts),
      'You did not expect this e-mail? Ignore it.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Signed document for your records: ${facts.title}`,
    preheader: `${facts.sender} named you as notary.`,
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} named you as notary for “${facts.title}”. Everybody has signed it: ${facts.others}.`,
      'The document is sealed: any later change to it would be visible. You need not sign anything.',
    ],
    button: 'Get the signed document',
    smallPrint: [
      'This link is personal. Please do not forward this e-mail.',
      linkLife(facts),
      'You did not expect this e-mail? Ignore it.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} is your code to sign a document of ${organization}. It works for ${codeMinutes} minutes. Do not share it.`,
  test: 'This is a test: anything signed here has no legal value.',
  onBehalf: (sender) => `Sealpost sent this e-mail for ${sender}.`,
}
