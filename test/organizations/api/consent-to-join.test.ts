import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readInvitation } from '../../../functions/organizations/model/members/invitation.ts'
import { partsOf } from '../../../functions/organizations/model/members/member-parts.ts'
import { makeConsent } from '../../../infra/local/application-grants.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { delegatedFor } from '../../support/applications.ts'
import { type Answer, call } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { outboxEntriesOf } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import {
  made,
  memberBody,
  organizationBody,
  personBody,
  provision,
  provisioned,
  provisioner,
} from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  getMembership,
  invitation,
  invite,
  listOf,
  personAt,
  removeMembership,
  resend,
} from '../../support/structure.ts'
import { table, tenant, userToken } from '../../support/tenant.ts'

/** Somebody with an account of their own, in an organization that the others have nothing to do with. */
async function stranger() {
  const home = await tenant()
  return { home, ...(await personAt(home, home.org, 'viewer')) }
}

const me = async (token: string) => (await call('GET', '/v1/me', { token })).body
const acceptMembership = async (token: string, membershipId: string) =>
  await call('POST', '/v1/invitations/accept', { token, json: { membershipId } })
const lacking = (body: Answer['body']) => ({ ...body, id: '', user: { ...body.user, id: '', email: '' } })

describe.concurrent('somebody else’s account', () => {
  it('does not become a member without its person’s consent, and reveals nothing', async () => {
    // Given a person with an account elsewhere
    const [of, { home, account, email, token }] = await Promise.all([tenant(), stranger()])
    // When an organization adds them without an invitation
    const answer = await invite(of, invitation(of, { email, locale: 'fr', sendInvitation: false }))
    // Then they stay pending, and are shown as the call named them
    expect([answer.status, answer.body.status]).toEqual([201, 'pending'])
    expect(answer.body).toMatchObject({ user: { email, firstName: 'Nina', lastName: 'New' }, locale: 'fr' })
    const [told] = (await outboxEntriesOf(of.org.id)).flatMap(({ events }) => events)
    expect(told?.data).toMatchObject({ userId: account.id, newAccount: false })
    for (const { body } of [
      await getMembership(of, answer.body.id),
      await listOf(of, 'members?q=paul'),
      await listOf(of, 'members'),
    ])
      expect(JSON.stringify(body)).not.toContain('Paul')
    // And what they had stays as it was
    expect((await me(token)).orgs.map(({ id }: { id: string }) => id)).toEqual([home.org.id])
    expectRefused(await listOf({ org: of.org, token }, 'nodes'), 'organization_not_found')
    expect(await inboxOf(email)).toEqual([])
  })

  it('is told of the invitation, and accepts it signed in', async () => {
    const [of, { email, token }, other] = await Promise.all([tenant(), stranger(), stranger()])
    const inviter = await personAt(of, of.org, 'admin')
    const { body } = await invite(inviter, invitation(of, { email, sendInvitation: false }))
    const membershipId: string = body.id
    expect((await me(token)).invitations).toEqual([
      {
        membershipId,
        orgName: of.org.name,
        role: body.role,
        invitedBy: { id: inviter.account.id, email: inviter.email, firstName: 'Paul', lastName: 'Person' },
      },
    ])
    expect((await me(other.token)).invitations).toEqual([])
    for (const id of [membershipId, randomUUID()])
      expectRefused(await acceptMembership(other.token, id), 'invalid_grant')
    for (const json of [{}, { membershipId, token: 'both' }])
      expectRefused(await call('POST', '/v1/invitations/accept', { token, json }), 'invalid_request')
    const accepted = await acceptMembership(token, membershipId)
    expect([accepted.status, accepted.body.status, accepted.body.user.firstName]).toEqual([200, 'active', 'Paul'])
    expect((await me(token)).invitations).toEqual([])
    expect((await listOf({ org: of.org, token }, 'nodes')).status).toBe(200)
    expectRefused(await acceptMembership(token, membershipId), 'invalid_grant')
  })

  it('can be sent the invitation later', async () => {
    const [of, { email }] = await Promise.all([tenant(), stranger()])
    const { body } = await invite(of, invitation(of, { email, sendInvitation: false }))
    const resent = await resend(of, body.id)
    expect([resent.status, resent.body.status]).toEqual([200, 'pending'])
    expect((await messagesTo(email, 1))[0]?.text).toContain('/invitations/')
  })

  it('declines, and leaves, without any permission', async () => {
    const [of, { email, token }, other] = await Promise.all([tenant(), stranger(), stranger()])
    const added = async () => (await invite(of, invitation(of, { email, sendInvitation: false }))).body.id
    const declined: string = await added()
    expectRefused(await removeMembership(other, declined), 'membership_not_found')
    expect((await removeMembership({ token }, declined)).status).toBe(204)
    const left: string = await added()
    await acceptMembership(token, left)
    expect((await removeMembership({ token }, left)).status).toBe(204)
    expect((await me(token)).orgs).toHaveLength(1)
  })

  it('finds no invitation any more that ends while it is read', async () => {
    // Given an invitation that is declined right after its member was read
    const [of, { email, token }] = await Promise.all([tenant(), stranger()])
    const { id } = (await invite(of, invitation(of, { email, sendInvitation: false }))).body
    const readItems = batchLoader(table())
    const before = await readInvitation(readItems, id)
    if (!before) throw new Error('nobody was invited')
    const reads: number[] = []
    const found = await readInvitation(async (keys) => {
      if (reads.push(keys.length) === 2) expect((await removeMembership({ token }, id)).status).toBe(204)
      return await readItems(keys)
    }, id)
    // Then whoever accepts it hears what they hear a moment later, and so does whoever changes the member
    expect(found).toBeNull()
    expectRefused(await acceptMembership(token, id), 'invalid_grant')
    expect(await partsOf(table(), before.member)).toMatchObject({ refused: 'membership_not_found' })
  })

  it('is active at once where it is an active member already, and nowhere by a pending membership', async () => {
    const [of, { email, token }] = await Promise.all([tenant(), stranger()])
    const second = (
      await call('POST', `/v1/orgs/${of.org.id}/nodes`, {
        token: of.token,
        json: { type: 'entity', name: 'Second', parentId: of.org.id },
      })
    ).body
    const third = (
      await call('POST', `/v1/orgs/${of.org.id}/nodes`, {
        token: of.token,
        json: { type: 'entity', name: 'Third', parentId: of.org.id },
      })
    ).body
    const addedTo = async (nodeId: string) =>
      (await invite(of, invitation(of, { email, nodeId, sendInvitation: false }))).body
    const first = await addedTo(of.entity.id)
    expect([first.status, (await addedTo(second.id)).status]).toEqual(['pending', 'pending'])
    await acceptMembership(token, first.id)
    expect((await addedTo(third.id)).status).toBe('active')
  })

  it('becomes neither a member nor an owner by the word of a partner application', async () => {
    const { home, account, email, token } = await stranger()
    const partner = await provisioner(home)
    const person = personBody({ email, locale: 'fr' })
    const { org, nodes, owner } = await provisioned(partner, { owner: { ...person, sendInvitation: false } })
    expect(owner).toMatchObject({ status: 'pending', user: { id: account.id, firstName: 'Olga' }, locale: 'fr' })
    const others = await provisioned(partner)
    const member = await made(partner, `orgs/${others.org.id}/members`, {
      ...memberBody(person),
      nodeId: others.nodes[1].id,
    })
    expect(member).toMatchObject({ status: 'pending', user: { id: account.id, firstName: 'Olga' }, locale: 'fr' })
    const found = (
      await call('GET', `/v1/provisioning/users?externalId=${person.externalId}`, { token: partner.token })
    ).body
    expect(found.user).toMatchObject({ firstName: 'Olga', locale: 'fr' })
    const again = (await provision(partner, 'orgs', { ...organizationBody(), externalId: org.externalId })).body
    expect(again.owner.user).toEqual(owner.user)
    expect((await me(token)).orgs).toHaveLength(1)
    expectRefused(await call('GET', `/v1/nodes/${nodes[1].id}`, { token }), 'node_not_found')
  })

  it('gets the same answer to an invitation as one that did not exist', async () => {
    const [of, { email }] = await Promise.all([tenant(), stranger()])
    const answers = [await invite(of, invitation(of, { email })), await invite(of, invitation(of))]
    const [known, unknown] = answers.map(({ body }) => {
      const { invitedAt: _, createdAt: __, invitationExpiresAt: ___, ...rest } = lacking(body)
      return rest
    })
    expect(known).toEqual(unknown)
    // Ids of accounts do not tell when they were created.
    const times = answers.map(({ body }) => body.user.id.slice(0, 13))
    expect(times[0]).toBe(times[1])
  })
})

describe.concurrent('a pending membership', () => {
  it('does not count among the organizations that a request can leave out', async () => {
    // Given an application that acts for a person in their one organization
    const [of, home] = await Promise.all([tenant(), tenant()])
    const { account, clientId, token } = await delegatedFor(home, { scopes: ['signature:read'] })
    await makeConsent(table(), of.org, clientId, { userId: account.id, scopes: ['signature:read'] })
    // When another organization adds that person
    await invite(of, invitation(of, { email: account.email, sendInvitation: false }))
    // Then the organization is still clear
    expect((await call('GET', '/v1/events', { token })).status).toBe(200)
    expect((await me(token)).invitations).toEqual([])
  })

  it('of the person that a request creates is active at once', async () => {
    const of = await tenant()
    const { body } = await invite(of, invitation(of, { sendInvitation: false }))
    expect(body.status).toBe('active')
    expect((await listOf({ org: of.org, token: await userToken(body.user.id) }, 'nodes')).status).toBe(200)
  })
})
