import type { CatalogLike } from '../../../../shared/platform/catalog.ts'
import { counting } from '../../../../shared/platform/counting.ts'

const count = counting('en')

/** Every text of the pages for recipients, owners of sender accounts and followers, in English. */
export const en = {
  language: 'Language',
  /** In parentheses after a time: pages without a script do not know where they are read. */
  parisTime: 'Paris time',
  recipient: {
    testBanner: 'Test: this mail has no legal value.',
    heading: 'A registered mail is waiting for you',
    intro: (name: string) => `It is addressed to ${name}.`,
    senderHidden: 'You see the sender and the content after you accept it.',
    number: 'Number',
    notified: 'Notice sent',
    deadline: 'You can accept or refuse it until',
    choiceHeading: 'Accept or refuse',
    acceptMeans:
      'If you accept, you receive the mail at once. The sender gets a proof with the date and time, and you can read the mail on this page and download it.',
    refuseMeans:
      'If you refuse, the sender gets a proof of your refusal with the date and time. The mail can then no longer be opened, and you do not learn who sent it.',
    nothingMeans: (deadline: string) =>
      `If you do neither until ${deadline}, the sender gets a proof that the mail was not claimed. It can then no longer be opened.`,
    accept: 'Accept the registered mail',
    refuse: 'Refuse',
    refuseHeading: 'Refuse the registered mail',
    refuseReason: 'Reason (optional, the sender reads it)',
    refuseFinal: 'I refuse this mail. I know that I cannot open it any more.',
    refuseUnticked: 'The mail is not refused yet. Tick the box to confirm that you refuse it for good.',
    choiceLapsed:
      'Your choice was not noted, because the confirmation of your mailbox in this browser is no longer valid. Confirm your mailbox again, then choose again.',
    refuseForGood: 'Refuse for good',
    deliveredHeading: 'You accepted this registered mail',
    delivered: (time: string) => `Accepted on ${time}.`,
    readAgain: 'To read it, confirm your mailbox again.',
    from: 'Sender',
    email: 'E-mail of the sender',
    subject: 'Subject',
    reference: 'Reference',
    letter: 'The letter',
    files: 'Files',
    contentFile: 'The letter and the list of attachments (PDF)',
    contentPending: 'The letter as a PDF is being prepared. Reload this page in a moment.',
    proofFile: 'Proof of delivery (PDF)',
    proofPending: 'The proof of delivery is being sealed. Reload this page in a moment.',
    byte: 'B',
    fileFacts: (size: string, sha256: string) => `${size}, SHA-256 ${sha256}`,
    refusedHeading: 'You refused this registered mail',
    refused: (time: string) => `Refused on ${time}. It can no longer be opened.`,
    expiredHeading: 'The time to accept this registered mail is over',
    expired: (time: string) => `It could be accepted until ${time}. It can no longer be opened.`,
    goneHeading: 'This link cannot be used',
    gone: 'It is incomplete, or a newer notice replaced it. Open the link of the latest e-mail.',
    qualification: 'Electronic registered delivery service, not qualified (article 43 of the eIDAS regulation).',
  },
  owner: {
    title: 'Confirm your sender account',
    testBanner: 'Test: mails that are sent from this account have no legal value.',
    heading: 'Confirm that registered mails may be sent in your name',
    intro: (organization: string) => `${organization} wants to send registered mails from this sender:`,
    sender: 'Sender',
    email: 'E-mail',
    notYou: 'If you do not agree, close this page. Nothing is sent then.',
    verifiedHeading: 'The sender account is confirmed',
    verified: (organization: string) =>
      `${organization} can now send registered mails in your name. You can close this page.`,
    goneHeading: 'This link cannot be used',
    gone: 'It is incomplete, or the sender account was deleted.',
  },
  follower: {
    title: 'Proofs of a registered mail',
    testBanner: 'Test: this mail has no legal value.',
    sender: 'Sender',
    recipient: 'Recipient',
    subject: 'Subject',
    number: 'Number',
    proofs: 'Sealed proofs (PDF)',
    kinds: {
      deposit: 'Deposit',
      content: 'Content',
      delivery: 'Delivery',
      refusal: 'Refusal',
      negligence: 'Not claimed',
      bounce: 'Undeliverable',
    },
    none: 'There is no proof yet.',
    goneHeading: 'This link cannot be used',
    gone: 'It is incomplete, or the mail was deleted.',
  },
  code: {
    heading: 'Confirm that this is your mailbox',
    intro: (email: string) => `We send a code of 6 digits to ${email}.`,
    sent: (email: string, until: string) => `We sent a code to ${email}. It is valid until ${until}.`,
    send: 'Send me the code',
    sendAgain: 'Send a new code',
    label: 'The 6 digits of the code',
    confirm: 'Confirm',
    wait: (time: string) => `Too many codes were requested. You can request the next one at ${time}.`,
    locked: (time: string) => `Too many wrong codes were entered. You can continue at ${time}.`,
    wrong: (left: number) =>
      `The code is wrong. Enter the latest code. You have ${count(left, { one: 'more try', other: 'more tries' })}.`,
    mistyped: 'Enter all 6 digits of the code.',
    expired: 'The code has expired. Request a new one.',
    tooManyWrong: (time: string) => `20 wrong codes were entered for this link. You can request a new code on ${time}.`,
    notReceived: 'No code? Look into your junk folder, too.',
  },
}

export type PageTexts = CatalogLike<typeof en>
