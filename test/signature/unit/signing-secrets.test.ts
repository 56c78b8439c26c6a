import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invitationToken } from '../../../functions/organizations/model/members/invitation-token.ts'
import { keyOfToken, signingLinks, tokenHash } from '../../../functions/signature/model/signing-link.ts'
import { asLinkToken } from '../../../shared/personal-links/link-token.ts'
import { codeOf, copyToken, linkToken, type Mac } from '../../../shared/personal-links/signing-secrets.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { macKeysOf } from '../../support/mac-keys.ts'

const mac: Mac = async (text) => createHmac('sha256', 'a key that stays where it is').update(text).digest()
const signer = { requestId: 'request', signerId: 'signer' }

describe('the token of a personal link', () => {
  test('is the same each time, and another for each signer, request and correction', async () => {
    const others = [
      linkToken(mac, signer, 1),
      linkToken(mac, { ...signer, signerId: 'other' }, 0),
      linkToken(mac, { ...signer, requestId: 'other' }, 0),
      linkToken(async () => new Uint8Array(32), signer, 0),
    ]
    const token = await linkToken(mac, signer, 0)
    expect(await linkToken(mac, signer, 0)).toBe(token)
    expect(new Set([token, ...(await Promise.all(others))]).size).toBe(5)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('never ends in a character that mail programs leave out of a link', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.string(), async (generation, text) => {
        const tokens = [linkToken(mac, signer, generation), copyToken(mac, text, 'ann@example.com')]
        const invitation = invitationToken(macKeysOf([1, mac]), '01a21301-29af-7454-b974-b226cc4fc3fc', generation)
        for (const token of await Promise.all([...tokens, invitation])) expect(token).toMatch(/[A-Za-z0-9]$/)
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        if (bytes.length % 3 === 0) expect(() => asLinkToken(bytes)).toThrow()
        else expect(asLinkToken(bytes)).toMatch(/[A-Za-z0-9]$/)
      }),
    )
  })

  test('to a copy is another for each e-mail and request, and no signer’s', async () => {
    const token = await copyToken(mac, 'request', 'Ann@example.com')
    expect(await copyToken(mac, 'request', 'ann@example.com')).toBe(token)
    const others = [copyToken(mac, 'request', 'bob@example.com'), copyToken(mac, 'other', 'ann@example.com')]
    expect(new Set([token, await linkToken(mac, signer, 0), ...(await Promise.all(others))]).size).toBe(4)
    expect(keyOfToken(token)).not.toBeNull()
  })

  test('is found by its hash, which stands where the token does not', async () => {
    const token = await linkToken(mac, signer, 0)
    const link = {
      ...signer,
      hash: tokenHash(token),
      key: 1,
      generation: 0,
      expiresAtMs: null,
      session: null,
      frameOrigins: [],
      createdAtMs: 0,
    }
    const item = toItem(signingLinks, link)
    expect(item).toMatchObject({ ...keyOfToken(token) })
    expect(JSON.stringify(item)).not.toContain(token)
  })

  test.each(['', 'a', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}#`, `${'a'.repeat(42)}\n`])(
    'is not %j',
    (text) => {
      expect(keyOfToken(text)).toBeNull()
    },
  )
})

describe('a one-time code', () => {
  const recipient = { ...signer, to: 'jane@example.com' }

  test('for one mailbox is none for another', async () => {
    const others = await codeOf(mac, { ...recipient, to: 'john@example.com' }, 1, 8)
    expect(await codeOf(mac, recipient, 1, 8)).not.toBe(others)
  })

  test('has six digits, or eight, whatever its number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (counter) => {
        expect(await codeOf(mac, recipient, counter)).toMatch(/^\d{6}$/)
        expect(await codeOf(mac, recipient, counter, 8)).toMatch(/^\d{8}$/)
      }),
    )
  })

  test('is made of a MAC as RFC 4226 says', async () => {
    const bytes = Buffer.alloc(32)
    bytes[31] = 0x02
    bytes.writeUInt32BE(0xff_00_00_07, 2)
    expect(await codeOf(async () => bytes, recipient, 1)).toBe(String(0x7f_00_00_07 % 1_000_000).padStart(6, '0'))
  })

  test('is evenly spread: no first digit is much more usual than others', async () => {
    const codes = await Promise.all(Array.from({ length: 5_000 }, (_, counter) => codeOf(mac, recipient, counter)))
    const counts = Map.groupBy(codes, ([first]) => first)
    expect(counts.size).toBe(10)
    for (const [, those] of counts) expect(those.length).toBeGreaterThan(380)
  })
})
