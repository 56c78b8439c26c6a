import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decrypted,
  parisTime,
  signatureOf,
  timeOfParis,
} from '../../../functions/registered-mail/vendors/ar24/ar24-crypto.ts'
import { type Ar24Mail, reportsOf } from '../../../functions/registered-mail/vendors/ar24/ar24-record.ts'
import { totp } from '../../../functions/registered-mail/vendors/ar24/totp.ts'

const date = '2021-05-26 14:00:00'
const privateKey = '7X9gx9E3Qx4EiUdB63nc'

describe('what AR24 asks for', () => {
  it('is its own example of a signature and of an answer', () => {
    expect(signatureOf(date, privateKey)).toBe('bDop0cbjKpkySlpvnNGvBMg7PuYFFgPPqTTS2RAHoY0=')
    expect(decrypted('WwBOU6s8DaMWmYdctBJwfuoujFgVygBUjhsbdf8eWqQ=', date, privateKey)).toBe('{status: "SUCCESS"}')
  })

  it('is the time in Paris, in summer and in winter', () => {
    expect(parisTime(Date.parse('2026-07-01T10:00:00Z'))).toBe('2026-07-01 12:00:00')
    expect(parisTime(Date.parse('2026-12-01T23:30:05Z'))).toBe('2026-12-02 00:30:05')
    expect(timeOfParis('2026-12-02 00:30:05')).toBe(Date.parse('2026-12-01T23:30:05Z'))
  })

  it('reads back every time but the hour that comes twice, and no other text', () => {
    const seconds = fc.integer({ min: 1_500_000_000, max: 2_500_000_000 })
    fc.assert(
      fc.property(seconds, (second) => {
        const read = timeOfParis(parisTime(second * 1000)) ?? 0
        expect([0, 3_600_000]).toContain(second * 1000 - read)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => timeOfParis(text) === null))
    expect(timeOfParis('2026-13-40 25:61:61')).toBeNull()
  })

  it('are the one-time passwords of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((second) => totp(secret, second * 1000))
    expect(codes).toEqual(['287082', '081804', '005924', '353130'])
  })
})

describe('what AR24 tells of a mail', () => {
  const nowMs = Date.parse('2026-11-26T08:00:00.000Z')
  const statuses = (mail: Partial<Ar24Mail>) =>
    reportsOf({ id: '1', ref_client: '', status: '', ...mail }, nowMs).map(({ to }) => to)

  it.for([
    ['waiting', []],
    ['dp', ['sent']],
    ['ev', ['sent', 'deposited']],
    ['AR', ['sent', 'deposited', 'delivered']],
    ['rf', ['sent', 'deposited', 'refused']],
    ['ng', ['sent', 'deposited', 'neglected']],
    ['bc', ['bounced']],
    ['send_fail', ['failed']],
    ['something new', []],
  ] as const)('by its status: %s', ([status, expected]) => {
    expect(statuses({ status })).toEqual(expected)
  })

  it('by its proofs, whatever its status says', () => {
    const proved = { proof_dp_url: 'https://x', proof_ev_url: 'https://x', proof_ar_url: 'https://x' }
    expect(statuses(proved)).toEqual(['sent', 'deposited', 'delivered'])
    expect(statuses({ send_fail: 1 })).toEqual(['failed'])
  })

  it('with the time of each', () => {
    const [, deposited] = reportsOf(
      { id: '1', ref_client: '', status: 'ev', date: 'yesterday', ts_ev_date: '2026-11-25 10:00:00' },
      nowMs,
    )
    expect(deposited?.at).toBe('2026-11-25T09:00:00.000Z')
  })
})
