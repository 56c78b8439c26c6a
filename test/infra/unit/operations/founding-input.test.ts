import { describe, expect, it } from 'vitest'
import { valid } from '../../../../infra/operations/command.ts'
import { foundingSchema } from '../../../../infra/operations/provider-slug.ts'

const given = {
  provider: 'Maison Durand',
  slug: 'maison-durand',
  organization: 'Durand',
  entity: 'Siège',
  'owner-email': 'jeanne@example.com',
  'owner-first-name': 'Jeanne',
  'owner-last-name': 'Durand',
}

describe('what an installation is founded with', () => {
  it('is in English where nothing is said', () => {
    expect(valid(foundingSchema, given)).toEqual({ ...given, locale: 'en' })
  })

  it.for([
    [{ slug: 'Maison' }, '--slug: Give lower-case letters'],
    [{ slug: '-maison' }, '--slug: '],
    [{ slug: 'maison--durand' }, '--slug: '],
    [{ slug: 'm'.repeat(41) }, '--slug: '],
    [{ provider: ' ' }, '--provider: '],
    [{ organization: 'a\nb' }, '--organization: '],
    [{ entity: 'x'.repeat(121) }, '--entity: '],
    [{ 'owner-email': 'jeanne' }, '--owner-email: '],
    [{ 'owner-first-name': undefined }, '--owner-first-name: it is required.'],
    [{ locale: 'French' }, '--locale: Send a language tag'],
  ] as const)('is refused: %j', ([more, told]) => {
    expect(() => valid(foundingSchema, { ...given, ...more })).toThrow(told)
  })
})
