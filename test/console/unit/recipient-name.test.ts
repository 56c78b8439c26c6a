import { expect, test } from 'vitest'
import { recipientName } from '../../../functions/console/app/mail/recipient-name.ts'

test.each([
  ['a company with a person', { company: 'Refus & Fils', firstName: null, lastName: 'Refus' }, 'Refus & Fils, Refus'],
  ['a company', { company: 'Refus & Fils', firstName: null, lastName: null }, 'Refus & Fils'],
  ['a person', { company: null, firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
  ['nobody yet', { company: null, firstName: null, lastName: null }, '—'],
])('the console names a recipient who is %s', (_, recipient, expected) => {
  expect(recipientName(recipient)).toBe(expected)
})
