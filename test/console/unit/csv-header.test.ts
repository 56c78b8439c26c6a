import { describe, expect, test } from 'vitest'
import { columnsOf, likelyColumn, usualMappingOf } from '../../../functions/console/app/contacts/csv-header.ts'

describe('the columns of a file', () => {
  test.each([
    ['Nom;Prénom\nA;B', ['Nom', 'Prénom']],
    ['"First name","Last name"\r\nA,B', ['First name', 'Last name']],
    ['sep=;\r\nCivilité;Nom, prénom;E-mail\r\nMme;A;B', ['Civilité', 'Nom, prénom', 'E-mail']],
    ['"Nom, prénom","E-mail ""pro"""\nA,B', ['Nom, prénom', 'E-mail "pro"']],
    ['\rNom;Prénom\rA;B', ['Nom', 'Prénom']],
    [';;\nemail;nom;"Adresse\nligne 2"\nA;B;C', ['email', 'nom', 'Adresse ligne 2']],
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
    expect(likelyColumn('isPrivate', ['firstName', 'isPrivate'])).toBe('isPrivate')
  })

  test('are found by the program that wrote them, as far as they are there', () => {
    const google = {
      program: 'G',
      mapping: { firstName: 'First Name', email: 'E-mail 1 - Value', phone: 'Phone 1 - Value' },
    }
    const outlook = { program: 'O', mapping: { firstName: 'First Name', email: 'E-mail Address', tags: 'Categories' } }
    const columns = ['First Name', 'E-mail 1 - Value', 'Phone 1 - Value', 'Notes']
    expect(usualMappingOf([outlook, google], columns)).toEqual(google.mapping)
    expect(usualMappingOf([outlook, google], ['First Name', 'Notes'])).toEqual({})
  })
})
