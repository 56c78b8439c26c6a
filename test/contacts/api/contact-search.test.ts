import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import {
  type AddressBook,
  addressBook,
  byChange,
  byName,
  externalRefs,
  hasPiece,
  type Listed,
  type Maker,
  type Piece,
  plain,
  tags,
  wordsIn,
} from '../../support/address-book.ts'
import { demand } from '../../support/client.ts'
import { contactOf, deleteContact, listContacts, namesFound, patchContact } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

const seed = Number(process.env.FAULTS_SEED)

describe('a search of many contacts', () => {
  let book: AddressBook
  beforeAll(async () => {
    book = await addressBook(120)
  })

  it('finds what a filter over all of them finds, on pages of any size, in order', async () => {
    const questions = fc.sample(questionsAbout(book), { numRuns: 60, seed })
    const fixed: Question[] = [{}, { sort: 'updated' }, { pieces: [{ q: 'É', word: 'e' }] }].map((some) => ({
      pieces: [],
      createdByMe: false,
      maker: 0,
      ...some,
    }))
    let found = 0
    await inParallel([...fixed, ...questions], 4, async (question, index) => {
      const maker = book.makers[question.maker] ?? book.makers[0]
      const expected = expectedOf(book, question, maker)
      found += expected.length
      for (const pageSize of index < fixed.length ? [7, 25] : [index % 2 === 0 ? 7 : 25]) {
        const ids = await idsFound(book, maker, { ...filtersOf(question), pageSize: String(pageSize) })
        expect(ids, JSON.stringify(question)).toEqual(expected.map(({ id }) => id))
      }
    })
    // Questions to which nothing fits would show nothing.
    expect(found).toBeGreaterThan(300)
  })

  it('refuses the page of another search, of somebody else and of no sense', async () => {
    const [maker, other] = book.makers
    const home = { entity: book.tenant.entity, token: maker.token }
    const { body } = await listContacts(home, { q: 'martin', pageSize: '5' })
    const pageToken = String(body.nextPageToken)
    expect(body.results).toHaveLength(5)
    expect((await listContacts(home, { q: 'martin', pageSize: '7', pageToken })).status).toBe(200)
    for (const filters of ['q=mart', 'q=martin&kind=person', 'q=martin&sort=updated', 'tag=martin', '']) {
      const query = new URLSearchParams([...new URLSearchParams(filters), ['pageToken', pageToken]])
      expectRefused(await listContacts(home, query), 'invalid_page_token')
    }
    expectRefused(await listContacts(home, { q: 'martin', pageToken: `${pageToken}x` }), 'invalid_page_token')
    expectRefused(
      await listContacts({ ...home, token: other?.token ?? '' }, { q: 'martin', pageToken }),
      'invalid_page_token',
    )
    for (const pageSize of ['0', '101', '1.5', 'x'])
      expectRefused(await listContacts(home, { pageSize }), 'invalid_input')
  })
})

/** What is asked for, and by whom. */
interface Question {
  readonly pieces: readonly Piece[]
  readonly kind?: string | undefined
  readonly tag?: string | undefined
  readonly visibility?: string | undefined
  readonly companyId?: string | undefined
  readonly createdByMe: boolean
  readonly externalRef?: string | undefined
  readonly sort?: string | undefined
  readonly maker: number
}

const rarely = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 })

function questionsAbout({ contacts, companyIds }: AddressBook): fc.Arbitrary<Question> {
  const words = contacts.flatMap(({ firstName, lastName, companyName, email, siret, tags: own }) => [
    ...[firstName, lastName, companyName, ...own].flatMap(wordsIn),
    ...[email, siret].flatMap((text) => text ?? []),
  ])
  const word = fc.tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 12 }), fc.boolean())
  const typedWord = word.map(([whole, length, isLoud]): Piece => {
    const text = [...whole].slice(0, /^\d/.test(whole) ? length + 3 : length).join('')
    const start = text.replace(/[^\p{L}\p{N}]+$/u, '')
    return { q: isLoud ? start.toUpperCase() : start, word: plain(start) }
  })
  const numbers = contacts.flatMap(({ phone, mobilePhone }) => [phone, mobilePhone].flatMap((number) => number ?? []))
  const number = fc.tuple(fc.constantFrom(...numbers), fc.integer({ min: 1, max: 9 }), fc.nat(4))
  const typedNumber = number.map(([whole, length, spelling]): Piece => {
    const national = whole.slice('+33'.length, '+33'.length + length)
    const pairs = `0${national}`.replace(/..(?=.)/g, '$& ')
    const spellings = [`0${national}`, pairs, `+33${national}`, `0033 ${national}`, `+33 (0)${national}`]
    return { q: spellings[spelling] ?? '', national }
  })
  const some = fc.tuple(fc.array(typedWord, { maxLength: 2 }), fc.option(typedNumber, { freq: 3, nil: undefined }))
  return fc.record({
    // Digits that stand together are one number: what comes before a number is no SIRET.
    pieces: some.map(([first, last]) => (last && !/\d$/.test(first.at(-1)?.q ?? '') ? [...first, last] : first)),
    kind: rarely(['person', 'company']),
    tag: rarely([...tags, 'VIP CLIENT', 'elan', 'none']),
    visibility: rarely(['all', 'shared', 'private']),
    companyId: rarely(companyIds),
    createdByMe: fc.constantFrom(false, false, false, true),
    externalRef: rarely(externalRefs),
    sort: rarely(['name', 'updated']),
    maker: fc.nat(2),
  })
}

function filtersOf({ pieces, createdByMe, maker: _, ...others }: Question): Record<string, string> {
  const given = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const q = pieces.map((piece) => piece.q).join(' ')
  return { ...Object.fromEntries(given), ...(q && { q }), ...(createdByMe && { createdByMe: 'true' }) }
}

/** The answer of a plain filter over all contacts. */
function expectedOf({ contacts, companyOf }: AddressBook, question: Question, maker: Maker): Listed[] {
  const { pieces, kind, tag, visibility = 'all', companyId, createdByMe, externalRef, sort } = question
  const isMine = ({ createdBy }: Listed) => createdBy.id === maker.id
  const visible = contacts.filter((contact) => !contact.isPrivate || isMine(contact))
  const tests: ((contact: Listed) => boolean)[] = [
    (contact) => pieces.every((piece) => hasPiece(contact, piece)),
    (contact) => kind === undefined || contact.kind === kind,
    (contact) => tag === undefined || contact.tags.some((own) => plain(own) === plain(tag)),
    ({ isPrivate }) => visibility === 'all' || isPrivate === (visibility === 'private'),
    ({ id }) => companyId === undefined || companyOf.get(id) === companyId,
    (contact) => !createdByMe || isMine(contact),
    (contact) => externalRef === undefined || contact.externalRef === externalRef,
  ]
  const found = visible.filter((contact) => tests.every((test) => test(contact)))
  return found.toSorted(sort === 'updated' ? byChange : byName)
}

async function idsFound(book: AddressBook, { token }: Maker, filters: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let pageToken: string | null = null; ; ) {
    const home = { entity: book.tenant.entity, token }
    const answer = await listContacts(home, { ...filters, ...(pageToken && { pageToken }) })
    demand(answer, 200)
    const results: { id: string }[] = answer.body.results
    expect(results.length).toBeLessThanOrEqual(Number(filters.pageSize))
    ids.push(...results.map(({ id }) => id))
    if (!answer.body.nextPageToken) return ids
    pageToken = String(answer.body.nextPageToken)
  }
}

async function companyNamed(of: Tenant, companyName: string): Promise<string> {
  return (await contactOf(of, { kind: 'company', companyName })).id
}

describe.concurrent('a contact', () => {
  let home: Tenant
  beforeAll(async () => {
    home = await tenant()
  })

  it('is found by the very next request after its creation and after each change, and no more by what it was', async () => {
    const { id } = await contactOf(home, { lastName: 'Hálfdanarson', tags: ['hólm'], phone: '01 42 00 00 01' })
    for (const q of ['halfdan', 'HÁLF', 'claire half', '014200', '+33 1 42 00 00 01', 'holm'])
      expect(await namesFound(home, { q }), q).toEqual(['Claire Hálfdanarson'])
    await patchContact(home, id, { lastName: 'Þórsdóttir', phone: '+44 20 7946 0001', email: 'Thora@Example.com' })
    for (const q of ['thorsd', 'ÞÓR', 'claire holm', '020 7946 0001', '+44 20 79460001', 'thora@example.com', 'THORA@'])
      expect(await namesFound(home, { q }), q).toEqual(['Claire Þórsdóttir'])
    for (const q of ['halfdan', '014200', 'holm halfdan']) expect(await namesFound(home, { q }), q).toEqual([])
    await patchContact(home, id, { tags: [] })
    expect(await namesFound(home, { q: 'holm' })).toEqual([])
    expect(await namesFound(home, { tag: 'hólm' })).toEqual([])
    await deleteContact(home, id)
    for (const q of ['thorsd', 'thora', '020 7946 0001']) expect(await namesFound(home, { q }), q).toEqual([])
  })

  it('moves to its place where its name changes, and to the first of the latest', async () => {
    const of = await tenant()
    const [first] = [await contactOf(of, { lastName: 'Aa' }), await contactOf(of, { lastName: 'Bb' })]
    await patchContact(of, first.id, { firstName: 'Zoé' })
    expect(await namesFound(of)).toEqual(['Claire Bb', 'Zoé Aa'])
    expect(await namesFound(of, { sort: 'updated' })).toEqual(['Zoé Aa', 'Claire Bb'])
  })

  it('is found with the company that is its own by now, whichever it was when it was found first', async () => {
    const of = await tenant()
    const [first, second] = [await companyNamed(of, 'First'), await companyNamed(of, 'Second')]
    const { id } = await contactOf(of, { lastName: 'Durand', externalRef: 'D', companyId: first })
    const alone = await contactOf(of, { lastName: 'Durand', externalRef: 'D' })
    const questions = ['q=durand', 'q=durand&sort=updated', 'externalRef=D&kind=person']
    const companies = async () =>
      await inParallel(questions, questions.length, async (question) => {
        const { body } = await listContacts(of, new URLSearchParams(question))
        const [own, other] = [id, alone.id].map((each) => body.results.find((found: Listed) => found.id === each))
        expect(other.company).toBeNull()
        return own.company?.displayName ?? null
      })
    expect(await companies()).toEqual(['First', 'First', 'First'])
    await patchContact(of, second, { companyName: 'Renamed' })
    await patchContact(of, id, { companyId: second })
    expect(await companies()).toEqual(['Renamed', 'Renamed', 'Renamed'])
    expect(await namesFound(of, { companyId: first })).toEqual([])
    expect(await namesFound(of, { companyId: second })).toEqual(['Claire Durand'])
    await patchContact(of, id, { companyId: null })
    expect(await companies()).toEqual([null, null, null])
  })

  it('is found on one of the pages, whatever the letters of its name', async () => {
    const of = await tenant()
    const { id: companyId } = await contactOf(of, { kind: 'company', companyName: '山 SA' })
    // The second letter comes after those of pairs in the order of bytes, and before them in JavaScript's.
    const names = ['山﨑', '山﨑', '山田', '山田', '﨑藤', '👍', '﨑藤']
    await Promise.all(names.map((lastName) => contactOf(of, { firstName: null, lastName, companyId })))
    const found = async (filters: Record<string, string>) => {
      const ids: string[] = []
      for (let pageToken = ''; ; ) {
        const { body } = await listContacts(of, { ...filters, pageSize: '1', ...(pageToken && { pageToken }) })
        ids.push(...body.results.map(({ id }: { id: string }) => id))
        if (!body.nextPageToken) return new Set(ids).size
        pageToken = String(body.nextPageToken)
      }
    }
    expect(await found({ companyId })).toBe(names.length)
    expect(await found({ q: '山', kind: 'person' })).toBe(4)
    expect(await found({})).toBe(names.length + 1)
  })

  it('is sorted by name where few have the tag that is asked for', async () => {
    const of = await tenant()
    const many = Array.from({ length: 45 }, (_, index) => ({ firstName: `A${index}`, lastName: 'Martin' }))
    await inParallel(many, 8, (fields) => contactOf(of, fields))
    const few = ['Zoe Martin', 'Ada Martinon', 'Bruno Martin', 'Albert Martinez']
    for (const name of few) {
      const [firstName, lastName] = name.split(' ')
      await contactOf(of, { firstName, lastName, tags: ['vip'] })
    }
    expect(await namesFound(of, { q: 'martin', tag: 'vip' })).toEqual(few.toSorted())
  })

  it('is found by every one of fifty tags, and by a tag without letters', async () => {
    const of = await tenant()
    const many = Array.from({ length: 49 }, (_, index) => `the tag ${index}x of the great many`)
    await contactOf(of, { tags: [...many, '★'] })
    for (const tag of [many[0], many[48], '★', 'THE TAG 7X OF THE GREAT MANY'])
      expect(await namesFound(of, { tag: String(tag) }), tag).toEqual(['Claire Martin'])
    expect(await namesFound(of, { tag: '7x' })).toEqual([])
    expect(await namesFound(of, { q: 'claire 48x' })).toEqual(['Claire Martin'])
    // So many words that some of them find nobody.
    const wordy = Array.from({ length: 50 }, (_, index) => `alpha${index}x betabet${index}x`)
    await contactOf(of, { lastName: 'Wordy', tags: wordy })
    for (const tag of wordy.slice(-2)) expect(await namesFound(of, { tag }), tag).toEqual(['Claire Wordy'])
  })
})
