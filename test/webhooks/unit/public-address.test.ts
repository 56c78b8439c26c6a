import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../shared/platform/public-address.ts'
import { forbiddenAddresses, publicAddresses } from './forbidden-targets.ts'

describe('an address', () => {
  it.for(forbiddenAddresses)('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  it.for(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  it('is not public when it is not plainly an address', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.tuple(fc.ipV4Extended(), fc.string()).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        if (isIP(text) === 0) expect(isPublicAddress(text)).toBe(false)
      }),
    )
  })

  it('of IPv4 inside one of IPv6 is never public', () => {
    const prefixes = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::')
    fc.assert(
      fc.property(prefixes, fc.ipV4(), (prefix, address) => {
        expect(isPublicAddress(prefix + address)).toBe(false)
      }),
    )
  })

  it('of IPv6 is public within 2000::/3 alone', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (isPublicAddress(address)) expect(address).toMatch(/^[23][0-9a-f]{3}:/i)
      }),
    )
  })
})
