import { describe, expect, it } from 'vitest'
import { tokenAbout } from '../../support/access-token.ts'
import { connectedApp, consentBody, consented, proofKey, redirectUri } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { expectRefused } from '../../support/refused.ts'
import { getMembership, invitation, invite, listOf, nodeUnder, personAt } from '../../support/structure.ts'
import { type Tenant, tenant, userToken } from '../../support/tenant.ts'

const me = async (token: string) => (await call('GET', '/v1/me', { token })).body
const change = async (token: string, json: object) => await call('PATCH', '/v1/me', { token, json })

/** A person whom the first organization names, and who joins a second one, which gives them another name. */
async function named() {
  const [first, second] = await Promise.all([tenant(), tenant()])
  const mallory = { firstName: 'Mallory', lastName: 'WasHere', sendInvitation: false }
  const { body: there } = await invite(first, invitation(first, mallory))
  const token = await userToken(there.user.id)
  const more = { email: there.user.email, nodeId: second.org.id, role: 'admin', sendInvitation: false }
  const json = invitation(second, more)
  const { body: here } = await invite(second, json)
  const accepted = await call('POST', '/v1/invitations/accept', { token, json: { membershipId: here.id } })
  return { first, second, there, here, token, accepted, email: json.email }
}

const namesAt = async (of: Tenant, id: string) => {
  const { firstName, lastName } = (await getMembership(of, id)).body.user
  return `${firstName} ${lastName}`
}

describe.concurrent('the name that an organization gives', () => {
  it('is shown to nobody else, neither in lists nor in the audit log nor in e-mails', async () => {
    // Given a person whom a first organization called Mallory WasHere
    const { first, second, there, here, token, accepted, email } = await named()
    expect(accepted.body.user).toMatchObject({ firstName: 'Nina', lastName: 'New' })
    expect([await namesAt(first, there.id), await namesAt(second, here.id)]).toEqual(['Mallory WasHere', 'Nina New'])
    // When they act in the second one
    const entity = second.entity.id
    await nodeUnder({ org: second.org, token }, entity)
    const invited = await invite({ org: second.org, token }, invitation(second))
    const contact = await call('POST', '/v1/contacts', {
      token,
      json: { entityId: entity, kind: 'person', lastName: 'Contact' },
    })
    // Then everything there calls them as that organization does
    const actors = (await auditLogOf(second.org.id)).flatMap(({ actor }) =>
      actor.id === here.user.id ? actor.name : [],
    )
    expect(new Set(actors)).toEqual(new Set(['Nina New']))
    expect(invited.body.invitedBy).toMatchObject({ firstName: 'Nina', lastName: 'New' })
    expect(contact.body.createdBy).toMatchObject({ firstName: 'Nina', lastName: 'New' })
    expect((await listOf(second, 'members?q=mallory')).body.results).toEqual([])
    expect((await listOf(second, 'members?q=nina&role=admin')).body.results).toHaveLength(1)
    expect((await listOf(first, 'members?q=washere')).body.results).toHaveLength(1)
    const { results } = (await listOf(second, 'audit-log')).body
    expect(JSON.stringify(results)).not.toContain('Mallory')
    const mails = [...(await inboxOf(email)), ...(await messagesTo(invited.body.user.email, 1))]
    expect(JSON.stringify(mails)).not.toContain('Mallory')
  })
})

describe.concurrent('PATCH /v1/me', () => {
  it('gives a person their own name, which holds everywhere from then on', async () => {
    const { first, second, there, here, token } = await named()
    const { status, body } = await change(token, { firstName: 'Vera', lastName: 'Durand' })
    expect([status, body.user.firstName, body.user.lastName]).toEqual([200, 'Vera', 'Durand'])
    for (const [of, id] of [
      [first, there.id],
      [second, here.id],
    ] as const)
      expect(await namesAt(of, id)).toBe('Vera Durand')
    expect((await listOf(second, 'members?q=vera')).body.results).toMatchObject([{ id: here.id }])
    await nodeUnder({ org: second.org, token }, second.entity.id)
    expect((await auditLogOf(second.org.id)).at(-1)?.actor.name).toBe('Vera Durand')
    // A name that is sent later by somebody else changes nothing.
    const third = await tenant()
    const json = invitation(third, { email: there.user.email, sendInvitation: false })
    const { body: later } = await invite(third, json)
    expect(later.user).toMatchObject({ firstName: 'Nina', lastName: 'New' })
    await call('POST', '/v1/invitations/accept', { token, json: { membershipId: later.id } })
    expect(await namesAt(third, later.id)).toBe('Vera Durand')
  })

  it('changes the language and the picture, and notes that the welcome was shown', async () => {
    const of = await tenant()
    const { token, membershipId } = await personAt(of, of.org, 'viewer')
    const avatarUrl = 'https://images.example.com/paul.png'
    const { body } = await change(token, { locale: 'fr', avatarUrl, welcomeCompleted: true })
    expect(body.user).toMatchObject({ firstName: 'Paul', locale: 'fr', avatarUrl })
    expect(body.user.welcomeCompletedAt).toMatch(/Z$/)
    expect((await me(token)).user).toEqual(body.user)
    expect((await getMembership(of, membershipId)).body.locale).toBe('fr')
    const again = await change(token, { welcomeCompleted: true })
    expect(again.body.user.welcomeCompletedAt).toBe(body.user.welcomeCompletedAt)
    const cleared = await change(token, { avatarUrl: null, welcomeCompleted: false })
    expect(cleared.body.user).toMatchObject({ avatarUrl: null, welcomeCompletedAt: null })
  })

  it('confirms no name by the way', async () => {
    const { first, second, there, here, token } = await named()
    expect((await change(token, { locale: 'fr' })).status).toBe(200)
    expect([await namesAt(first, there.id), await namesAt(second, here.id)]).toEqual(['Mallory WasHere', 'Nina New'])
  })

  it('is for people only, and takes no empty name and no picture that is not on the internet', async () => {
    const of = await tenant()
    expectRefused(await change(of.token, { firstName: 'A' }), 'humans_only')
    const { token } = await personAt(of, of.org, 'viewer')
    const pictures = ['http://example.com/a.png', 'https://u:p@example.com/a.png', 'https://127.0.0.1/a.png']
    for (const wrong of [{ firstName: ' ' }, { locale: 'French' }, ...pictures.map((avatarUrl) => ({ avatarUrl }))])
      expectRefused(await change(token, wrong), 'invalid_request')
  })
})

describe.concurrent('an application that a person connects', () => {
  it('learns the name that the organization knows', async () => {
    const { second, token, here } = await named()
    const { clientId } = await connectedApp(second)
    const { codeVerifier, codeChallenge } = proofKey()
    const { code } = await consented(token, consentBody(second, clientId, { codeChallenge }))
    const options = { token: await tokenAbout(clientId), json: { code, redirectUri, codeVerifier } }
    const answer = await call('POST', '/v1/oauth/grants/exchange', options)
    expect(answer.body).toMatchObject({
      user: { id: here.user.id, firstName: 'Nina', lastName: 'New' },
    })
  })
})
