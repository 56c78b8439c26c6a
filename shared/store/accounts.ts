import * as v from 'valibot'
import type { Collection } from './collection.ts'

/**
 * The account of an e-mail address; each address has one. It repeats the names and the language of the account, so that an
 * e-mail needs no second read. `PATCH /v1/me` changes both together.
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
