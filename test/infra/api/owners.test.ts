import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { members } from '../../../functions/organizations/model/members/member.ts'
import { put } from '../../../infra/local/tenant.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import type { Partner } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { asOptions, command, onTestCloud } from '../../support/commands.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { audienceScope, exchange, ownApp, start } from '../../support/oauth.ts'
import { made, membersIn, organizationBody, personBody, provisioned, provisioner } from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import { invitationForm, removeMembership } from '../../support/structure.ts'
import { table, tenant, userToken } from '../../support/tenant.ts'
import { liveWithTestMode } from '../../support/test-mode.ts'
import { signIn, Visitor } from '../../support/visitor.ts'

const someEmail = () => `${systemIds()}@example.com`

const addOwner = (org: string, email: string, more: Record<string, string> = {}) => {
  const named = { org, email, 'first-name': 'Rosa', 'last-name': 'Right', ...more }
  return command('operator', ['owner', 'add', ...asOptions(named), onTestCloud()])
}
const ownersOf = async (org: string) =>
  (await command('operator', ['owner', 'list', ...asOptions({ org }), onTestCloud()])).told

/** A token of a person who signs in by a code, as the command tells them. */
async function signedIn(email: string): Promise<string> {
  const app = await ownApp()
  const started = start(app, `openid ${audienceScope}`)
  const answered = await signIn(new Visitor(), started.url, email)
  return (await exchange(app, answered.url, started)).access_token
}

/** Accepts by the page behind the link in the last e-mail of several. */
async function acceptFrom(email: string, count: number): Promise<string> {
  const text = (await messagesTo(email, count)).at(-1)?.text ?? ''
  const [path = ''] = /\/invitations\/[A-Za-z0-9_-]{63}(?![\w-])/.exec(text) ?? []
  expect((await call('POST', path, await invitationForm(path))).status).toBe(200)
  return text
}

let partner: Partner

beforeAll(async () => {
  partner = await provisioner(await tenant())
})

/** Each command is a process of its own, on a machine that may be busy. */
describe.concurrent('an organization whose owner was mistyped', () => {
  it.for([
    ['an active stranger', false, 'active'],
    ['an invitation to a stranger', true, 'pending'],
  ] as const)('gets the right owner, who removes %s', async ([, sendInvitation, status]) => {
    const wrong = { ...personBody(), sendInvitation }
    const { org, owner } = await provisioned(partner, { owner: wrong })
    expect(await ownersOf(org.id)).toMatchObject([{ id: owner.id, email: wrong.email, status }])

    const email = someEmail()
    const added = await addOwner(org.id, email, { locale: 'fr' })
    expect([added.code, added.told]).toMatchObject([0, { orgId: org.id, email, role: 'owner', status: 'pending' }])
    expect(added.stderr).toContain(`An invitation is e-mailed to ${email}.`)
    expect(await acceptFrom(email, 1)).toContain(`Vous êtes invité à rejoindre ${org.name} en tant que propriétaire.`)
    const token = await signedIn(email)
    const me = await call('GET', '/v1/me', { token })
    expect(me.body.orgs).toMatchObject([{ id: org.id, role: { key: 'owner' } }])

    expect((await removeMembership({ token }, owner.id)).status).toBe(204)
    expect(await ownersOf(org.id)).toMatchObject([{ id: added.told.id, email, status: 'active' }])
    expect((await call('GET', '/v1/me', { token: await userToken(owner.user.id) })).body.orgs).toEqual([])
    expectRefused(await removeMembership({ token }, added.told.id), 'last_owner')
    const entries = (await auditLogOf(org.id)).filter(({ target }) => target.id === added.told.id)
    expect(entries.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['member.added', 'system'],
      ['member.invitation_accepted', 'user'],
    ])
  })

  it('that was made without one, gets its first', async () => {
    const { org } = await made(partner, 'orgs', organizationBody({ owner: undefined }))
    expect(await ownersOf(org.id)).toEqual([])
    const email = someEmail()
    expect((await addOwner(org.id, email)).code).toBe(0)
    await acceptFrom(email, 1)
    expect(await ownersOf(org.id)).toMatchObject([{ email, status: 'active' }])
  })
})

describe.concurrent('operator owner add', () => {
  it('raises an active member at once, and somebody who is invited when they accept', async () => {
    const { org, nodes } = await provisioned(partner)
    const [admin, invited, inEntity] = [personBody(), personBody(), personBody()]
    const add = async (person: object, more: object) =>
      await made(partner, `orgs/${org.id}/members`, { ...person, nodeId: org.id, role: 'admin', ...more })
    const { id } = await add(admin, { sendInvitation: false })
    await add(invited, { sendInvitation: true })
    const below = await add(inEntity, { nodeId: nodes[1].id, sendInvitation: false })

    const raised = await addOwner(org.id, admin.email.toUpperCase())
    expect([raised.code, raised.told]).toMatchObject([0, { id, role: 'owner', status: 'active' }])
    expect(raised.stderr).toMatch(/is an owner now, and signs in at http\S+\/console/)
    const again = await addOwner(org.id, admin.email)
    expect([again.code, again.stderr]).toEqual([1, `${admin.email} is an owner of the organization already.\n`])
    const entries = (await auditLogOf(org.id)).filter(({ target }) => target.id === id)
    expect(entries.at(-1)).toMatchObject({
      action: 'member.role_changed',
      actor: { type: 'system' },
      changes: [{ field: 'role', from: 'admin', to: 'owner' }],
    })

    await messagesTo(invited.email, 1)
    expect((await addOwner(org.id, invited.email)).told).toMatchObject({ role: 'owner', status: 'pending' })
    expect(await acceptFrom(invited.email, 2)).toContain('as an owner')

    // An active member of the organization gets a second membership.
    const owner = await addOwner(org.id, inEntity.email)
    expect(owner.told).toMatchObject({ userId: below.user.id, status: 'active' })
    const active = (await ownersOf(org.id)).filter(({ status }: { status: string }) => status === 'active')
    expect(active).toHaveLength(4)
    expect(await membersIn(org.id)).toHaveLength(5)
    const { body } = await call('GET', '/v1/me', { token: await userToken(below.user.id) })
    expect(body.orgs).toMatchObject([{ id: org.id, role: { key: 'owner' } }])
  })

  it('sends an invitation again, also one that has expired', async () => {
    const { org } = await provisioned(partner)
    const email = someEmail()
    await addOwner(org.id, email)
    await messagesTo(email, 1)
    const [member] = (await membersIn(org.id)).filter((each) => each.email === email)
    if (!member?.invitation) throw new Error('nobody was invited')
    const invitation = { ...member.invitation, expiresAt: '2026-01-01T00:00:00.000Z' }
    await put(table(), members, { ...member, invitation })
    expect((await ownersOf(org.id))[1]).toMatchObject({ email, status: 'expired' })
    expect((await addOwner(org.id, email)).told).toMatchObject({ id: member.id, status: 'pending' })
    await acceptFrom(email, 2)
    expect((await ownersOf(org.id))[1]).toMatchObject({ email, status: 'active', invitationExpiresAt: null })
  })

  it('makes one owner of two commands at the same moment', async () => {
    const { org } = await provisioned(partner)
    const email = someEmail()
    const both = await Promise.all([addOwner(org.id, email), addOwner(org.id, email)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect((await membersIn(org.id)).filter((member) => member.email === email)).toHaveLength(1)
  })

  it('is told what is wrong', async () => {
    const { owner, ...of } = (await liveWithTestMode()).live
    const machine = someEmail()
    const named = { firstName: 'A machine', lastName: null, locale: 'en' }
    await put(table(), accountEmails, { email: machine, userId: systemIds(), kind: 'service', ...named })
    const twin = twinIdOf(of.org.id)
    const cases = [
      [of.entity.id, someEmail(), {}, 1, `${of.entity.id} is of type entity. Its organization is ${of.org.id}.`],
      [randomUUID(), someEmail(), {}, 1, 'There is no organization'],
      [twin, someEmail(), {}, 1, `Its owners are those of the live organization ${of.org.id}.`],
      [of.org.id, machine, {}, 1, 'belongs to the account of a machine'],
      [of.org.id, owner.account.email ?? '', {}, 1, 'is an owner of the organization already.'],
      [of.org.id, 'nobody', {}, 2, '--email: '],
      [of.org.id, someEmail(), { 'first-name': 'See www.example.com' }, 2, '--first-name: '],
      [of.org.id, someEmail(), { locale: 'French' }, 2, '--locale: Send a language tag'],
    ] as const
    const outcomes = await Promise.all(cases.map(([org, email, more]) => addOwner(org, email, more)))
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(
      cases.map(([, , , code, told]) => [code, expect.stringContaining(told)]),
    )
    expect(await membersIn(of.org.id)).toHaveLength(1)
  })
})
