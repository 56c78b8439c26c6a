import { folded } from '../../../shared/platform/folded-text.ts'
import { contactIdFor, type RequestRecord } from '../model/request.ts'
import { statusAt } from '../model/transitions.ts'
import type { ListQuery } from './list-query.ts'

/** Whether a request is among those that were asked for. */
export type Matcher = (record: RequestRecord) => boolean
/** What a query without filters asks for. */
export const everything: Matcher = () => true

/** Who asks, and when. */
export interface Viewer {
  readonly principalId: string
  readonly nowMs: number
}

/** Every filter of a query that looks into the request itself; creation times bound the read instead. */
export function matcherOf(query: ListQuery, { principalId, nowMs }: Viewer): Matcher {
  const words = folded(query.q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const email = query.signerEmail?.toLowerCase()
  const tests: Matcher[] = []
  const { status, clientReference, contactId, eidasLevel, vendor, createdByMe } = query
  if (status) tests.push((record) => status.includes(statusAt(record, nowMs)))
  if (clientReference) tests.push((record) => record.clientReference === clientReference)
  if (contactId) tests.push(({ signers }) => signers.some((signer) => contactIdFor(signer, principalId) === contactId))
  if (email) tests.push(({ signers }) => signers.some((signer) => signer.email.toLowerCase() === email))
  if (eidasLevel) tests.push((record) => record.eidasLevel === eidasLevel)
  if (vendor) tests.push((record) => record.vendor === vendor)
  if (createdByMe !== undefined) tests.push(({ createdBy }) => (createdBy.id === principalId) === createdByMe)
  if (words.length > 0) tests.push((record) => words.every((word) => searchedText(record).includes(word)))
  return tests.length === 0 ? everything : (record) => tests.every((test) => test(record))
}

function searchedText({ title, clientReference, signers }: RequestRecord): string {
  const people = signers.map(({ firstName, lastName, email }) => `${firstName} ${lastName} ${email}`)
  return folded([title, clientReference ?? '', ...people].join('\n'))
}
