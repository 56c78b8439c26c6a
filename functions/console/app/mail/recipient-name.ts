import type { RegisteredMailItem } from '../api-types.ts'

/** The organization comes first: a person in it is often only a contact. */
export function recipientName({
  firstName,
  lastName,
  company,
}: Pick<RegisteredMailItem, 'firstName' | 'lastName' | 'company'>): string {
  const person = [firstName, lastName].filter(Boolean).join(' ')
  return [company, person].filter(Boolean).join(', ') || '—'
}
