import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, Words } from './words.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Hello,' : `Hello ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`Also asked to sign: ${others}.`])

/** Each line is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`${sender} wrote:`, ...message.map((line) => `“${line}”`)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'No reason was given.' : `The reason given: ${reason}`)

const howToSign = (facts: Facts) =>
  `Open the document, read it at your ease and sign it in your browser. You need no account. You can sign until ${facts.expiry}.`

const personal = 'The link is yours alone: whoever has it can act in your name. Please do not forward this mail.'

const unexpected = 'You did not expect this? Then ignore it. Nothing is signed unless you sign it.'

const forSigning = [personal, unexpected]

const nothingToDo = 'There is nothing that you have to do.'

export const english: Words = {
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
    heading: `“${facts.title}” still waits for you`,
    paragraphs: [
      greeting(facts),
      `A kind reminder: ${facts.sender} has asked you to sign “${facts.title}”, which you have not done yet.`,
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
    heading: `There is more time to sign “${facts.title}”`,
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
      `It works for ${codeMinutes} minutes from the moment when you asked for it. Of several codes only the latest works.`,
    ],
    smallPrint: [
      'Tell this code to nobody. Neither the sender nor Sealpost will ever ask you for it.',
      'You did not ask for a code? Then somebody else may have your personal link: please tell the sender.',
    ],
  }),
  declined: (facts) => ({
    subject: `Declined: ${facts.title}`,
    preheader: `${facts.endedBy} has declined to sign.`,
    heading: `“${facts.title}” will not be signed`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} has declined to sign “${facts.title}”, which ${facts.sender} had sent. So nobody can sign it any more.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  declinedToCreator: (facts) => ({
    subject: `${facts.endedBy} has declined to sign: ${facts.title}`,
    preheader: 'Nobody can sign it any more.',
    heading: `“${facts.title}” was declined`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} has declined to sign “${facts.title}”. The request has ended, and nobody can sign it any more.`,
      reasonOf(facts),
      'If you still need the signatures, send a new request.',
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Canceled: ${facts.title}`,
    preheader: 'You need not sign it any more.',
    heading: `“${facts.title}” need not be signed any more`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} has canceled the request to sign “${facts.title}”. Nobody can sign it any more.`,
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
      `“${facts.title}”, which ${facts.sender} had sent, could be signed until ${facts.expiry}. Nobody can sign it any more.`,
      'Should it still be needed, the sender can send it to you anew.',
    ],
    smallPrint: [],
  }),
  expiredToCreator: (facts) => ({
    subject: `Expired without all signatures: ${facts.title}`,
    preheader: `It could be signed until ${facts.expiry}.`,
    heading: `“${facts.title}” has expired`,
    paragraphs: [
      greeting(facts),
      `“${facts.title}” could be signed until ${facts.expiry}. Not everybody has signed it, and nobody can any more.`,
      'If you still need the signatures, send a new request.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Signed by everybody: ${facts.title}`,
    preheader: 'The sealed document is ready for you.',
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `Everybody has signed “${facts.title}”, which ${facts.sender} had sent. Thank you.`,
      'The document is sealed, so that any later change to it would show. Please download your copy and keep it.',
    ],
    button: 'Get the signed document',
    smallPrint: ['The link is yours alone. Please do not forward this mail.'],
  }),
  completedToCreator: (facts) => ({
    subject: `Signed by everybody: ${facts.title}`,
    preheader: 'The sealed document is ready.',
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `Everybody has signed “${facts.title}”: ${facts.others}.`,
      'The sealed document and the file of evidence are ready with the request.',
    ],
    smallPrint: [],
  }),
  completedToOthers: (facts) => ({
    subject: `Your copy of a signed document: ${facts.title}`,
    preheader: `${facts.sender} lets you have a copy.`,
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} lets you have a copy of “${facts.title}”, now that everybody has signed it: ${facts.others}.`,
      'The document is sealed, so that any later change to it would show.',
    ],
    button: 'Get the signed document',
    smallPrint: [
      'The link is yours alone. Please do not forward this mail.',
      'You did not expect this? Then ignore it.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} is your code to sign a document of ${organization}. It works for ${codeMinutes} minutes. Tell it to nobody.`,
  test: 'This is a test: what is signed in it has no legal value.',
  onBehalf: (sender) => `Sealpost sends this mail for ${sender}.`,
}
