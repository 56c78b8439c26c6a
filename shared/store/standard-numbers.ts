/** The numbers among the standard settings, beside which nothing is loaded: the console shows them next to own values. */
export const standardNumbers = {
  signature: { defaultExpiryDays: 30, maxExpiryDays: 90, archiveAfterDays: null, purgeAfterDays: null },
  registeredMail: { maxAttachments: 10, maxAttachmentsTotalBytes: 31_457_280 },
} as const
