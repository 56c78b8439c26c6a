import type { CreatorMessages, Facts } from '../catalog.ts'

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Hello,' : `Hello ${firstName},`)

const reasonOf = ({ reason }: Facts) => (reason === null ? 'No reason was given.' : `Reason: ${reason}`)

const switchOff =
  'Administrators can switch this e-mail off in the settings, under “E-mails to the creator of a request”.'

export const englishToCreator: CreatorMessages = {
  declinedToCreator: (facts) => ({
    subject: `${facts.endedBy} declined to sign: ${facts.title}`,
    preheader: 'Nobody can sign it any more.',
    heading: `“${facts.title}” was declined`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} declined to sign “${facts.title}”. The request has ended, and nobody can sign it any more.`,
      reasonOf(facts),
      'If you still need the signatures, send a new request.',
    ],
    smallPrint: [],
  }),
  expiredToCreator: (facts) => ({
    subject: `Expired without all signatures: ${facts.title}`,
    preheader: `It could be signed until ${facts.expiry}.`,
    heading: `“${facts.title}” has expired`,
    paragraphs: [
      greeting(facts),
      `“${facts.title}” could be signed until ${facts.expiry}. Not everybody signed it in time, and nobody can sign it any more.`,
      'If you still need the signatures, send a new request.',
    ],
    smallPrint: [],
  }),
  completedToCreator: (facts) => ({
    subject: `Signed by everybody: ${facts.title}`,
    preheader: 'The sealed document is ready.',
    heading: `“${facts.title}” is signed`,
    paragraphs: [
      greeting(facts),
      `Everybody has signed “${facts.title}”: ${facts.others}.`,
      'You can now download the sealed document and the evidence file from the request.',
    ],
    smallPrint: [],
  }),
  purging: (facts) => ({
    subject: `Files will be deleted: ${facts.title}`,
    preheader: `They are deleted on ${facts.purge}.`,
    heading: `The files of “${facts.title}” will be deleted`,
    paragraphs: [
      greeting(facts),
      `By the settings of your organization, the files of “${facts.title}” are deleted on ${facts.purge}: the document, the signed document and the evidence file.`,
      'Download them before if you still need them. The request itself, its history and the hashes of its files stay.',
    ],
    smallPrint: [],
  }),
  signedToCreator: (facts) => ({
    subject: `${facts.about} signed: ${facts.title}`,
    preheader: `${facts.signatures.done} of ${facts.signatures.of} signatures are there.`,
    heading: `${facts.about} signed “${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `${facts.about} signed “${facts.title}”. ${facts.signatures.done} of ${facts.signatures.of} signatures are there.`,
      `The others can sign until ${facts.expiry}.`,
    ],
    smallPrint: [switchOff],
  }),
  bouncedToCreator: (facts) => ({
    subject: `An e-mail could not be delivered: ${facts.title}`,
    preheader: `${facts.about} did not get it.`,
    heading: `${facts.about} did not get our e-mail`,
    paragraphs: [
      greeting(facts),
      `Our e-mail about “${facts.title}” to ${facts.about} could not be delivered to ${facts.aboutEmail}.`,
      'Check the address and correct it in the request. The corrected address gets a new link at once.',
    ],
    smallPrint: [switchOff],
  }),
}
