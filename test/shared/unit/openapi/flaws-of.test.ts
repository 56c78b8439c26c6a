import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../../shared/http/operation.ts'
import { flawsOf } from './flaws-of.ts'
import { changeLetter, sampleOperations, whoAmI } from './sample-operations.ts'

describe('a flawed declaration is found', () => {
  test('and a sound one is not', () => {
    expect(flawsOf(sampleOperations)).toEqual([])
  })

  test.each<[string, Partial<Operation>]>([
    ['an empty summary', { summary: ' ' }],
    ['an unknown tag', { tag: 'Odds and ends' }],
    ['no response', { responses: {} }],
    ['a response without a schema', { responses: { 200: null } }],
    ['an id that is not a name', { id: 'who-am-i' }],
    ['a code twice', { errors: ['forbidden', 'forbidden'] }],
    ['a code that the pipeline answers', { errors: ['invalid_token'] }],
  ])('%s', (_, change) => {
    expect(flawsOf([{ ...(whoAmI as Operation), ...change }])).toHaveLength(1)
  })

  test('two operations of one id, or of one route under other parameter names', () => {
    expect(flawsOf([whoAmI, { ...(whoAmI as Operation), path: '/v1/myself' }])).toEqual([
      'whoAmI: the id is not unique',
    ])
    const twin = { ...(changeLetter as Operation), id: 'alterLetter', path: '/v1/letters/{letterId}' }
    expect(flawsOf([changeLetter, twin])).toEqual(['PATCH /v1/letters/{}: is declared more than once'])
  })
})
