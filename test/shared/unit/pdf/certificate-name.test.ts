import { describe, expect, it } from 'vitest'
import { isCertificateOf } from '../../../../shared/pdf/certificate-name.ts'

const jane = { firstName: 'Jane', lastName: 'Doe' }

describe('the name in a certificate', () => {
  it.each([
    ['CN=Jane Doe', jane],
    ['C=FR\nSN=DOE\nGN=JANE MARY\nCN=JANE MARY DOE', jane],
    ['C=FR\nGN=Jane + SN=Doe', jane],
    ['CN=Lefevre Zoe', { firstName: 'Zoë', lastName: 'Lefèvre' }],
    ['CN=JEAN-PAUL DE LA TOUR', { firstName: 'Jean-Paul', lastName: 'de La Tour' }],
    ['CN=ANNE LECOEUR', { firstName: 'Anne', lastName: 'Lecœur' }],
    ['CN=Lecœur Anne', { firstName: 'Anne', lastName: 'Lecoeur' }],
    ['CN=LECH WALESA', { firstName: 'Lech', lastName: 'Wałęsa' }],
    ['CN=SOREN KJAER', { firstName: 'Søren', lastName: 'Kjær' }],
    ['CN=JURGEN MUELLER', { firstName: 'Jürgen', lastName: 'Müller' }],
    ['CN=JUERGEN STRASSE', { firstName: 'Jürgen', lastName: 'Straße' }],
    ['SN=Müller\nGN=Jürgen', { firstName: 'Juergen', lastName: 'Mueller' }],
    ['CN=Sean ONeil', { firstName: 'Sean', lastName: 'O’Neil' }],
    ['CN=SEAN O NEIL', { firstName: 'Sean', lastName: 'ONeil' }],
    ['CN=JEANPAUL DELATOUR', { firstName: 'Jean-Paul', lastName: 'de la Tour' }],
    ['CN=Παύλος Νικολάου', { firstName: 'Παύλος', lastName: 'Νικολάου' }],
  ])('is the signer’s: %s', (subject, signer) => expect(isCertificateOf({ subject }, signer)).toBe(true))

  it.each([
    ['CN=Bob Roux', jane],
    ['CN=John Doe', jane],
    ['CN=Jane Doering', jane],
    ['CN=Jane Do Er', jane],
    ['CN=Jane Dupont', { firstName: 'Jane', lastName: 'Dupont-Martin' }],
    ['CN=Ja\nSN=Ne Doe', jane],
    ['CN=Jane', jane],
    ['CN=Jane Smith\nO=Doe SARL', jane],
    ['CN=Jane Smith\nO=A \\+ SN=Doe', jane],
    ['CN=Jane Doe', { firstName: 'CN', lastName: 'Doe' }],
    ['CN=Jane Doe\nserialNumber=SN', { firstName: 'Jane', lastName: 'SN' }],
    ['', jane],
    ['CN=Jane', { firstName: 'Jane', lastName: '-' }],
  ])('is not the signer’s: %s', (subject, signer) => expect(isCertificateOf({ subject }, signer)).toBe(false))
})
