/** The kinds of e-mails to recipients. What becomes of them is heard. */
export const kindOf = {
  notice: 'registered_mail_notice',
  reminder: 'registered_mail_reminder',
  code: 'registered_mail_code',
} as const

/** News of these is noted with the item. */
export const heardKinds: readonly string[] = [kindOf.notice, kindOf.reminder]
