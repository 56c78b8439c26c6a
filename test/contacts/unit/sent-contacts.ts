import fc from 'fast-check'
import * as v from 'valibot'
import type { ImportRow } from '../../../functions/contacts/api/import-input.ts'
import { kinds } from '../../../functions/contacts/model/address-book.ts'
import { contactInput } from '../../../functions/contacts/model/contact-input.ts'
import { isVisible } from '../../../shared/platform/visible-text.ts'

export const entityId = '0190b3d2-7c1e-7a31-9f10-0000000000aa'

/** What files and spreadsheets take for something else, beside scripts of all sorts. */
const letters = [...`=+-@\t\r\n'"|\\;,. aZ09éßİ李ש€`, '\r\n', '👩‍👩‍👧', 'e\u0301', 'नमस्ते', '\u00a0', '\u2028', '\ufeff']
/** Lengths count code units, and a letter may have many. The API refuses invisible texts and U+FFFD, the sign of invalid UTF-8. */
const isTaken = (text: string) =>
  text.length <= 50 && !text.includes('\ufffd') && (text.trim() === '' || isVisible(text))
const tricky = (maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), maxLength }).filter(isTaken)
const oneLine = (text: string) => text.replace(/[\r\n\t]/g, '')
const names = fc.oneof(
  fc.constantFrom('Claire', 'Ἀχιλλεύς', 'Łukasz', '李小龍', 'محمد', "'=Martin", '+33612345678', '-1', '@SUM(A1)'),
  tricky(12).map(oneLine),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(isTaken),
)
const named = names.filter((name) => name.trim() !== '')
const line = tricky(12).map(oneLine)
const emails = fc
  .tuple(fc.stringMatching(/^[a-zA-Z0-9'=+_-]{1,6}$/), fc.constantFrom('example.com', 'Exa.FR'))
  .map((parts) => parts.join('@'))
const phones = fc.oneof(
  fc.stringMatching(/^\+33[1-59]\d{8}$/),
  fc.stringMatching(/^0[1-5]( \d\d){4}$/),
  fc.stringMatching(/^\+1 ?212555\d{4}$/),
)
const mobiles = fc.oneof(fc.stringMatching(/^\+336\d{8}$/), fc.stringMatching(/^07(\.\d\d){4}$/))
const tags = line.filter((tag) => tag.trim() !== '')
const addresses = fc.record(
  {
    line1: line,
    line2: line,
    postalCode: fc.stringMatching(/^[0-9A-Z -]{0,8}$/),
    city: line,
    country: fc.constantFrom('FR', 'de', 'JP', 'IL'),
  },
  { requiredKeys: [] },
)
const others = fc.record(
  {
    civility: fc.constantFrom('mr', 'mrs', 'mx', 'dr', 'maitre'),
    firstName: names,
    email: emails,
    phone: phones,
    mobilePhone: mobiles,
    address: addresses,
    externalRef: names,
    tags: fc.oneof({ weight: 9, arbitrary: fc.array(tags, { maxLength: 4 }) }, fc.array(tags, { maxLength: 50 })),
    numbers: fc.constantFrom(
      ...[{ siren: '732829320' }, { siret: '732 829 320 00074' }, { siren: '005420120', siret: '00542012000015' }],
    ),
  },
  { requiredKeys: [] },
)

const sentContacts = fc
  .record({ kind: fc.constantFrom(...kinds), name: named, also: fc.option(named), others })
  .map(({ kind, name, also, others: { numbers, ...fields } }) => {
    const [own, other] = kind === 'company' ? ['companyName', 'lastName'] : ['lastName', 'companyName']
    return { entityId, kind, [own]: name, ...(also !== null && { [other]: also }), ...fields, ...numbers }
  })
  // Some letters are invisible, and names of those alone are refused.
  .filter((contact) => v.is(contactInput, contact))

/** Contacts of every make, as clients may send them; `row` is their place among them. */
export function sampleOfSent(count: number): ImportRow[] {
  return fc.sample(sentContacts, count).map((contact, row) => {
    const { entityId: _, kind, ...sent } = v.parse(contactInput, contact)
    return { row, kind, sent }
  })
}
