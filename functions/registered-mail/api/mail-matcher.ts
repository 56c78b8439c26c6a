import type { Matcher } from '../../../shared/http/newest-first.ts'
import { folded } from '../../../shared/platform/folded-text.ts'
import type { Mail } from '../model/mail.ts'
import { contactIdFor } from '../model/people.ts'
import type { ListQuery } from './list-query.ts'

/** Every filter that looks into the mail itself; creation times bound the read instead. Null: there is none. */
export function matcherOf(query: ListQuery, principalId: string): Matcher<Mail> | null {
  const tests = [...ownTests(query, principalId), ...recipientTests(query, principalId), ...sendTests(query)]
  return tests.length === 0 ? null : (mail) => tests.every((test) => test(mail))
}

function ownTests(query: ListQuery, principalId: string): Matcher<Mail>[] {
  const { status, type, reference, clientReference, senderAccountId, createdByMe } = query
  const words = folded(query.q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const tests: Matcher<Mail>[] = []
  if (status) tests.push((mail) => status.includes(mail.status))
  if (type) tests.push((mail) => mail.type === type)
  if (reference) tests.push((mail) => mail.reference === reference)
  if (clientReference) tests.push((mail) => mail.clientReference === clientReference)
  if (senderAccountId) tests.push((mail) => mail.senderAccountId === senderAccountId)
  if (createdByMe) tests.push((mail) => mail.createdBy.id === principalId)
  if (words.length > 0) tests.push((mail) => words.every((word) => searchedText(mail).includes(word)))
  return tests
}

function recipientTests({ itemStatus, contactId, recipientEmail }: ListQuery, principalId: string): Matcher<Mail>[] {
  const email = recipientEmail?.toLowerCase()
  const tests: Matcher<Mail>[] = []
  if (itemStatus) tests.push(({ listed }) => listed.some(({ status }) => itemStatus.includes(status)))
  if (contactId) tests.push(({ listed }) => listed.some((each) => contactIdFor(each, principalId) === contactId))
  if (email) tests.push(({ listed }) => listed.some((each) => each.email?.toLowerCase() === email))
  return tests
}

function sendTests({ sentFrom, sentTo }: ListQuery): Matcher<Mail>[] {
  const tests: Matcher<Mail>[] = []
  if (sentFrom) tests.push(({ send }) => send !== null && send.sentAt >= sentFrom)
  if (sentTo) tests.push(({ send }) => send !== null && send.sentAt <= sentTo)
  return tests
}

function searchedText({ subject, reference, clientReference, listed }: Mail): string {
  const people = listed.map(({ firstName, lastName, company, email, reference: own }) =>
    [firstName, lastName, company, email, own].join(' '),
  )
  return folded([subject, reference, clientReference, ...people].join('\n'))
}
