import type { CatalogLike } from '../../../../shared/platform/catalog.ts'

/** What e-mails to recipients of registered mail say, in English. Who sends the mail stays hidden until it is accepted. */
export const en = {
  /** In parentheses after a time: the period is counted there. */
  parisTime: 'Paris time',
  noticeSubject: 'A registered mail is waiting for you',
  noticeHeading: 'A registered mail is waiting for you',
  notice: (name: string, deadline: string) =>
    `A registered mail is waiting for ${name}. You can accept or refuse it until ${deadline}. You see the sender and the content after you accept it.`,
  reminderSubject: 'Reminder: a registered mail is waiting for you',
  reminderHeading: 'A registered mail is still waiting for you',
  reminder: (name: string, deadline: string) =>
    `A registered mail is still waiting for ${name}. You can accept or refuse it until ${deadline}.`,
  until: (deadline: string) => `You can accept or refuse it until ${deadline}.`,
  /** What it means to do nothing. */
  silence:
    'If you do neither by then, the mail counts as not claimed: the sender gets a proof of this, and the mail can no longer be opened.',
  button: 'See the mail',
  personalLink: 'This link is personal: do not forward it.',
  qualification: 'Electronic registered delivery service, not qualified (article 43 of the eIDAS regulation).',
  codeSubject: 'Your code',
  codeValid: 'Valid for 10 minutes.',
  codeEnter: 'Enter this code on the page that you opened.',
  codeLatest: 'It is valid for 10 minutes. Only the latest code works.',
  codeSecret: 'Do not share this code.',
  codeUnexpected: 'You did not request a code? Ignore this e-mail.',
  test: 'Test: no legal value.',
}

export type RecipientMessages = CatalogLike<typeof en>
