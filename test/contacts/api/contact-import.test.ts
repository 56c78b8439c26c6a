import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CallOptions, call } from '../../support/client.ts'
import { imported, importPath, nameMapping, postImport } from '../../support/contact-import.ts'
import { contactOf, contactsPath, eventsOfContact, listContacts, namesFound } from '../../support/contacts.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { isProof } from '../../support/proof.ts'
import { expectRefused } from '../../support/refused.ts'
import { uploadOf } from '../../support/signature.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const none = { dryRun: false, created: 0, updated: 0, skipped: 0, errors: [], duplicates: [] }
const csv = { contentType: 'text/csv', fileName: 'contacts.csv' }

async function contactsOf(of: Parameters<typeof listContacts>[0], filters: Record<string, string> = {}) {
  return (await listContacts(of, { pageSize: '100', ...filters })).body.results
}

describe.concurrent('the file of an import', () => {
  it.each([
    { name: 'UTF-8, commas', file: Buffer.from('first,last,email\r\nÉlodie,"Martin, jr",e@example.com\r\n') },
    {
      name: 'UTF-8 with a mark, semicolons',
      file: Buffer.from('\ufefffirst;last;email\nÉlodie;Martin, jr;e@example.com'),
    },
    {
      name: 'windows-1252, tabs',
      file: Buffer.from('first\tlast\temail\rÉlodie\tMartin, jr\te@example.com', 'latin1'),
    },
  ])('is read in $name', async ({ file }) => {
    const of = await tenant()
    expect(await imported(of, file)).toEqual({ ...none, total: 1, created: 1 })
    const [contact] = await contactsOf(of)
    expect(contact).toMatchObject({
      firstName: 'Élodie',
      lastName: 'Martin, jr',
      email: 'e@example.com',
      kind: 'person',
    })
  })

  it('has quoted line ends, and its rows are called by the lines in which they begin', async () => {
    const of = await tenant()
    const file = 'first,last,street\r\nAnne,A,"1, rue de la Paix\r\nBâtiment B"\r\n\r\n,,x\r\nPaul,B,,y\r\n'
    const report = await imported(of, file, {
      mapping: { firstName: 'first', lastName: 'last', externalRef: 'street' },
    })
    expect(report).toMatchObject({ total: 3, created: 1 })
    expect(report.errors).toEqual([
      { row: 5, code: 'contact_name_required', field: null, message: expect.any(String) },
      { row: 6, code: 'invalid_request', field: null, message: 'The row has 4 cells, but the header has 3.' },
    ])
    expect((await contactsOf(of))[0].externalRef).toBe('1, rue de la Paix Bâtiment B')
  })

  it('loses no row for another one with a country or a quote that is none', async () => {
    const of = await tenant()
    const report = await imported(of, 'first,last,country\nAnne,A,FR\nPaul,B,Nowhere\nLe "Petit",C,\n', {
      mapping: { firstName: 'first', lastName: 'last', 'address.country': 'country' },
    })
    expect(report).toMatchObject({ total: 3, created: 2 })
    expect(report.errors).toMatchObject([{ row: 3, code: 'invalid_request', field: 'address.country' }])
  })

  it('finds again what it created, however many companies share a word', async () => {
    const of = await tenant()
    const names = [
      ...Array.from({ length: 45 }, (_, index) => `Garage Auto ${index}x`),
      'SARL Garage Zebra',
      'Garage Zulu SAS',
    ]
    const file = `name\n${names.join('\n')}\n`
    const options = { kind: 'company', mapping: { companyName: 'name' } }
    expect(await imported(of, file, options)).toMatchObject({ created: names.length, skipped: 0 })
    expect(await imported(of, file, options)).toMatchObject({ created: 0, skipped: names.length })
    expect(await imported(of, 'name\nGarage Zebra\n', options)).toMatchObject({ skipped: 1 })
  })

  it('is refused where it is missing, empty, too long, malformed, or without a column', async () => {
    const of = await tenant()
    expectRefused(await postImport(of, null), 'import_file_required')
    expectRefused(await postImport(of, ''), 'import_file_required')
    expectRefused(await postImport(of, 'first,last,email\r\n\r\n'), 'import_empty')
    const malformed = await postImport(of, 'first,last,email\n"a\nb",b,c\n"x,b,c\n')
    expectRefused(malformed, 'invalid_input')
    expect(malformed.body.error.details).toEqual({ line: 4 })
    const unknown = await postImport(of, 'first,mail\nA,b@example.com\n')
    expectRefused(unknown, 'import_unknown_column')
    expect(unknown.body.error.details).toEqual({ columns: ['last', 'email'] })
    const repeated = await postImport(of, 'first,last,email,email\nA,B,b@example.com,c@example.com\n')
    expectRefused(repeated, 'invalid_input')
    expect(repeated.body.error.details).toEqual({ columns: ['email'] })
    const unmapped = await postImport(of, 'a\nb\n', { mapping: {} })
    expectRefused(unmapped, 'invalid_request')
    expect(unmapped.body.error.message).toMatch(/^The data part is not valid: mapping: /)
    expectRefused(await postImport(of, 'a\nb\n', { mapping: { companyId: 'a' } }), 'invalid_request')
    expectRefused(
      await postImport(of, 'a\nb\n', { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }),
      'invalid_request',
    )
    const others = await tenant()
    expectRefused(await postImport({ ...others, token: of.token }, 'first,last,email\na,b,\n'), 'entity_not_found')
    const member = await personOf(of, 'member')
    expectRefused(await postImport({ ...of, token: member.token }, 'first,last,email\na,b,\n'), 'forbidden')
  })

  it('that is a vCard says so', async () => {
    const of = await tenant()
    const file = '\ufeffBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Claire Martin\r\nEND:VCARD\r\n'
    const refused = await postImport(of, file)
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.message).toMatch(/vCard/)
  })

  it('may leave out empty cells, have rows without any, and a row that is no UTF-8', async () => {
    const of = await tenant()
    const rows = [
      'sep=;',
      'note; first ;last;email;phone',
      ';Zoé;Kraus',
      ';;;;',
      'x;Max;Ren\u00e9;;;;',
      ';Max;Roth;;;;more',
    ]
    const file = Buffer.concat(rows.map((row, at) => Buffer.from(`${row}\r\n`, at === 4 ? 'latin1' : 'utf8')))
    const report = await imported(of, file)
    expect(report).toMatchObject({ total: 3, created: 1 })
    expect(report.errors.map(({ row }: { row: number }) => row)).toEqual([5, 6])
    expect(await contactsOf(of)).toMatchObject([{ displayName: 'Zoé Kraus' }])
  })

  it('comes by an upload of 5 MB exactly, which is used up', async () => {
    const of = await tenant()
    const maxBytes = 5_242_880
    const start = 'first,last,email,note\nAnne,A,,'
    const bytes = Buffer.from(start.padEnd(maxBytes, 'x'))
    const uploadId = await uploadOf(of, bytes, csv)
    const json = { entityId: of.entity.id, mapping: nameMapping, uploadId }
    const answer = await call('POST', importPath, { token: of.token, json })
    expect(answer.body).toEqual({ ...none, total: 1, created: 1 })
    expectRefused(await call('POST', importPath, { token: of.token, json }), 'import_file_required')
    const larger = await uploadOf(of, Buffer.from(start.padEnd(maxBytes + 1, 'x')), csv)
    const tooLarge = await call('POST', importPath, { token: of.token, json: { ...json, uploadId: larger } })
    expectRefused(tooLarge, 'import_too_large')
    expect(tooLarge.body.error.details).toEqual({ maxBytes, maxRows: 5_000 })
  })
})

describe.concurrent('the rows of an import', () => {
  it('tell every field that can be mapped', async () => {
    const of = await tenant()
    const mapping = {
      kind: 'k',
      civility: 'c',
      firstName: 'f',
      lastName: 'l',
      companyName: 'n',
      email: 'e',
      phone: 'p',
      mobilePhone: 'm',
      'address.line1': 'a1',
      'address.line2': 'a2',
      'address.postalCode': 'z',
      'address.city': 'v',
      'address.country': 'y',
      tags: 't',
      externalRef: 'r',
      siren: 's',
      siret: 'i',
    }
    const file = [
      Object.values(mapping).join(';'),
      "PERSON;Mrs;'-Élodie;Martin;;E@example.com;01 23 45 67 89;+33612345678;1, rue X;Bât. B;75002;Paris;fr;VIP|a\\|b;CRM-1;;",
      ';;;;Acme SARL;;;;;;;;;;;;73282932000074',
    ].join('\n')
    const report = await imported(of, file, { mapping, kind: 'company', tags: ['Imported', 'vip'] })
    expect(report).toEqual({ ...none, total: 2, created: 2 })
    const [person] = await contactsOf(of, { kind: 'person' })
    expect(person).toMatchObject({
      civility: 'mrs',
      firstName: '-Élodie',
      lastName: 'Martin',
      email: 'E@example.com',
      phone: '+33123456789',
      mobilePhone: '+33612345678',
      externalRef: 'CRM-1',
      tags: ['VIP', 'a|b', 'Imported'],
      version: 1,
      address: { line1: '1, rue X', line2: 'Bât. B', postalCode: '75002', city: 'Paris', country: 'FR' },
    })
    const [company] = await contactsOf(of, { kind: 'company' })
    expect(company).toMatchObject({ companyName: 'Acme SARL', siren: '732829320', tags: ['Imported', 'vip'] })
    expect(await namesFound(of, { tag: 'imported' })).toEqual(['Acme SARL', '-Élodie Martin'])
    const counts = await call('GET', `${contactsPath}/tags?entityId=${of.entity.id}`, { token: of.token })
    expect(counts.body.results).toContainEqual({ name: 'Imported', count: 2 })
  })

  it('are wrong one by one, each with its code and field', async () => {
    const of = await tenant()
    const mapping = { ...nameMapping, phone: 'p', mobilePhone: 'm', siret: 's', kind: 'k', 'address.country': 'y' }
    const file = [
      'first,last,email,p,m,s,k,y',
      'A,A,no-email,,,,,',
      'B,B,,12,,,,',
      'C,C,,,12,,,',
      'D,D,,,,12,,',
      'E,E,,,,,company,',
      'F,F,,,,,robot,',
      'G,G,,,,,,XX',
      'H,H,,,,,,',
    ].join('\n')
    const report = await imported(of, file, { mapping })
    expect(report).toMatchObject({ total: 8, created: 1, skipped: 0, updated: 0 })
    const told = report.errors.map((error: Record<string, unknown>) => [error.row, error.code, error.field])
    expect(told).toEqual([
      [2, 'invalid_request', 'email'],
      [3, 'invalid_phone', 'phone'],
      [4, 'invalid_mobile_phone', 'mobilePhone'],
      [5, 'invalid_siret', 'siret'],
      [6, 'company_name_required', 'companyName'],
      [7, 'invalid_request', 'kind'],
      [8, 'invalid_request', 'address.country'],
    ])
    expect(JSON.stringify(report)).not.toMatch(/no-email|robot/)
  })

  it('become shared contacts that are told of once each, or private ones of which nobody hears', async () => {
    const of = await tenant()
    const manager = await personOf(of, 'manager')
    await imported(of, 'first,last,email\nAnne,A,\nPaul,B,\n')
    await imported(of, 'first,last,email\nCanary,C,\n', { isPrivate: true })
    const contacts = await contactsOf(of)
    expect(contacts.map(({ isPrivate }: { isPrivate: boolean }) => isPrivate)).toEqual([false, true, false])
    const shared = contacts.filter(({ isPrivate }: { isPrivate: boolean }) => !isPrivate)
    for (const { id } of shared) {
      const events = await eventsOfContact(id, 1)
      expect(events.map(({ detail }) => detail.type)).toEqual(['contact.created'])
    }
    expect(await namesFound({ ...of, token: manager.token })).toEqual(['Anne A', 'Paul B'])
    const audited = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'contact.imported')
    expect(audited.map(({ changes }) => changes)).toEqual(
      expect.arrayContaining([[{ field: 'count', from: null, to: 2 }], [{ field: 'count', from: null, to: 1 }]]),
    )
    expect(audited[0]).toMatchObject({ target: { type: 'entity', id: of.entity.id, label: null } })
  })
})

describe.concurrent('a row that says whether it is private', () => {
  const mapping = { firstName: 'first', email: 'email', isPrivate: 'private' }
  const privateOnes = async (of: Tenant) =>
    Object.fromEntries((await contactsOf(of)).map((each: Record<string, unknown>) => [each.firstName, each.isPrivate]))

  it('creates such a contact, whatever the import says of the others', async () => {
    const of = await tenant()
    const file = 'first,email,private\nAnne,,true\nPaul,,FAUX\nCanary,,\nZoé,,perhaps\n'
    const report = await imported(of, file, { mapping, isPrivate: true })
    expect(report.errors).toMatchObject([{ row: 5, code: 'invalid_request', field: 'isPrivate' }])
    expect(JSON.stringify(report)).not.toContain('perhaps')
    expect(await privateOnes(of)).toEqual({ Anne: true, Paul: false, Canary: true })
    const manager = await personOf(of, 'manager')
    expect(await privateOnes({ ...of, token: manager.token })).toEqual({ Paul: false })
  })

  it('leaves a contact that is there as private or shared as it is', async () => {
    const of = await tenant()
    await contactOf(of, { firstName: 'Claire', email: 'claire@example.com' })
    const file = 'first,email,private\nClara,claire@example.com,true\n'
    expect(await imported(of, file, { mapping, onDuplicate: 'update' })).toMatchObject({ updated: 1 })
    expect(await privateOnes(of)).toEqual({ Clara: false })
  })
})

describe.concurrent('a row that matches', () => {
  const file =
    'first,last,email\nOther,Name,CLAIRE@example.com\nMartin,claire,\nPaul,Durand,\npaul,DURAND,p@example.com\n'

  /** Whoever is renamed by a row is not found by the old name any more. */
  const renaming =
    'first,last,email\nMartin,claire,\nOther,Name,CLAIRE@example.com\nPaul,Durand,\npaul,DURAND,p@example.com\n'

  it('is skipped where nothing else is said, and told of', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { email: 'claire@example.com' })
    const report = await imported(of, file)
    expect(report).toMatchObject({ total: 4, created: 1, skipped: 3, updated: 0, errors: [] })
    const paul = (await contactsOf(of, { q: 'paul' }))[0].id
    expect(report.duplicates).toEqual([
      { row: 2, contactId: id, reasons: ['email'] },
      { row: 3, contactId: id, reasons: ['name'] },
      { row: 5, contactId: paul, reasons: ['name'] },
    ])
    expect(await imported(of, file)).toMatchObject({ created: 0, skipped: 4 })
  })

  it('changes the contact with `update`, by the cells that are not empty', async () => {
    const of = await tenant()
    const before = await contactOf(of, { email: 'claire@example.com', externalRef: 'kept', tags: ['old'] })
    const report = await imported(of, renaming, { onDuplicate: 'update', tags: ['new'] })
    expect(report).toMatchObject({ total: 4, created: 1, updated: 3, skipped: 0, errors: [] })
    const [claire, paul] = await contactsOf(of, { sort: 'name' })
    expect([claire, paul].map(({ displayName }) => displayName)).toEqual(['Other Name', 'paul DURAND'])
    expect(claire).toMatchObject({ id: before.id, externalRef: 'kept', tags: ['old', 'new'], version: 2 })
    expect(paul).toMatchObject({ email: 'p@example.com', tags: ['new'], version: 1 })
    const same = 'first,last,email\n,,CLAIRE@example.com\n'
    expect(await imported(of, same, { onDuplicate: 'update' })).toMatchObject({ updated: 0, skipped: 1 })
    const company = 'name,email\nAcme,claire@example.com\n'
    const mapping = { companyName: 'name', email: 'email' }
    const other = await imported(of, company, { onDuplicate: 'update', kind: 'company', mapping })
    expect(other.errors).toEqual([{ row: 2, code: 'invalid_input', field: 'kind', message: expect.any(String) }])
  })

  it('is created all the same with `create`', async () => {
    const of = await tenant()
    await contactOf(of, { email: 'claire@example.com' })
    const report = await imported(of, file, { onDuplicate: 'create' })
    expect(report).toMatchObject({ created: 4, skipped: 0 })
    expect(report.duplicates.map(({ row }: { row: number }) => row)).toEqual([2, 3, 5])
    expect(await contactsOf(of)).toHaveLength(5)
  })

  it('finds companies by SIRET and by their name without its legal form, and own private contacts', async () => {
    const of = await tenant()
    const acme = await contactOf(of, { kind: 'company', companyName: 'Acme Conseil', isPrivate: true })
    const siret = '73282932000074'
    const numbered = await contactOf(of, { kind: 'company', companyName: 'Zebra', siret })
    const companies = `name,siret\nSARL ACME conseil,\nOther,${siret}\nAcme,\n`
    const data = { kind: 'company', mapping: { companyName: 'name', siret: 'siret' } }
    const report = await imported(of, companies, data)
    expect(report.duplicates).toEqual([
      { row: 2, contactId: acme.id, reasons: ['name'] },
      { row: 3, contactId: numbered.id, reasons: ['siret'] },
    ])
    const manager = await personOf(of, 'manager')
    const seen = await imported({ ...of, token: manager.token }, companies, { ...data, dryRun: true })
    expect(seen.duplicates.map(({ row }: { row: number }) => row)).toEqual([3, 4])
    expect(JSON.stringify(seen)).not.toContain(acme.id)
  })

  it('is no company whose long name only begins like another one', async () => {
    const of = await tenant()
    const name = (building: string) => `Syndicat des copropriétaires de la résidence Les Jardins, bâtiment ${building}`
    await contactOf(of, { kind: 'company', companyName: name('A') })
    const data = { kind: 'company', mapping: { companyName: 'name' } }
    const file = `name\n"${name('B')}"\n"${name('C')}"\n"${name('a')} SCI"\n`
    const report = await imported(of, file, data)
    expect(report).toMatchObject({ created: 2, skipped: 1, duplicates: [{ row: 4, reasons: ['name'] }] })
    expect(await imported(of, file, data)).toMatchObject({ created: 0, skipped: 3 })
  })

  it('by its name alone may be somebody else where the e-mail or the SIRET differs: it is told and created', async () => {
    const of = await tenant()
    const father = await contactOf(of, { email: 'claire@example.com' })
    const [acme, zebra] = ['73282932000074', '55210055400013']
    const company = await contactOf(of, { kind: 'company', companyName: 'Acme', siret: acme })
    const rows = 'first,last,email\nClaire,Martin,daughter@example.com\nClaire,Martin,\n'
    for (const onDuplicate of ['skip', 'update']) {
      const report = await imported(of, rows, { onDuplicate, dryRun: true })
      expect(report).toMatchObject({ created: 1, skipped: 1, updated: 0 })
      expect(report.duplicates[0]).toEqual({ row: 2, contactId: father.id, reasons: ['name'] })
    }
    const mapping = { companyName: 'name', siret: 'siret', email: 'email' }
    const file = `name,siret,email\nACME SARL,${zebra},\nAcme,,hello@acme.example\n`
    const report = await imported(of, file, { kind: 'company', mapping, onDuplicate: 'update' })
    expect(report).toMatchObject({ created: 1, updated: 1 })
    expect(
      (await contactsOf(of, { kind: 'company' })).find(({ id }: { id: string }) => id === company.id),
    ).toMatchObject({
      siret: acme,
      email: 'hello@acme.example',
    })
  })

  it('is told by a dry run, which writes nothing', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { email: 'claire@example.com' })
    const report = await imported(of, renaming, { dryRun: true, onDuplicate: 'update' })
    expect(report).toMatchObject({ dryRun: true, total: 4, created: 1, updated: 3 })
    expect(report.duplicates.map(({ contactId }: { contactId: string }) => contactId)).toEqual([id, id, null])
    expect(await namesFound(of)).toEqual(['Claire Martin'])
    expect((await auditLogOf(of.org.id)).map(({ action }) => action)).not.toContain('contact.imported')
  })
})

const byFoldedName = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)

/** What an import comes to: where the machine cannot keep up, the same request goes on with what it has done so far. */
async function importedInTheEnd(
  of: Parameters<typeof postImport>[0],
  file: string,
  data: object,
  options: CallOptions,
) {
  const ended = async () => {
    const answer = await postImport(of, file, data, options)
    return [409, 503].includes(answer.status) ? null : answer
  }
  return await until('the end of the import', ended, 150_000)
}

describe('an import of many rows', () => {
  // Under DynamoDB's limit for one key, 5,000 rows take a while.
  const count = isProof ? 5_000 : 1_000

  it(`takes ${count} and never more than 5,000, and none twice under the same Idempotency-Key`, async () => {
    const of = await tenant({ client: { requestsPerMinute: 100_000 } })
    const rows = Array.from({ length: count }, (_, at) => `N${at},Last${at % 700},n${at}@example.com`)
    const file = ['first,last,email', ...rows].join('\r\n')
    const options = { headers: { 'Idempotency-Key': randomUUID() } }
    const data = { tags: ['Lasting'] }
    const answer = await importedInTheEnd(of, file, data, options)
    expect(answer.body).toEqual({ ...none, total: count, created: count })
    expect((await postImport(of, file, data, options)).text).toBe(answer.text)
    expect(await imported(of, file, { dryRun: true })).toMatchObject({ created: 0, skipped: count })
    expect(await namesFound(of, { tag: 'lasting', q: 'n77' })).toHaveLength(11)
    expect((await listContacts(of, { tag: 'lasting', pageSize: '100' })).body.results).toHaveLength(100)
    // All of them have the word: every page goes on by name where the one before ended, and none shows a contact again.
    const all = await namesFound(of, { q: 'lasti', pageSize: '100' })
    expect(all).toEqual(rows.map((row) => row.split(',').slice(0, 2).join(' ')).toSorted(byFoldedName))
    const tooLong = await postImport(
      of,
      ['first,last,email', ...Array.from({ length: 5_001 }, () => 'A,B,')].join('\r\n'),
    )
    expectRefused(tooLong, 'import_too_large')
    expect(tooLong.body.error.details).toEqual({ maxBytes: 5_242_880, maxRows: 5_000 })
  })
})
