import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvHeader, csvRowOf, tagsIn } from '../../../functions/contacts/model/contact-csv.ts'
import type { ContactView } from '../../../functions/contacts/model/contact-view.ts'
import { disarmed, rearmed } from '../../../shared/platform/csv-row.ts'
import { readCsv } from './read-csv.ts'

const id = '0190b3d2-7c1e-7a31-9f10-000000000001'
const claire: ContactView = {
  id,
  orgId: id,
  entityId: id,
  kind: 'person',
  civility: 'mrs',
  firstName: 'Claire',
  lastName: 'Martin',
  companyName: null,
  displayName: 'Claire Martin',
  email: 'claire@example.com',
  phone: null,
  mobilePhone: '+33612345678',
  address: null,
  tags: [],
  externalRef: null,
  isPrivate: false,
  companyId: null,
  company: null,
  siren: null,
  siret: null,
  createdBy: { type: 'user', id, email: 'a@b.fr', firstName: 'A', lastName: 'B' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  version: 1,
}

/** A contact as it is read out of the file again. */
function readBack(contact: ContactView): Record<string, string> {
  const [header = [], ...rows] = readCsv(`${csvHeader}${csvRowOf(contact)}`.slice(1))
  expect(rows).toHaveLength(1)
  return Object.fromEntries(header.map((name, index) => [name, rearmed(rows[0]?.[index] ?? '')]))
}

describe('a file of contacts', () => {
  it('starts with a byte order mark and the names of the fields', () => {
    expect([...Buffer.from(csvHeader).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(csvHeader.slice(1)).toBe(
      'id,entityId,kind,displayName,civility,firstName,lastName,companyName,email,phone,mobilePhone,address.line1,address.line2,address.postalCode,address.city,address.country,tags,externalRef,isPrivate,companyId,siren,siret,createdAt,updatedAt\r\n',
    )
  })

  it.for<[string, string]>([
    ['Martin', 'Martin'],
    ['Martin, Claire', '"Martin, Claire"'],
    ['Claire "La" Martin', '"Claire ""La"" Martin"'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a;=b', '"a;=b"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    // A number stays as it is in the columns of numbers alone.
    ['+33612345678', "'+33612345678"],
  ])('has %j as %j', ([lastName, cell]) => {
    expect(csvRowOf({ ...claire, lastName })).toContain(`,Claire,${cell},,claire@example.com,,+33612345678,`)
  })

  it('keeps a number that is stored from before as text where it is none', () => {
    expect(csvRowOf({ ...claire, mobilePhone: '+1+cmd' })).toContain("'+1+cmd")
  })

  it('is read back as it was, whatever the contacts hold', () => {
    const letters = fc.string({ unit: fc.constantFrom(...`=+-@\t\r\n'"|\\;, aé李€`), maxLength: 12 })
    const text = fc.oneof(letters, fc.string({ unit: 'grapheme' }))
    const some = fc.record({ firstName: text, line1: text, externalRef: text, tags: fc.array(text) })
    fc.assert(
      fc.property(some, ({ firstName, line1, externalRef, tags: drawn }) => {
        const tags = drawn.filter((tag) => tag !== '')
        const address = { line1, line2: null, postalCode: '75002', city: 'Paris', country: 'FR' }
        const cells = readBack({ ...claire, firstName, externalRef, tags, address })
        expect(cells).toMatchObject({ firstName, externalRef, 'address.line1': line1, 'address.line2': '' })
        expect(cells).toMatchObject({ mobilePhone: '+33612345678', phone: '', lastName: 'Martin', isPrivate: 'false' })
        expect(tagsIn(cells.tags ?? '')).toEqual(tags)
      }),
      { numRuns: 2000 },
    )
  })

  it('holds no cell that is a formula, and tells each that was disarmed from what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠\t\r'a") }), (text) => {
        expect(disarmed(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r]/)
        expect(rearmed(disarmed(text))).toBe(text)
      }),
    )
  })
})
