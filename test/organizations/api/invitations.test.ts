import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { members } from '../../../functions/organizations/model/members/member.ts'
import { makeEntity, makeMembership, put } from '../../../infra/local/tenant.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { call } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  accept,
  deleteNode,
  getMembership,
  invitation,
  invitationForm,
  invite,
  invited,
  linkTokenOf,
  listOf,
  nodeUnder,
  personAt,
  removeMembership,
  resend,
} from '../../support/structure.ts'
import { keyOf, table, tenant, userToken } from '../../support/tenant.ts'

/** The link in a mail, as its path. */
function pathIn({ text }: { text?: string | undefined }): string {
  const [path] = /\/invitations\/[A-Za-z0-9_-]{63}(?![\w-])/.exec(text ?? '') ?? []
  if (!path) throw new Error(`no link in: ${text}`)
  return path
}

/** Lets time pass for an invitation. */
async function expire(membershipId: string): Promise<void> {
  const item = await getItem(table(), { PK: `MEMBER#${membershipId}`, SK: 'MEMBER' })
  const member = item && fromItem(members, item)
  if (!member?.invitation) throw new Error('nobody was invited')
  await put(table(), members, {
    ...member,
    invitation: { ...member.invitation, expiresAt: '2026-01-01T00:00:00.000Z' },
  })
}

describe.concurrent('an invitation', () => {
  it('is sent in the person’s language, and accepted on the page behind its link', async () => {
    const of = await tenant()
    const inviter = await personAt(of, of.org, 'admin')
    const json = invitation(of, { locale: 'fr', message: 'Bienvenue !' })
    const answer = await invite(inviter, json)
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, 'W/"1"'])
    const { id, user } = answer.body
    expect(answer.body).toMatchObject({
      user: { email: json.email, firstName: 'Nina', lastName: 'New' },
      node: { id: of.entity.id },
      role: { key: 'member' },
      status: 'pending',
      locale: 'fr',
      invitationResentAt: null,
      invitedBy: { id: inviter.account.id },
      version: 1,
    })
    const days = Date.parse(answer.body.invitationExpiresAt) - Date.parse(answer.body.invitedAt)
    expect(days).toBe(7 * 24 * 60 * 60 * 1000)
    const [told] = (await outboxEntriesOf(of.org.id)).flatMap(({ events }) => events)
    const data = { userId: user.id, nodeId: of.entity.id, newAccount: true }
    expect(told).toEqual({ type: 'member.added', data, path: of.entity.id })

    const [mail] = await messagesTo(json.email, 1)
    expect(mail?.subject).toBe('[TEST] Invitation à rejoindre Test organization')
    expect(mail?.text).toContain(
      'Paul Person vous invite à rejoindre Head office (Test organization) en tant que membre.',
    )
    expect(mail?.text).toContain('« Bienvenue ! »')
    const path = pathIn(mail ?? {})
    const token = await userToken(user.id)
    expectRefused(await listOf({ org: of.org, token }, 'nodes'), 'organization_not_found')

    const page = await call('GET', path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.text).toContain('<html lang="fr">')
    expect(page.text).toContain('Head office (Test organization)')
    expect((await getMembership(of, id)).body.status).toBe('pending')
    expect((await call('POST', path, await invitationForm(path))).text).toContain('Vous avez rejoint')
    expect((await getMembership(of, id)).body).toMatchObject({ status: 'active', version: 2 })
    expect((await listOf({ org: of.org, token }, 'nodes')).status).toBe(200)
    for (const method of ['GET', 'POST'])
      expect((await call(method, path)).text).toContain('Vous avez déjà accepté cette invitation.')
    const actions = (await auditLogOf(of.org.id)).map(({ action, actor }) => [action, actor.id])
    expect(actions).toEqual([
      ['member.added', inviter.account.id],
      ['member.invitation_accepted', user.id],
    ])
  })

  it('is accepted through the API by the person whom it is for, once', async () => {
    const of = await tenant()
    const { id, user } = await invited(of)
    const linkToken = await linkTokenOf(id)
    const token = await userToken(user.id)
    expectRefused(await accept((await personAt(of, of.entity, 'viewer')).token, linkToken), 'forbidden')
    expectRefused(await accept(of.token, linkToken), 'humans_only')
    for (const wrong of ['x', 'A'.repeat(64), await linkTokenOf(id, 2), await linkTokenOf(randomUUID())])
      expectRefused(await accept(token, wrong), 'invalid_grant')
    const accepted = await accept(token, linkToken)
    expect([accepted.status, accepted.body.status]).toEqual([200, 'active'])
    expectRefused(await accept(token, linkToken), 'invalid_grant')
  })

  it('expires, and is sent again with another link', async () => {
    const of = await tenant()
    const { id, user } = await invited(of, { expiresInDays: 3 })
    await messagesTo(user.email, 1)
    await expire(id)
    const token = await userToken(user.id)
    expect((await getMembership(of, id)).body.status).toBe('expired')
    const listed = async (status: string) => (await listOf(of, 'members', `?status=${status}`)).body.results.length
    expect([await listed('expired'), await listed('pending')]).toEqual([1, 0])
    expectRefused(await accept(token, await linkTokenOf(id)), 'invalid_grant')
    const resent = await resend(of, id)
    expect([resent.status, resent.body.status]).toEqual([200, 'pending'])
    expect(resent.body.invitationResentAt).toMatch(/Z$/)
    const tooEarly = await resend(of, id)
    expectRefused(tooEarly, 'rate_limited')
    expect(tooEarly.body.error.details).toEqual({ limit: 1, retryAfterSeconds: expect.any(Number) })
    expect(Number(tooEarly.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    const [, second] = await messagesTo(user.email, 2)
    expect(pathIn(second ?? {})).toBe(`/invitations/${await linkTokenOf(id, 2)}`)
    expectRefused(await accept(token, await linkTokenOf(id)), 'invalid_grant')
    expect((await accept(token, await linkTokenOf(id, 2))).status).toBe(200)
    expectRefused(await resend(of, id), 'already_member')
  })

  it('to a role that exceeds their own is not revived by a manager once it has expired', async () => {
    const of = await tenant()
    const { id } = await invited(of, { role: 'admin' })
    const manager = { ...of, token: (await personAt(of, of.org, 'manager')).token }
    await expire(id)
    expectRefused(await resend(manager, id), 'role_escalation')
    expect((await resend(of, id)).status).toBe(200)
  })

  it('is accepted by the form of its page alone: forbidden', async () => {
    const of = await tenant()
    const { id } = await invited(of)
    const path = `/invitations/${await linkTokenOf(id)}`
    const form = await invitationForm(path)
    const refused = [
      {},
      { ...form, body: '' },
      { ...form, body: 'secret=guessed' },
      { ...form, headers: { ...form.headers, 'Content-Type': 'text/plain' } },
      ...['https://evil.example', 'null'].map((Origin) => ({ ...form, headers: { ...form.headers, Origin } })),
      ...['cross-site', 'same-site', 'none'].map((site) => {
        return { ...form, headers: { ...form.headers, 'Sec-Fetch-Site': site } }
      }),
    ]
    for (const options of refused) expectRefused(await call('POST', path, options), 'forbidden')
    expect((await getMembership(of, id)).body.status).toBe('pending')
    const headers = { ...form.headers, 'Sec-Fetch-Site': 'same-origin' }
    expect((await call('POST', path, { ...form, headers })).status).toBe(200)
    expect((await getMembership(of, id)).body.status).toBe('active')
  })

  it('that was taken back opens nothing', async () => {
    const of = await tenant()
    const { id, user } = await invited(of)
    expect((await removeMembership(of, id)).status).toBe(204)
    expectRefused(await accept(await userToken(user.id), await linkTokenOf(id)), 'invalid_grant')
    expect((await invite(of, invitation(of, { email: user.email }))).status).toBe(201)
  })
})

describe.concurrent('whoever is added', () => {
  it('without an invitation is a member at once', async () => {
    const of = await tenant()
    const { user, status, invitationExpiresAt } = await invited(of, { sendInvitation: false })
    expect([status, invitationExpiresAt]).toEqual(['active', null])
    expect((await listOf({ org: of.org, token: await userToken(user.id) }, 'nodes')).status).toBe(200)
  })

  it('with an account of theirs keeps it', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { account, email } = await personAt(other, other.org, 'viewer')
    const answer = await invite(of, invitation(of, { email: email.toUpperCase() }))
    expect(answer.status).toBe(201)
    expect(answer.body.user.id).toBe(account.id)
    const [told] = (await outboxEntriesOf(of.org.id)).flatMap(({ events }) => events)
    expect(told?.data.newAccount).toBe(false)
  })

  it('is named, and a new account gets the provider’s language', async () => {
    const of = await tenant()
    const { firstName, locale, ...nameless } = invitation(of)
    const refused = await invite(of, nameless)
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error.details.issues).toMatchObject([{ code: 'missing_key', path: ['firstName'] }])
    const answer = await invite(of, { ...nameless, firstName })
    expect([answer.status, answer.body.locale, locale]).toEqual([201, 'en', 'en'])
  })

  it('stands once in an entity', async () => {
    const of = await tenant()
    const second = await makeEntity(table(), of.org, { featuresOff: ['tasks'] })
    const { user } = await invited(of)
    const { id: groupId } = await nodeUnder(of, of.entity.id)
    const again = (nodeId: string) => invite(of, invitation(of, { email: user.email, nodeId }))
    for (const nodeId of [of.entity.id, groupId]) expectRefused(await again(nodeId), 'already_member')
    expect((await again(second.id)).status).toBe(201)
    const whole = await invited(of, { nodeId: of.org.id, role: 'admin' })
    expectRefused(await invite(of, invitation(of, { email: whole.user.email, nodeId: second.id })), 'already_member')
    const inGroup = await invited(of, { nodeId: groupId })
    expect(inGroup.node.id).toBe(groupId)
  })

  it('is a person, at a node and in a role that there are, and that the caller may give', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const refusedWith = async (more: Record<string, unknown>, caller: { token: string } = of) =>
      (await invite({ org: of.org, token: caller.token }, invitation(of, more))).body.error?.code
    expect(await refusedWith({ nodeId: randomUUID() })).toBe('node_not_found')
    expect(await refusedWith({ nodeId: other.entity.id })).toBe('node_not_found')
    expect(await refusedWith({ role: 'captain' })).toBe('role_not_found')
    expect(await refusedWith({ role: 'owner' })).toBe('role_escalation')
    expect(await refusedWith({ role: 'admin' }, await keyOf(of, 'manager'))).toBe('role_escalation')
    expect(await refusedWith({}, await keyOf(of, 'member'))).toBe('forbidden')
    const both = await personAt(of, of.org, 'admin')
    await makeMembership(table(), both.account, other.org, 'admin')
    expect(await refusedWith({ nodeId: other.entity.id }, both)).toBe('invalid_node_path')
    const ofEntity = await personAt(of, of.entity, 'admin')
    expect(await refusedWith({ nodeId: of.org.id }, ofEntity)).toBe('forbidden')
    const email = `${randomUUID()}@example.com`
    const machine = { userId: randomUUID(), kind: 'service' as const, firstName: 'A key', lastName: null, locale: 'en' }
    await put(table(), accountEmails, { email, ...machine })
    expect(await refusedWith({ email })).toBe('service_account')
    for (const wrong of [{ expiresInDays: 31 }, { email: 'nobody' }, { message: 'x'.repeat(501) }])
      expect(await refusedWith(wrong)).toBe('invalid_request')
  })
})

describe.concurrent('at the same moment', () => {
  it('one person is invited several times: there is one membership and one account', async () => {
    const of = await tenant()
    const json = invitation(of)
    const answers = await Promise.all([1, 2, 3, 4].map(() => invite(of, json)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect((await listOf(of, 'members')).body.results).toHaveLength(1)
  })

  it('a node is deleted and somebody invited to it: one of the two happens', async () => {
    const of = await tenant()
    for (let round = 0; round < 4; round++) {
      const { id } = await nodeUnder(of, of.entity.id)
      const [added, deleted] = await Promise.all([
        invite(of, invitation(of, { nodeId: id, sendInvitation: false })),
        deleteNode(of, id),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([added.status, deleted.status])
    }
  })
})
