import { expect, test } from 'vitest'
import { matchesWords, wordsIn } from '../../../functions/organizations/api/member-words.ts'

const person = {
  id: 'p',
  locale: 'fr',
  firstName: 'Anne-Élise',
  lastName: "d'Ormesson Ünal",
  email: 'a.ormesson@mairie-lyon.example',
}

test.each([
  ['', true],
  ['anne', true],
  ['ELISE', true],
  ['élise orm', true],
  ['orm elise', true],
  ["d'orm", true],
  ['unal', true],
  ['a.orm', true],
  ['lyon', true],
  ['anne-elise', true],
  ['lise', false],
  ['nne', false],
  ['anne pierre', false],
  ['ormessonn', false],
  ['@', false],
])('a search for %j finds the person: %s', (q, isFound) => {
  expect(matchesWords(person, wordsIn(q))).toBe(isFound)
})

test('a name that nobody knows is no word', () => {
  expect(matchesWords({ ...person, firstName: null, lastName: null }, wordsIn('null'))).toBe(false)
})
