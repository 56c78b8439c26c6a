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
    ['CN=Παύλος Νικολάου', { firstName: 'Παύλος', lastName: 'Νικολάου' }],
  ])('is the signer’s: %s', (subject, signer) => expect(isCertificateOf({ subject }, signer)).toBe(true))

  it.each([
    ['CN=Bob Roux', jane],
    ['CN=John Doe', jane],
    ['CN=Jane Doering', jane],
    ['CN=Jane', jane],
    ['CN=Jane Smith\nO=Doe SARL', jane],
    ['CN=Jane Smith\nO=A \\+ SN=Doe', jane],
    ['CN=Jane Doe', { firstName: 'CN', lastName: 'Doe' }],
    ['CN=Jane Doe\nserialNumber=SN', { firstName: 'Jane', lastName: 'SN' }],
    ['', jane],
    ['CN=Jane', { firstName: 'Jane', lastName: '-' }],
  ])('is not the signer’s: %s', (subject, signer) => expect(isCertificateOf({ subject }, signer)).toBe(false))
})
