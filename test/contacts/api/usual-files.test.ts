import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../support/client.ts'
import { imported } from '../../support/contact-import.ts'
import { contactsPath, listContacts } from '../../support/contacts.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

interface UsualMapping {
  readonly program: string
  readonly language: string
  readonly mapping: Record<string, string>
}

let home: Tenant
let mappings: UsualMapping[] = []

beforeAll(async () => {
  home = await tenant()
  const { body } = await call('GET', `${contactsPath}/options?entityId=${home.entity.id}`, { token: home.token })
  mappings = body.import.mappings
})

const everybody = { firstName: 'Élodie', lastName: 'Lefèvre', companyName: 'Acme', email: 'elodie@example.com' }
const phones = { phone: '+33142685300', mobilePhone: '+33612345678' }
const address = { line1: '10 rue de la Paix', postalCode: '75002', city: 'Paris', country: 'FR' }
const red = { tags: ['Red', 'Blue'] }

/** What each program's file says beyond names and e-mail. */
const files: [program: string, language: string, more: object][] = [
  ['Google Contacts', 'en', { phone: '+33612345678', address, tags: ['Clients'] }],
  ['Outlook', 'en', { ...phones, address, ...red, civility: 'mrs' }],
  ['Outlook', 'fr', { ...phones, address, ...red }],
  ['iCloud', 'en', { ...phones, address }],
  ['iCloud', 'fr', { ...phones, address }],
  ['Thunderbird', 'en', { ...phones, address }],
  ['Thunderbird', 'fr', { ...phones, address: { line1: address.line1, country: 'FR' } }],
  ['HubSpot', 'en', { ...phones, address, externalRef: '151' }],
  ['HubSpot', 'fr', { ...phones, address, externalRef: '151' }],
  ['Excel', 'en', { ...phones, address, ...red, civility: 'mrs' }],
  ['Excel', 'fr', { ...phones, address, ...red, civility: 'mrs' }],
]

it.each(files)(
  'a file of %s (%s) is imported with the mapping that the options offer',
  async (program, language, more) => {
    const of = await tenant()
    const usual = mappings.find((each) => each.program === program && each.language === language)
    const name = `${program.toLowerCase().replace(' ', '-')}-${language}.csv`
    const file = await readFile(new URL(`../files/${name}`, import.meta.url))
    const report = await imported(of, file, { mapping: usual?.mapping })
    expect(report).toMatchObject({ total: 1, created: 1, errors: [] })
    expect((await listContacts(of)).body.results).toMatchObject([{ ...everybody, ...more }])
  },
)

it('there is a file for each mapping', () => {
  const named = (of: readonly { program: string; language: string }[]) =>
    of.map((each) => `${each.program} ${each.language}`)
  expect(named(mappings)).toEqual(named(files.map(([program, language]) => ({ program, language }))))
})
