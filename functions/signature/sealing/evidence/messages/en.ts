import { hashRule } from '../../../../../shared/pdf/how-to-check.ts'
import type { EvidenceMessages } from './catalog.ts'

const listed = (pages: readonly number[]) => new Intl.ListFormat('en').format(pages.map(String))

export const en: EvidenceMessages = {
  title: 'Evidence of electronic signature',
  summary: (signers, at) =>
    signers === 1
      ? `One person signed this document electronically, on ${at}.`
      : `${signers} people signed this document electronically. The last one signed on ${at}.`,
  testNotice: 'This document was made in test mode. Nobody is bound by it, and it proves nothing.',
  document: 'Document',
  pages: (count) => (count === 1 ? '1 page' : `${count} pages`),
  file: 'File',
  fingerprint: 'Fingerprint (SHA-256) of the document that was shown and signed',
  fingerprintOfSealed: 'Fingerprint (SHA-256) of the sealed document',
  parties: (count) => (count === 1 ? 'The signer' : `The ${count} signers`),
  identity: {
    none: ({ to }) => `Used a personal link that was sent to ${to}. No code was asked for.`,
    email_otp: ({ to }) => `Proved access to the mailbox ${to}: entered a one-time code that was sent there.`,
    sms_otp: ({ to }) => `Proved access to the telephone ${to}: entered a one-time code that was sent there.`,
    vendor_identity: ({ vendor }) => `Was identified by ${vendor}, who collected the signature.`,
    simulated: () => 'Was played by a program of the test mode.',
  },
  signedAt: (local, utc) => `Signed on ${local} (${utc}).`,
  noPicture: 'No picture of this signature was given.',
  issuer: 'Who issued this evidence',
  issuedBy: (name, service) =>
    `${name} asked for the signatures. ${service} collected them, sealed the document and wrote this evidence.`,
  issuedAt: 'Issued',
  law: 'Legal basis',
  legalBasis: {
    ses: 'Each signature is a simple electronic signature within the meaning of Article 3(10) of Regulation (EU) No 910/2014 (eIDAS). By Article 25(1), it may not be denied legal effect or admissibility as evidence solely because it is electronic or not qualified.',
    aes: 'Each signature is an advanced electronic signature within the meaning of Articles 3(11) and 26 of Regulation (EU) No 910/2014 (eIDAS). By Article 25(1), it may not be denied legal effect or admissibility as evidence solely because it is electronic or not qualified.',
    qes: 'Each signature is a qualified electronic signature within the meaning of Article 3(12) of Regulation (EU) No 910/2014 (eIDAS). By Article 25(2), it has the equivalent legal effect of a handwritten signature.',
  },
  noLegalBasis: 'None: signatures of the test mode have no legal effect.',
  seal: (level) => `The document is sealed (PAdES ${level}): any later change to its content shows.`,
  check: 'How to check',
  checkOnline: (page, id) =>
    `Scan the code or open ${page}, and drop the sealed document there. The page says who sealed it, when, and whether it was changed. The verification id is ${id}.`,
  checkAnywhere:
    'Any PDF reader that verifies signatures shows the same. The annex says how to check each step without the service.',
  story: 'What happened',
  storyTimes: (zone) => `Times are those of ${zone}. The annex has them in UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} created the request and sent in the document “${fileName}”.`,
    changed: ({ actor }) => `${actor} changed the draft.`,
    sent: ({ actor }) => `${actor} sent the document to be signed.`,
    notified: ({ signer }) => `${signer} was asked to sign.`,
    email_sent: ({ signer, to }) => `An e-mail was sent to ${signer} at ${to}.`,
    email_delivered: ({ signer, to }) => `The mail server of ${signer} accepted the e-mail to ${to}.`,
    email_bounced: ({ signer, to }) => `The e-mail to ${signer} at ${to} could not be delivered.`,
    email_complained: ({ signer, to }) => `${signer} reported the e-mail to ${to} as unwanted.`,
    link_issued: ({ signer }) =>
      `The sender was given a link with which ${signer} could sign on the sender’s own page.`,
    opened: ({ signer }) => `${signer} opened the document.`,
    pages_viewed: ({ signer, pages }) =>
      `${signer} was shown ${pages.length === 1 ? 'page' : 'pages'} ${listed(pages)}.`,
    otp_sent: ({ signer, to }) => `A code was sent to ${signer} at ${to}.`,
    otp_failed: ({ signer }) => `${signer} entered a wrong code.`,
    otp_verified: ({ signer, to }) => `${signer} entered the code sent to ${to}.`,
    consented: ({ signer, text }) => `${signer} agreed to this: “${text}”`,
    signed: ({ signer }) => `${signer} signed the document.`,
    declined: ({ signer }) => `${signer} declined to sign.`,
    failed: ({ signer }) => `The signature of ${signer} failed.`,
    reminded: ({ signer }) => `${signer} was reminded to sign.`,
    corrected: ({ actor, signer }) => `${actor} corrected the name, the address or the language of ${signer}.`,
    extended: ({ actor }) => `${actor} gave more time to sign.`,
    completed: () => 'Everybody had signed. The request was complete.',
  },
  annex: 'Annex: technical data',
  annexIntroduction: (attachment) =>
    `The attachment ${attachment} holds all of this for machines, and says how anybody can check it.`,
  annexLabels: {
    title: 'Title',
    request: 'Request',
    organization: 'Organization',
    entity: 'Entity',
    signatures: 'Signatures',
    written: 'Evidence written',
    document: 'Document',
    sha256: 'SHA-256 of document',
    normalized: 'Normalized',
    sha256Upload: 'SHA-256 of upload',
    sealed: 'Sealed document',
    sha256Sealed: 'SHA-256 of sealed',
    acts: 'Acts of signers',
    signers: 'Signers',
    email: 'E-mail',
    notified: 'Notified',
    opened: 'Opened',
    signed: 'Signed',
    address: 'Address',
    userAgent: 'User agent',
    signerId: 'Signer id',
    notRecorded: 'not recorded',
    steps: 'Steps',
  },
  bytes: (count) => `${count} bytes`,
  normalizedText: (bytes, changes) =>
    `The file that was sent had ${bytes} bytes. Made one fixed picture before anybody saw it: ${changes}`,
  actsVerified: 'Verified by the service before it sealed (MAC)',
  everyStep: `Every step holds the hash of the step before it. ${hashRule}`,
  chainEnd: (length, hash) => `The chain ends after ${length} steps with ${hash}`,
  footer: (request, title) => `Evidence of request ${request}, ${title}`,
  page: (number, count) => `Page ${number} of ${count}`,
}
