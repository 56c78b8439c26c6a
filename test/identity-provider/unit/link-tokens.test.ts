import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  invitationToken,
  isInvitationToken,
  membershipIdOf,
} from '../../../functions/organizations/model/members/invitation-token.ts'
import { copyToken, linkToken } from '../../../shared/personal-links/signing-secrets.ts'
import { macKeysOf } from '../../support/mac-keys.ts'

const mac = async (text: string) => hash('sha256', text, 'buffer')
const newerMac = async (text: string) => hash('sha256', `newer ${text}`, 'buffer')
const macKeys = macKeysOf([1, mac])

describe('the token of a link', () => {
  it('never ends in a character that mail programs leave out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.nat(99), async (id, generation) => {
        const tokens = await Promise.all([
          invitationToken(macKeys, id, generation),
          linkToken(mac, { requestId: id, signerId: id }, generation),
          copyToken(mac, id, 'jane@example.com'),
        ])
        for (const token of tokens) expect(token).toMatch(/[A-Za-z0-9]$/)
      }),
    )
  })

  it('of an invitation names its membership, and no other token opens it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.nat(62), async (membershipId, place) => {
        const token = await invitationToken(macKeys, membershipId, 1)
        expect(membershipIdOf(token)).toBe(membershipId)
        expect(await isInvitationToken(macKeys, token, { membershipId, generation: 1 })).toBe(true)
        expect(await isInvitationToken(macKeys, token, { membershipId, generation: 2 })).toBe(false)
        const changed = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`
        expect(await isInvitationToken(macKeys, changed, { membershipId, generation: 1 })).toBe(false)
      }),
    )
  })

  it('of an invitation counts while its key is in use, whichever key makes new ones', async () => {
    const membershipId = '01a21301-29af-7454-b974-b226cc4fc3fc'
    const of = { membershipId, generation: 1 }
    const [before, rotated, retired] = [macKeys, macKeysOf([2, newerMac], [1, mac]), macKeysOf([2, newerMac])]
    const [old, made] = [
      await invitationToken(before, membershipId, 1),
      await invitationToken(rotated, membershipId, 1),
    ]
    expect([await isInvitationToken(rotated, old, of), await isInvitationToken(rotated, made, of)]).toEqual([
      true,
      true,
    ])
    expect([await isInvitationToken(retired, old, of), await isInvitationToken(retired, made, of)]).toEqual([
      false,
      true,
    ])
    expect(await isInvitationToken(before, made, of)).toBe(false)
  })
})
