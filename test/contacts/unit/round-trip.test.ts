import { expect, test } from 'vitest'
import { csvTable } from '../../../functions/contacts/api/csv-rows.ts'
import { type ImportInput, type ImportRow, importRow, placesOf } from '../../../functions/contacts/api/import-input.ts'
import { rowSteps, type StepDependencies } from '../../../functions/contacts/api/import-steps.ts'
import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { csvHeader, csvRowOf } from '../../../functions/contacts/model/contact-csv.ts'
import { toContact } from '../../../functions/contacts/model/contact-view.ts'
import { importLimits } from '../../../functions/contacts/model/import-limits.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { derivedUuid } from '../../../shared/platform/ids.ts'
import { entityId, sampleOfSent } from './sent-contacts.ts'

const at = '2026-01-01T00:00:00.000Z'
const principal: Principal = {
  kind: 'api_key',
  id: 'key_test',
  clientId: 'key_test',
  memberships: [],
  scopes: [],
  application: null,
  profile: {
    id: 'key_test',
    kind: 'service',
    email: null,
    firstName: 'Test',
    lastName: null,
    locale: 'en',
    avatarUrl: null,
    welcomeCompletedAt: null,
    providerId: entityId,
    createdAt: at,
    version: 1,
  },
}
const mapped = [
  ...['kind', 'civility', 'firstName', 'lastName', 'companyName', 'email', 'phone', 'mobilePhone', 'address.line1'],
  ...[
    'address.line2',
    'address.postalCode',
    'address.city',
    'address.country',
    'tags',
    'externalRef',
    'siren',
    'siret',
  ],
]
const input: ImportInput = {
  entityId,
  mapping: Object.fromEntries(mapped.map((name) => [name, name])),
  onDuplicate: 'create',
  tags: [],
  kind: 'person',
  isPrivate: false,
  dryRun: false,
}
const dependencies: StepDependencies = {
  entity: { id: entityId, orgId: entityId, providerId: entityId, livemode: true },
  principal,
  input,
  at,
}

/** The contacts that rows create; their ids are those of their places. */
async function created(rows: readonly ImportRow[]): Promise<Contact[]> {
  return await Promise.all(
    rows.map(async (row, place) => {
      const contact = await rowSteps(row, derivedUuid(`${place}`), dependencies).creation(null)
      if (!('id' in contact)) throw new Error(`${contact.code}: ${JSON.stringify(row)}`)
      return contact
    }),
  )
}

function exported(contacts: readonly Contact[]): string {
  return [csvHeader, ...contacts.map((contact) => csvRowOf(toContact(contact, new Map())))].join('')
}

function rowsRead(file: string): ImportRow[] {
  const table = csvTable(Buffer.from(file), importLimits.maxRows)
  if ('faultyLine' in table) throw new Error(`line ${table.faultyLine} cannot be read`)
  const places = placesOf(input.mapping, table.header)
  if ('unknown' in places) throw new Error(`there is no ${places.unknown}`)
  return table.rows.map((row) => {
    const read = importRow(row, { places, width: table.header.length, input })
    if ('code' in read) throw new Error(`${JSON.stringify(read)}: ${JSON.stringify(row.cells)}`)
    return read
  })
}

test('an export that is imported and exported again is the same, byte for byte', async () => {
  const sent = sampleOfSent(10_000)
  for (let from = 0; from < sent.length; from += importLimits.maxRows) {
    const contacts = await created(sent.slice(from, from + importLimits.maxRows))
    const file = exported(contacts)
    const again = exported(await created(rowsRead(file)))
    // Compared line by line first, so that a difference is small enough to be read.
    const lines = again.split('\r\n')
    for (const [index, line] of file.split('\r\n').entries()) if (lines[index] !== line) expect(lines[index]).toBe(line)
    expect(Buffer.from(again).equals(Buffer.from(file))).toBe(true)
  }
})
