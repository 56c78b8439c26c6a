import { afterAll, describe, expect, it } from 'vitest'
import { readSubscription, webhooks } from '../../../functions/webhooks/model/webhook.ts'
import { makeMembership, makePerson, put } from '../../../infra/local/tenant.ts'
import type { SystemRoleKey } from '../../../shared/auth/permissions.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { managerOf } from '../../support/api-keys.ts'
import { demand, persistently } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf, busEventsWith, invoke, queued } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { invitation, invite, patchMembership, personAt, roleOf } from '../../support/structure.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { hookFor, onHook, type Receiver, receiver } from '../../support/webhooks.ts'

const receivers: Receiver[] = []
afterAll(() => {
  for (const each of receivers) each.close()
})

async function administrator(of: Tenant, role: SystemRoleKey, locale: string): Promise<string> {
  const email = `${systemIds()}@example.com`
  const { providerId } = of.org
  const account = await makePerson(table(), { providerId, email, firstName: 'Ada', lastName: 'Admin', locale })
  await makeMembership(table(), account, of.org, role)
  return email
}

/** Somebody of the organization whose role is its own. */
async function holderOf(of: Tenant, permissions: Parameters<typeof roleOf>[1]): Promise<string> {
  const { membershipId, email } = await personAt(of, of.org, 'viewer')
  const { id: role } = await roleOf(of, permissions)
  demand(await persistently(() => patchMembership(of, membershipId, { role })), 200)
  return email
}

/** Lets events happen to an organization, one after the other: the role of somebody in it changes as often. */
function changesOf(of: Tenant, membershipId: string): (times: number) => Promise<void> {
  let role = 'viewer'
  return async (times) => {
    for (let done = 0; done < times; done++) {
      role = role === 'viewer' ? 'member' : 'viewer'
      const next = role
      demand(await persistently(() => patchMembership(of, membershipId, { role: next })), 200)
    }
  }
}

describe.concurrent('a subscription that keeps failing', () => {
  it('has its administrators warned after 5 failures, and is disabled after 15', async () => {
    const of = await tenant()
    const at = await receiver()
    receivers.push(at)
    at.answer(503)
    const manager = await managerOf(of)
    const happen = changesOf(of, (await personAt(of, of.entity, 'viewer')).membershipId)
    const [owner, french, custom] = await Promise.all([
      administrator(of, 'owner', 'en'),
      administrator(of, 'admin', 'fr-CA'),
      holderOf(of, ['members.read', 'integrations.manage']),
    ])
    const pending = invitation(of, { nodeId: of.org.id, role: 'admin' })
    demand(await persistently(() => invite(of, pending)), 201)
    await messagesTo(pending.email, 1)
    const others = [
      await administrator(of, 'manager', 'en'),
      await holderOf(of, ['members.read', 'members.manage']),
      (await personAt(of, of.entity, 'admin')).email,
      (await personAt(await tenant(), of.entity, 'viewer')).email,
    ]
    const { id } = await hookFor(manager, `${at.url}?token=s3cret`, {
      events: ['member.updated'],
      description: 'Accounting <b>now</b>',
    })

    await happen(5)
    const [warning] = await messagesTo(owner, 1)
    expect(warning?.subject).toBe('[TEST] A webhook of Test organization keeps failing')
    // As many as there are when it is written: a retry may have failed by then.
    expect(warning?.text).toMatch(/ ([5-9]|1[0-4]) attempts in a row have failed/)
    expect(warning?.text).toContain(`Address: ${at.url}?…`)
    expect(warning?.text).toContain('got the status 503')
    expect(warning?.text).toContain('Description: “Accounting <b>now</b>”')
    expect(warning?.html).not.toContain('<b>')
    expect(`${warning?.text}${warning?.html}`).not.toContain('s3cret')
    expect((await messagesTo(french, 1))[0]?.subject).toBe(
      '[TEST] Un webhook de Test organization échoue de façon répétée',
    )
    await messagesTo(custom, 1)
    expect((await onHook(manager, 'GET', id)).body.status).toBe('enabled')

    await happen(10)
    const disabled = await until('the subscription to be disabled', async () => {
      const { body } = await onHook(manager, 'GET', id)
      return body.status === 'disabled' && body
    })
    expect(disabled).toMatchObject({ disabledReason: 'consecutive_failures', disabledAt: expect.stringMatching(/Z$/) })
    expect(disabled.consecutiveFailures).toBeGreaterThanOrEqual(15)
    const subjects = await Promise.all(
      [owner, french, custom].map(async (email) => (await messagesTo(email, 2)).map(({ subject }) => subject)),
    )
    const english = [warning?.subject, '[TEST] A webhook of Test organization was disabled']
    const inFrench = ['échoue de façon répétée', 'a été désactivé'].map(
      (end) => `[TEST] Un webhook de Test organization ${end}`,
    )
    expect(subjects).toEqual([english, inFrench, english])
    const entries = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'webhook.disabled')
    expect(entries).toMatchObject([{ actor: { type: 'system' }, target: { type: 'webhook', id } }])

    const told = (await busEventsWith('webhookId', id)).filter(({ type }) => type === 'webhook.letter_due')
    const sentEmails = [...new Map(told.map((event) => [event.detail.id, event])).values()]
    expect(sentEmails.map(({ detail }) => detail.data.emailKind)).toEqual(['failing', 'disabled'])
    for (const { type, detail } of sentEmails)
      expect(await invoke('member-letters', queued(type, detail.data, detail.id))).toEqual({ batchItemFailures: [] })
    for (const email of [owner, french, custom]) expect(await inboxOf(email)).toHaveLength(2)
    for (const email of others) expect(await inboxOf(email)).toEqual([])
    expect(await inboxOf(pending.email)).toHaveLength(1)
  })

  it('is told of no more once it is not so any more', async () => {
    const of = await tenant()
    const manager = await managerOf(of)
    const email = await administrator(of, 'owner', 'en')
    const { id } = await hookFor(manager, 'http://127.0.0.1:9/hooks', { events: ['member.updated'] })
    const due = { webhookId: id, ownerOrgId: of.org.id, applicationId: null }
    const write = async (emailKind: string) => {
      const event = queued('webhook.letter_due', { ...due, emailKind }, systemIds())
      expect(await invoke('member-letters', event)).toEqual({ batchItemFailures: [] })
      return (await inboxOf(email)).length
    }
    // It has taken what it got: nothing has failed since.
    expect([await write('failing'), await write('disabled')]).toEqual([0, 0])
    demand(await onHook(manager, 'POST', id, '/disable'), 200)
    expect([await write('failing'), await write('disabled')]).toEqual([0, 0])
    const found = await readSubscription(table(), { orgId: of.org.id, applicationId: null }, id)
    if (!found) throw new Error('the subscription is gone')
    await put(table(), webhooks, { ...found.webhook, disabledReason: 'consecutive_failures' })
    expect(await write('disabled')).toBe(1)
    demand(await onHook(manager, 'POST', id, '/enable'), 200)
    expect(await write('disabled')).toBe(1)
    demand(await onHook(manager, 'DELETE', id), 204)
    expect([await write('failing'), await write('disabled')]).toEqual([1, 1])
  })
})
