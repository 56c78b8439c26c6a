import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressIn, clientAddress } from '../../../../shared/http/client-address.ts'

describe('an address in ranges', () => {
  test.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['192.0.2.77', ['192.0.2.64/26'], true],
    ['192.0.2.63', ['192.0.2.64/26'], false],
    ['192.0.2.1', ['192.0.2.1'], true],
    ['192.0.2.2', ['192.0.2.1/32'], false],
    ['203.0.113.9', ['0.0.0.0/0'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:DB8:0:0::1', ['2001:db8::/64'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8::1', ['2001:db8::1'], true],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['192.0.2.1', ['2000::/3'], false],
    ['192.0.2.1', ['::ffff:0:0/96'], true],
    ['::ffff:192.0.2.1', ['192.0.2.0/24'], true],
    ['192.0.2.1', [], false],
    ['192.0.2.1', ['10.0.0.0/8', '2001:db8::/32', '192.0.2.0/24'], true],
  ])('%s in %j: %s', (address, ranges, isIn) => {
    expect(addressIn(address, ranges)).toBe(isIn)
  })

  test.each([
    '',
    '/',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/a',
    '10.0.0/8',
    '::/129',
    '::/',
    'any',
  ])('what is no range (%j) holds nothing', (range) => {
    for (const address of ['10.0.0.1', '0.0.0.0', '::1']) expect(addressIn(address, [range])).toBe(false)
  })

  test('whatever is given, the answer is yes or no', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), fc.array(fc.string()), (address, ranges) => {
        expect(typeof addressIn(address, ranges)).toBe('boolean')
      }),
    )
  })

  test('every address is in its own range of any length, and in no range of another first bit', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        expect(addressIn(address, [`${address}/${bits}`])).toBe(true)
        const first = Number(address.split('.')[0])
        const opposite = address.replace(/^\d+/, String(first ^ 128))
        expect(addressIn(address, [`${opposite}/${Math.max(1, bits)}`])).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 0, max: 128 }), (address, bits) => {
        expect(addressIn(address, [`${address}/${bits}`])).toBe(true)
      }),
    )
  })
})

describe('the address of a client', () => {
  const proxies = ['198.51.100.0/24']

  test('is the gateway’s peer, where no proxy of ours stands before it', () => {
    expect(clientAddress('203.0.113.5', '192.0.2.1, 10.0.0.1', [])).toBe('203.0.113.5')
    expect(clientAddress('203.0.113.5', undefined, proxies)).toBe('203.0.113.5')
  })

  test('is the first hop before our proxies, from the right', () => {
    expect(clientAddress('198.51.100.7', '203.0.113.5', proxies)).toBe('203.0.113.5')
    expect(clientAddress('198.51.100.7', '203.0.113.5, 198.51.100.8', proxies)).toBe('203.0.113.5')
    expect(clientAddress('198.51.100.7', '192.0.2.1,203.0.113.5 , 198.51.100.8', proxies)).toBe('203.0.113.5')
  })

  test('is the peer, where every hop is a proxy of ours', () => {
    expect(clientAddress('198.51.100.7', '198.51.100.8', proxies)).toBe('198.51.100.7')
  })

  test('is nothing that the client wrote itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (written, client) => {
        fc.pre(!addressIn(client, proxies))
        expect(clientAddress(client, written, proxies)).toBe(client)
        expect(clientAddress('198.51.100.7', `${written}, ${client}`, proxies)).toBe(client)
      }),
    )
  })
})
