import type { CatalogLike } from '../../../../../shared/platform/catalog.ts'
import { counting } from '../../../../../shared/platform/counting.ts'

const count = counting('en')

/** Every text of the page, in English. Other catalogs have exactly these keys. */
export const en = {
  language: 'Language',
  pageTitle: (title: string) => `Sign: ${title}`,
  loading: 'Loading…',
  testBanner: 'Test: anything signed here has no legal value.',
  retry: 'Try again',

  steps: 'Steps',
  stepRead: 'Read',
  stepWrite: 'Write',
  stepConfirm: 'Confirm it is you',
  stepSign: 'Sign',

  toSign: 'For you to sign',
  handOverTo: (name: string) => `This part is for ${name}`,
  sentBy: 'Sent by',
  senderOf: (sender: string, organization: string) => (sender === organization ? sender : `${sender}, ${organization}`),
  youAre: 'You sign as',
  signUntil: 'Sign before',
  documentFile: 'Document',
  pages: (n: number) => count(n, { one: 'page', other: 'pages' }),
  messageOf: (sender: string) => `Message from ${sender}`,
  signers: 'Who signs',
  you: 'you',
  hasSigned: (when: string) => `signed on ${when}`,
  hasDeclined: 'declined',
  hasNotSigned: 'has not signed yet',
  openDocument: 'Open the document',
  readDocument: 'Read the document',

  document: 'Document to sign',
  documentLoading: 'Loading the document…',
  documentProgress: (percent: number) => `Loading the document: ${percent}%`,
  documentOpening: 'The document has arrived and is being opened…',
  documentUnavailable: 'The document could not be loaded.',
  documentAltered:
    'The document was changed on its way to you. It is not shown, so that you do not sign the wrong document.',
  documentUnreadable: 'This browser cannot show the document. You can open it as a file instead.',
  openAsFile: 'Open the document as a file',
  page: (n: number, of: number) => `Page ${n} of ${of}`,
  pageOf: (n: number, of: number) => `${n} / ${of}`,
  goToPage: 'Go to page',
  print: 'Print',
  printing: 'Preparing the pages for printing…',
  printWithButton: 'To print the whole document, use the button “Print” above the document.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Fit to width',
  zoomLevel: (percent: number) => `${percent}%`,

  readHeading: 'Read, then continue',
  readHint: 'Take your time: nothing is signed until the last step.',
  fieldsLeft: (n: number) => `${count(n, { one: 'field', other: 'fields' })} to fill in`,
  fieldsDone: 'All your fields are filled in.',
  pagesLeft: (pages: string, n: number) => `Still to see: ${n === 1 ? 'page' : 'pages'} ${pages}`,
  showPage: (page: number) => `Show page ${page}`,
  pagesMissed: 'The sender requires that you see every page before you sign.',
  pagesNeedBrowser:
    'The sender requires that you see every page on this page before you sign, and this browser cannot show the document. Open your link in another browser.',
  nextField: 'Next field',
  continueToSign: 'Continue to sign',
  fieldRequired: (label: string) => `Fill in “${label}”.`,
  checkboxRequired: (label: string) => `Tick “${label}”.`,
  fieldOf: (number: number, count: number) => `Field ${number} of ${count}`,
  fieldNames: {
    signature: 'Your signature',
    initials: 'Your initials',
    date: 'Date of signing',
    text: 'Text',
    checkbox: 'Checkbox',
    handwritten_mention: 'Sentence written by hand',
  },
  fieldOnPage: (label: string, page: number) => `${label}, page ${page}`,
  required: 'required',
  signHere: 'Sign here',
  writeHere: 'Write here',
  changeMention: 'Change what you wrote',
  changeSignature: 'Change your signature',
  filledOnSigning: 'filled in when you sign',
  back: 'Back to the document',

  continueToWrite: 'Continue to write',
  writeHeading: 'Write by hand',
  writeHint: 'Copy this sentence into the box, with a finger, a pen or the mouse.',
  mentionOf: (number: number, count: number) => `Sentence ${number} of ${count}`,
  mentionMissing: 'Write the sentence to continue.',
  mentionDrawn: 'This is what was written before.',
  writeAgain: 'Write it again',
  nextMention: 'Next sentence',
  previousMention: 'Previous sentence',

  codeHeading: 'Confirm it is you',
  codeIntroEmail: (digits: number, to: string | null) =>
    `We send a ${digits}-digit code by e-mail${to ? ` to ${to}` : ''}.`,
  codeIntroSms: (digits: number, to: string | null) =>
    `We send a ${digits}-digit code by text message${to ? ` to ${to}` : ''}.`,
  codeSentEmail: (to: string | null) => `A code was sent by e-mail${to ? ` to ${to}` : ''}.`,
  codeSentSms: (to: string | null) => `A code was sent by text message${to ? ` to ${to}` : ''}.`,
  codeSend: 'Send the code',
  codeSendAgain: 'Send a new code',
  codeSendAgainIn: (time: string) => `A new code can be sent in ${time}.`,
  codeLabel: (digits: number) => `The ${digits} digits of the code`,
  codeValidFor: (time: string) => `The code is valid for another ${time}.`,
  codeExpired: 'This code has expired. Request a new one.',
  codeWrong: 'This code is not correct.',
  codeTriesLeft: (n: number) => `${count(n, { one: 'try', other: 'tries' })} left.`,
  codeIncomplete: (digits: number) => `Enter all ${digits} digits of the code.`,
  codeLocked: (time: string) => `Too many wrong codes. You can continue at ${time}.`,
  codeLockedFor: (time: string) => `That is in ${time}. What you entered is kept while this page stays open.`,
  codeTooMany: (time: string) => `Too many codes were sent. The next one can be sent in ${time}.`,
  codeOfNoUse:
    'Too many wrong codes were entered for you. Ask the sender to correct your e-mail address or telephone number.',
  codeConfirm: 'Confirm',
  codeNotReceived: 'Nothing received? Check your spam folder too.',

  signHeading: 'Sign',
  remoteIntro:
    'You sign with a signature service that knows who you are. You confirm the signature there, and come back to this page.',
  remoteContinue: 'Continue to the signature service',
  remoteBusy: 'Please wait…',
  remoteNotConfirmed:
    'You did not confirm the signature at the signature service. Nothing was signed; start again when you are ready.',
  remoteStartAgain: 'This confirmation can no longer be used. Nothing was signed; start again when you are ready.',
  remoteNoKey:
    'The signature service has no key with which you can sign. Nothing was signed; ask the sender which e-mail address you use there.',
  remoteOtherName:
    'The certificate at the signature service is in another name than yours in this document. Nothing was signed; ask the sender to correct your name or your e-mail address.',
  remoteNoConnection:
    'The signature service does not accept the sender’s account. Nothing was signed; please tell the sender.',
  remoteFailed: 'The signature service did not make the signature. Nothing was signed; try again in a moment.',
  signatureHow: 'How do you want to sign?',
  modes: { typed: 'Type', drawn: 'Draw', uploaded: 'Upload' },
  typedLabel: 'Your name',
  stampPreview: 'Your signature will look like this',
  undrawable: (characters: string) => `The document cannot show these characters: ${characters}. Use other characters.`,
  drawInstead: 'Draw your signature instead',
  drawnLabel: 'Draw your signature in the box',
  drawnHint: 'Use a finger, a pen or the mouse. If you use a keyboard, choose “Type”.',
  drawnStrokes: (n: number) =>
    n === 0 ? 'The box is empty.' : `${count(n, { one: 'stroke', other: 'strokes' })} drawn.`,
  undo: 'Undo',
  clear: 'Clear',
  uploadLabel: 'Picture of your signature',
  uploadHint:
    'A photo or a scan of up to 20 MB. The background is removed, and the picture is cropped to your signature.',
  uploadWorking: 'Preparing the picture…',
  uploadTooLarge: 'This file is larger than 20 MB. Choose a smaller one.',
  uploadWrongType:
    'This browser cannot read this file as a picture. Choose a JPEG or PNG picture, or draw your signature.',
  uploadBlank: 'This picture is almost blank and shows no signature. Take a new picture, or draw your signature.',
  uploadUnusable: 'This picture cannot be used. Choose another one, or draw your signature.',
  uploadedPreview: (name: string) => `Your signature from ${name}`,
  signatureMissing: {
    typed: 'Type your name to sign.',
    drawn: 'Draw your signature to sign.',
    uploaded: 'Choose a picture of your signature to sign.',
  },
  consentMissing: 'Tick the box to agree.',
  changedSinceShown: (title: string, names: string) =>
    `The sender has changed this request since you opened it. Its title is now “${title}”. Signers: ${names}. Check this, then agree again.`,
  fingerprint: 'SHA-256 fingerprint of the document',
  sign: 'Sign the document',
  signing: 'Signing…',

  decline: 'Decline to sign',
  declineHeading: 'Decline to sign',
  declineReason: 'Why do you decline?',
  declineHint: (sender: string) => `${sender} will read this. 500 characters at most.`,
  declineReasonMissing: 'Say in a few words why you decline.',
  declineContinue: 'Continue',
  declineConfirmHeading: 'Decline for good?',
  declineConfirm:
    'The request ends: neither you nor anyone else can sign this document any more. This cannot be undone.',
  declineYourReason: 'Your reason',
  declineForGood: 'Decline for good',
  declining: 'Declining…',
  cancel: 'Cancel',
  change: 'Change',

  signedHeading: 'You have signed',
  signedAt: (title: string, when: string) => `You signed “${title}” on ${when}.`,
  othersLeft: (n: number) =>
    `${count(n, { one: 'other person has', other: 'other people have' })} still to sign. When everyone has signed, you can get the sealed document with this link.`,
  sealing: 'The sealed document is being prepared. It appears here as soon as it is ready.',
  sealReady: 'Everyone has signed. The sealed document is ready.',
  sealFailed: 'Everyone has signed. Preparing the sealed document takes longer than usual. Open this link again later.',
  sealArchived: 'Everyone has signed. The sealed document is archived. Ask the sender for a copy.',
  sealPurged: 'Everyone has signed. The sealed document was deleted at the end of its retention period.',
  download: 'Download the sealed document',
  nextHeading: 'What happens next',
  nextDownload: 'Download the sealed document and keep it.',
  nextNothing: 'You do not need to do anything else. You may close this page.',
  nextPerson: 'Hand the device to the next person',
  redirecting: (host: string, seconds: number) => `You will go to ${host} in ${seconds} s.`,
  goOn: (host: string) => `Go to ${host} now`,
  stayHere: 'Stay on this page',

  unknownHeading: 'This link does not lead to a document',
  unknownText:
    'The link may be incomplete, or a newer link replaced it. Open the link in the latest message that you received.',
  notYourTurnHeading: 'It is not your turn yet',
  notYourTurnText: (title: string) =>
    `Other people sign “${title}” before you. You receive a message when it is your turn, and this page tells you too.`,
  declinedByYouHeading: 'You declined to sign',
  declinedByYouText: (title: string, when: string | null) =>
    `You declined to sign “${title}”${when ? ` on ${when}` : ''}. The sender has been told.`,
  declinedByOtherHeading: 'Another person declined',
  declinedByOtherText: (title: string) =>
    `One of the signers declined to sign “${title}”. The request has ended. You do not need to do anything.`,
  canceledHeading: 'The request was canceled',
  canceledText: (title: string, sender: string) =>
    `${sender} no longer asks for signatures of “${title}”. You do not need to do anything.`,
  expiredHeading: 'The time to sign is over',
  expiredText: (title: string, when: string) =>
    `“${title}” could be signed until ${when}. Ask the sender for a new request.`,
  completedHeading: 'The request is complete',
  completedText: (title: string) => `All signers have signed “${title}”. You do not need to do anything.`,
  notAskedHeading: 'Your signature is no longer needed',
  notAskedText: (title: string) => `“${title}” is no longer waiting for your signature.`,
  yourSignatureStays: (when: string) => `You had signed on ${when}.`,
  unreachableHeading: 'The page could not be loaded',

  networkFailed: 'There is no connection right now.',
  serverFailed: 'Something went wrong on our side. Try again in a moment.',
  entriesKept: 'What you entered is kept.',
  notSigned:
    'The connection was lost before your signature arrived. Nothing was signed; sign again when you are ready.',
  notDeclined: 'The connection was lost before your refusal arrived. Nothing has changed.',
  outcomeUnknown:
    'The connection was lost at the last moment. This page checks what happened before it sends anything again.',
  checkAgain: 'Check again',
  rateLimited: (time: string) => `Too many attempts. Try again in ${time}.`,
  refused: 'This was not accepted. Reload the page and try again.',
}

/** The same keys, and functions of the same arguments. */
export type Messages = CatalogLike<typeof en>
