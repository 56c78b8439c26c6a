import { describe, expect, it } from 'vitest'
import { maxTerms, positionOf, searchTermsOf } from '../../../functions/contacts/model/search-terms.ts'
import { searchable } from './searchable.ts'

describe('what a contact is found by', () => {
  it('is every word of its names, its numbers, its e-mail and its tags, once each', () => {
    const terms = searchTermsOf({
      firstName: 'Éloïse',
      lastName: "O'Neil–Straße",
      companyName: 'Œuvre & Fils',
      email: 'E.Oneil+Work@Example.com',
      phone: '+33142685300',
      mobilePhone: '+33612345678',
      siren: '732829320',
      siret: '73282932000074',
      tags: ['VIP', 'Fils aîné'],
    })
    expect(terms.toSorted()).toEqual([
      ...[
        '+33142685300',
        '+33612345678',
        '73282932000074',
        'aine',
        'e.oneil+work@example.com',
        'eloise',
        'example.com',
        'fils',
      ],
      ...['neil', 'oeuvre', 'oneil', 'strasse', 'vip', 'work'],
    ])
  })

  it.for<[string, Parameters<typeof searchable>[0], string[]]>([
    ['a word that another begins with', { firstName: 'Jean', lastName: 'Jeanne' }, ['jeanne']],
    ['the same word', { firstName: 'Jean', tags: ['JEAN', 'jean'] }, ['jean']],
    [
      'a beginning of the e-mail',
      { firstName: 'Jean', email: 'jean@example.com' },
      ['jean@example.com', 'example.com'],
    ],
    ['the SIREN of its SIRET', { siren: '732829320', siret: '73282932000074' }, ['73282932000074']],
  ])('leaves out %s', ([, fields, expected]) => {
    expect(searchTermsOf(searchable(fields))).toEqual(expected)
  })

  it('keeps a number whose e-mail begins with it: it is found in other ways', () => {
    const terms = searchTermsOf(searchable({ mobilePhone: '+33612345678', email: '+33612345678@sms.example.com' }))
    expect(terms).toContain('+33612345678')
    expect(terms.map(positionOf)).toContain('612345678')
  })

  it('keeps the word that few have of each of many tags, and no more than a commit takes', () => {
    const tags = Array.from(
      { length: 50 },
      (_, index) => `of the ${String.fromCodePoint(0x4e00 + index)}category${index}`,
    )
    const names = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ')
    const terms = searchTermsOf(
      searchable({ companyName: names, email: 'me@example.com', tags, phone: '+33142685300' }),
    )
    expect(terms.length).toBeLessThanOrEqual(maxTerms)
    expect(terms).toEqual(expect.arrayContaining(tags.map((tag) => tag.split(' ')[2])))
    expect(terms).toContain('+33142685300')
  })

  it('cuts what is longer than anybody types, by whole characters', () => {
    expect(searchTermsOf(searchable({ lastName: '𠀋'.repeat(90) }))).toEqual(['𠀋'.repeat(80)])
  })

  it('is nothing where there are no letters', () => {
    expect(searchTermsOf(searchable({ lastName: '*** ', tags: ['★'] }))).toEqual([])
  })
})
