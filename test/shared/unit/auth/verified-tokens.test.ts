import { expect, test } from 'vitest'
import { VerifiedTokens } from '../../../../shared/auth/verified-tokens.ts'

test('a token is known by its whole text, for less than a minute', () => {
  const tokens = new VerifiedTokens<string>()
  tokens.keep('header.claims.signature', 'claims', 0)
  expect(tokens.find('header.claims.signature', 59_999)).toBe('claims')
  expect(tokens.find('header.claims.signaturf', 0)).toBeUndefined()
  expect(tokens.find('header.claims.', 0)).toBeUndefined()
  expect(tokens.find('header.claims.signature', 60_000)).toBeUndefined()
})

test('finding a token does not prolong its time', () => {
  const tokens = new VerifiedTokens<string>()
  tokens.keep('a', 'claims', 0)
  tokens.find('a', 50_000)
  expect(tokens.find('a', 70_000)).toBeUndefined()
})

test('no more tokens are kept than the bound, the latest of them', () => {
  const tokens = new VerifiedTokens<number>(3)
  for (let token = 0; token < 10; token++) tokens.keep(String(token), token, 0)
  const known = Array.from({ length: 10 }, (_, token) => tokens.find(String(token), 0))
  expect(known.filter((token) => token !== undefined)).toEqual([7, 8, 9])
})
