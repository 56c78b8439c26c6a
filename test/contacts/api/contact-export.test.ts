import { describe, expect, it } from 'vitest'
import { contacts } from '../../../functions/contacts/model/contact.ts'
import { exportedContacts } from '../../../functions/contacts/model/exported-contacts.ts'
import { makeApiKey, makeEntity } from '../../../infra/local/tenant.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { contactAt, type SeededBook, seedContacts } from '../../bench/seeded-contacts.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { contactOf, contactsPath, deleteContact } from '../../support/contacts.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { committedHere, keyOf, personOf, type Tenant, table, tenant, tokenFor } from '../../support/tenant.ts'
import { readCsv } from '../unit/read-csv.ts'

type Filters = Readonly<Record<string, string>>

async function exported(token: string, filters: Filters): Promise<Answer> {
  return await call('GET', `${contactsPath}/export?${new URLSearchParams(filters)}`, { token })
}

/** The rows of a file, by the names of their columns. */
async function rowsOf({ token, entity }: Pick<Tenant, 'token' | 'entity'>, filters: Filters = {}) {
  const answer = await exported(token, { entityId: entity.id, ...filters })
  demand(answer, 200)
  // Reading a body as text takes its byte order mark off.
  const [header = [], ...rows] = readCsv(answer.text)
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
}

/** Contacts in the listings alone: no word finds them. */
async function recordContacts(book: SeededBook, from: number, to: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil((to - from) / 100) }, (_, index) => from + 100 * index)
  await inParallel(batches, 2, async (start) => {
    const places = Array.from({ length: Math.min(100, to - start) }, (_, index) => start + index)
    await committedHere((work) => {
      for (const place of places) work.create(contacts, contactAt(book, place))
    })
  })
}

const namesIn = (rows: readonly Readonly<Record<string, string>>[]) => rows.map(({ displayName }) => displayName)

describe.concurrent('an export', () => {
  it('is a CSV file that spreadsheets open, formulas disarmed and numbers as they are', async () => {
    const of = await tenant()
    const { id: companyId } = await contactOf(of, { kind: 'company', companyName: '=cmd|calc!A1', siren: '732829320' })
    const address = { line1: '10, rue "de la" Paix', postalCode: '75002', city: 'Paris' }
    const fields = { firstName: '-Élodie', lastName: 'O’Neil', mobilePhone: '06 12 34 56 78', tags: ['VIP', 'a|b'] }
    await contactOf(of, { ...fields, address, companyId, externalRef: '@ref' })
    const { baseUrl } = cloud()
    const headers = { Authorization: `Bearer ${of.token}` }
    const response = await fetch(`${baseUrl}${contactsPath}/export?entityId=${of.entity.id}`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.toString('utf8')).toContain('"10, rue ""de la"" Paix",,75002,Paris,FR,VIP|a\\|b,\'@ref,false,')
    const [company, person] = await rowsOf(of)
    expect(company).toMatchObject({ kind: 'company', companyName: "'=cmd|calc!A1", siren: '732829320' })
    expect(person).toMatchObject({
      firstName: "'-Élodie",
      lastName: 'O’Neil',
      displayName: "'-Élodie O’Neil",
      companyId,
      phone: '',
      mobilePhone: '+33612345678',
      isPrivate: 'false',
    })
  })

  it('has the contacts that its filters find, by name', async () => {
    const of = await tenant()
    const { id: companyId } = await contactOf(of, { kind: 'company', companyName: 'Zebra' })
    await contactOf(of, { firstName: 'Élodie', tags: ['VIP'], externalRef: 'A', companyId })
    await contactOf(of, { firstName: 'Anne', tags: ['vip'], isPrivate: true, mobilePhone: '0612345678' })
    const gone = await contactOf(of, { firstName: 'Gone' })
    await deleteContact(of, gone.id)
    expect(namesIn(await rowsOf(of))).toEqual(['Anne Martin', 'Élodie Martin', 'Zebra'])
    const found: [Filters, string[]][] = [
      [{ kind: 'company' }, ['Zebra']],
      [{ tag: 'Vip' }, ['Anne Martin', 'Élodie Martin']],
      [{ visibility: 'private' }, ['Anne Martin']],
      [{ visibility: 'shared', kind: 'person' }, ['Élodie Martin']],
      [{ externalRef: 'A' }, ['Élodie Martin']],
      [{ companyId }, ['Élodie Martin']],
      [{ createdByMe: 'true', q: 'mart 0612' }, ['Anne Martin']],
      [{ q: 'nobody' }, []],
    ]
    for (const [filters, names] of found)
      expect(namesIn(await rowsOf(of, filters)), JSON.stringify(filters)).toEqual(names)
  })

  it('goes on for as long as there are more, each contact once', async () => {
    const of = await tenant()
    const book = { tenant: of, newestAtMs: Date.parse('2026-01-01T00:00:00.000Z') }
    // One listing has more than are read at once.
    const [searched, all] = [130, 1_600]
    await seedContacts(table(), book, 0, searched)
    await recordContacts(book, searched, all)
    const ids = Array.from({ length: all }, (_, place) => contactAt(book, place).id)
    const idsOf = async (filters: Filters) => (await rowsOf(of, filters)).map(({ id }) => id)
    expect(await idsOf({})).toEqual(ids)
    const searches: Filters[] = [{ q: 'client' }, { tag: 'client' }]
    for (const filters of searches) expect((await idsOf(filters)).toSorted()).toEqual(ids.slice(0, searched).toSorted())
    const entityIds = [of.entity.id]
    const filters = { visibility: 'all', sort: 'name' } as const
    const search = { filters, parts: [], entityIds, principalId: of.key.clientId }
    expect((await exportedContacts(table(), search, all))?.counts).toEqual(new Map([[of.entity.id, all]]))
    expect(await exportedContacts(table(), search, all - 1)).toBeNull()
  })

  it('never has what others keep private, nor a link to it', async () => {
    const of = await tenant()
    const manager = await personOf(of, 'manager')
    const hidden = {
      lastName: 'Canary',
      companyName: 'Canary',
      tags: ['canary'],
      externalRef: 'canary',
      isPrivate: true,
    }
    const { id: companyId } = await contactOf(of, { ...hidden, kind: 'company' })
    await contactOf(of, hidden)
    await contactOf(of, { lastName: 'Open', companyId })
    const others: Filters[] = [{ q: 'canary' }, { tag: 'canary' }, { externalRef: 'canary' }, { visibility: 'private' }]
    for (const filters of [{}, ...others, { companyId }]) {
      const { status, text } = await exported(manager.token, { entityId: of.entity.id, ...filters })
      expect(status).toBe(200)
      expect(text).not.toMatch(/canary/i)
      expect(text).not.toContain(companyId)
    }
    expect(namesIn(await rowsOf(of))).toEqual(['Canary', 'Claire Canary', 'Claire Open'])
  })

  it('is audited for each entity by the names of its filters and by how many it had', async () => {
    const of = await tenant()
    await contactOf(of, { lastName: 'Canary' })
    await rowsOf(of, { q: 'canary', kind: 'person' })
    const entry = (await auditLogOf(of.org.id)).find(({ action }) => action === 'contact.exported')
    expect(entry).toMatchObject({
      target: { type: 'entity', id: of.entity.id, label: null },
      nodeId: of.entity.id,
      changes: [
        { field: 'filters', from: null, to: ['entityId', 'q', 'kind'] },
        { field: 'count', from: null, to: 1 },
      ],
    })
    expect(JSON.stringify(entry)).not.toMatch(/canary/i)
  })

  it('takes the management of contacts, and reaches as far as that', async () => {
    const of = await tenant()
    const member = await keyOf(of, 'member')
    expectRefused(await exported(member.token, { entityId: of.entity.id }), 'forbidden')
    expectRefused(await exported(member.token, {}), 'forbidden')
    const other = await makeEntity(table(), of.org)
    const key = await makeApiKey(table(), { role: 'admin', node: of.org })
    const token = await tokenFor(key)
    await contactOf(of, { lastName: 'Here' })
    await contactOf({ entity: other, token }, { lastName: 'There' })
    const { text } = await exported(token, {})
    expect(readCsv(text)).toHaveLength(3)
    expect(namesIn(await rowsOf({ entity: other, token }))).toEqual(['Claire There'])
  })

  it('is of a hundred entities at most', async () => {
    const of = await tenant()
    await inParallel([...Array(100).keys()], 4, () => makeEntity(table(), of.org))
    const key = await makeApiKey(table(), { role: 'admin', node: of.org })
    expectRefused(await exported(await tokenFor(key), {}), 'invalid_input')
  })
})
