import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  invitationToken,
  isInvitationToken,
  membershipIdOf,
} from '../../../functions/organizations/model/members/invitation-token.ts'
import { copyToken, linkToken } from '../../../shared/personal-links/signing-secrets.ts'

const mac = async (text: string) => hash('sha256', text, 'buffer')

describe('the token of a link', () => {
  it('never ends in a character that mail programs leave out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.nat(99), async (id, generation) => {
        const tokens = await Promise.all([
          invitationToken(mac, id, generation),
          linkToken(mac, { requestId: id, signerId: id }, generation),
          copyToken(mac, id, 'jane@example.com'),
        ])
        for (const token of tokens) expect(token).toMatch(/[A-Za-z0-9]$/)
      }),
    )
  })

  it('of an invitation names its membership, and no other token opens it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.nat(61), async (membershipId, place) => {
        const token = await invitationToken(mac, membershipId, 1)
        expect(membershipIdOf(token)).toBe(membershipId)
        expect(await isInvitationToken(mac, token, { membershipId, generation: 1 })).toBe(true)
        expect(await isInvitationToken(mac, token, { membershipId, generation: 2 })).toBe(false)
        const changed = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`
        expect(await isInvitationToken(mac, changed, { membershipId, generation: 1 })).toBe(false)
      }),
    )
  })
})
