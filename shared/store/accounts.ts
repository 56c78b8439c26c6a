import * as v from 'valibot'
import type { Collection } from './collection.ts'

/**
 * The account that an e-mail belongs to: of one e-mail there is one. What an invitation tells of whom it invites is repeated
 * here, so that it is known without asking for the account: whoever changes a name or a language changes it here, too.
 */
export const accountEmails: Collection<AccountEmail> = {
  name: 'account_email',
  schema: v.object({
    email: v.string(),
    userId: v.string(),
    kind: v.picklist(['person', 'service']),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    locale: v.string(),
  }),
  key: ({ email }) => accountEmailKey(email),
}

export interface AccountEmail {
  email: string
  userId: string
  kind: 'person' | 'service'
  firstName: string | null
  lastName: string | null
  locale: string
}

export function accountEmailKey(email: string) {
  return { PK: `EMAIL#${email.toLowerCase()}`, SK: 'ACCOUNT' }
}
