import { describe, expect, test } from 'vitest'
import { columnsOf, likelyColumn } from '../../../functions/console/app/contacts/csv-header.ts'

describe('the columns of a file', () => {
  test.each([
    ['Nom;Prénom\nA;B', ['Nom', 'Prénom']],
    ['\uFEFF"First name","Last name"\r\nA,B', ['First name', 'Last name']],
    ['email\tphone', ['email', 'phone']],
    ['', []],
  ])('%j', (text, columns) => {
    expect(columnsOf(text)).toEqual(columns)
  })

  test('are found for what they most likely hold', () => {
    const columns = ['Prénom', 'Nom', 'E-mail', 'Code postal']
    expect(likelyColumn('firstName', columns)).toBe('Prénom')
    expect(likelyColumn('email', columns)).toBe('E-mail')
    expect(likelyColumn('address.postalCode', columns)).toBe('Code postal')
    expect(likelyColumn('siret', columns)).toBe('')
  })
})
