import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'the seal of this service',
  test: 'the test seal of this service, without legal value',
  known: 'a certificate of an authority that this service trusts',
  unknown: 'a certificate that this service does not know',
  broken: 'a signature that does not fit the file',
}

export const en: VerifyMessages = {
  language: 'Language',
  title: 'Check a signed document',
  introduction: 'Drop a signed PDF here. You read who signed it, when, whether it was changed, and whose seal it has.',
  formHeading: 'Your document',
  file: 'PDF file',
  fileHint: 'Up to 15 MB. The file is checked and not kept.',
  check: 'Check the document',
  checking: 'The document is being checked…',
  uploadFailed: (limit) =>
    `The document could not be sent. Files of up to 15 MB can be checked, ${limit} a minute. Try again in a minute.`,
  noFile: 'No file arrived. Choose a PDF and try again.',
  tooLarge: 'The file is too large. Files of up to 15 MB can be checked; above 4 MB your browser must allow scripts.',
  tooMany: (limit, seconds) =>
    `From one network, ${limit} documents can be checked in a minute. Try again in ${seconds} seconds.`,
  withoutScripts: 'Your browser runs no scripts here, so the file can have at most 4 MB.',
  notFoundTitle: 'No sealed document has this id',
  notFound:
    'Compare the id with the one on the document. Documents of the test mode, and documents whose files were deleted at the end of their retention, are not listed. You can still check a file below.',
  sealedTitle: 'A sealed document has this id',
  sealedBy: (sender, at) => `It was sealed by Sealpost for ${sender} on ${at}.`,
  verificationId: 'Verification id',
  fingerprint: 'Fingerprint (SHA-256)',
  compare:
    'Anybody can print an id on a page. Check the file itself below: only then do you know that it is this document.',
  resultOf: 'Result of the check',
  verdicts: {
    sealed: {
      title: 'This document is sealed and complete',
      text: 'It has the seal of this service, and nothing was changed after the seal.',
    },
    changed: {
      title: 'This document was changed after it was sealed',
      text: 'Something was added or changed after the signature. What you see may differ from what was signed. Ask for the sealed document.',
    },
    broken: {
      title: 'A signature of this document is broken',
      text: 'The file was changed, or the signature was forged. Do not rely on it.',
    },
    test: {
      title: 'This is a test document',
      text: 'It has the seal of the test mode of this service. It binds nobody and has no legal value.',
    },
    known: {
      title: 'This document is signed, but not by this service',
      text: 'Authorities that this service trusts certified the signatures, and nothing was changed after the last one.',
    },
    unknown: {
      title: 'This document has no seal of this service',
      text: 'It is signed with a certificate that this service does not know. Anybody can make such a certificate under any name.',
    },
    unsigned: {
      title: 'This document is not sealed',
      text: 'The file has no electronic signature or seal, whatever its pages show. Printed and scanned documents lose their seal.',
    },
    uncertain: {
      title: 'This document cannot be checked with certainty',
      text: 'The structure of the file is damaged or ambiguous, so that readers may show it in different ways. Do not rely on it.',
    },
    unreadable: {
      title: 'This file cannot be checked',
      text: 'It is not a PDF, it is encrypted or damaged, or it is too complex to be read safely.',
    },
  },
  sealTime: (at, isProved) =>
    isProved ? `Signed or sealed on ${at}. A timestamp authority proves the time.` : `Signed or sealed on ${at}.`,
  appended:
    'Data was added after the seal that changes nothing of what you see, such as timestamps that keep the seal provable.',
  appendedUnknown:
    'Data was added after the seal that changes nothing of what you see. This service does not know who made it, and it proves nothing here.',
  uselessTimestamp: 'Somebody added a timestamp that is broken, or older than the signature. It proves nothing.',
  isDocument: (sender) => `It is the document that ${sender} had signed with this service.`,
  isEvidence: (sender) => `It is the evidence of a document that ${sender} had signed with this service.`,
  signers: (count) => (count === 1 ? 'Signed by' : `Signed by ${count} people`),
  signedBy: (name, at) => `${name}, on ${at}`,
  signatures: (count) => (count === 1 ? 'The signature in the file' : `The ${count} signatures in the file`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'The file was not kept.',
}
