import { describe, expect, test } from 'vitest'
import { civilityOf, countryOf, kindOf, truthOf } from '../../../functions/contacts/api/written-words.ts'

describe('what files write in words', () => {
  test.each([
    ['mr', ['M.', 'm', 'Mr', 'MR.', 'Monsieur', ' monsieur ']],
    ['mrs', ['Mme', 'MME.', 'Madame', 'Mlle', 'Mademoiselle', 'Mrs.', 'Ms', 'Miss']],
    ['dr', ['Dr', 'Dr.', 'Docteur', 'Doctor']],
    ['maitre', ['Me', 'Maître', 'MAITRE']],
    ['mx', ['Mx', 'mx.']],
  ])('the civility %s', (code, words) => {
    for (const word of words) expect(civilityOf(word), word).toBe(code)
  })

  test.each([
    ['FR', ['France', 'FRANCE', 'fr', 'France métropolitaine']],
    ['DE', ['Allemagne', 'Germany', 'de']],
    ['BE', ['Belgique', 'Belgium']],
    ['CH', ['Suisse', 'Switzerland']],
    ['GB', ['Royaume-Uni', 'United Kingdom', 'UK', 'Grande-Bretagne']],
    ['US', ['États-Unis', 'Etats-Unis', 'United States', 'USA']],
    ['CI', ['Côte d’Ivoire', "Cote d'Ivoire"]],
    ['RE', ['La Réunion', 'Réunion']],
  ])('the country %s', (code, words) => {
    for (const word of words) expect(countryOf(word).toUpperCase(), word).toBe(code)
  })

  test('true and false, and what is none of them stays', () => {
    expect(['TRUE', 'Vrai', 'oui', 'yes', '1'].map(truthOf)).toEqual(Array(5).fill(true))
    expect(['false', 'FAUX', 'Non', 'no', '0'].map(truthOf)).toEqual(Array(5).fill(false))
    expect(truthOf('perhaps')).toBe('perhaps')
  })

  test('a kind, and what is none of them stays', () => {
    expect(['Personne', 'Société', 'COMPANY', 'Animal'].map(kindOf)).toEqual(['person', 'company', 'company', 'animal'])
    expect([civilityOf('Prof.'), countryOf('Nowhere')]).toEqual(['prof.', 'Nowhere'])
  })
})
