import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { put } from '../../../infra/local/tenant.ts'
import type { Limited } from '../../../shared/errors/refusal.ts'
import { budgetOfOrganization, budgetsOfAddress } from '../../../shared/mail/email-budget.ts'
import { nodes } from '../../../shared/store/entities.ts'
import { type WindowLimit, windowKey } from '../../../shared/store/window-count.ts'
import { installedPartner } from '../../support/applications.ts'
import { type Answer, call } from '../../support/client.ts'
import { messagesTo, nativeDraft, recipient } from '../../support/emails.ts'
import { inboxOf } from '../../support/mail.ts'
import { memberBody, membersIn, organizationBody, provision } from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import { alter, asked, create, draftFor, pathOf, post, read, storedChain } from '../../support/signature.ts'
import { visit } from '../../support/signing.ts'
import { invitation, invite, invited, listOf, personAt, resend } from '../../support/structure.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { liveWithTestMode } from '../../support/test-mode.ts'

/** So much of a budget is used today. */
async function used(budget: WindowLimit, count: number): Promise<void> {
  const Item = { ...windowKey(budget, Date.now()), type: 'window_count', used: count }
  await table().client.send(new PutCommand({ TableName: table().name, Item }))
}

const usedByOrganization = ({ org }: Tenant, count: number) => used(budgetOfOrganization(org), count)
/** What the organization sent to the address. */
async function usedByAddress({ org }: Tenant, email: string, count: number): Promise<void> {
  const [ofOrganization] = budgetsOfAddress({ orgId: org.id, email })
  if (ofOrganization) await used(ofOrganization, count)
}

/** What all organizations sent to the address. */
async function usedByAll(email: string, count: number): Promise<void> {
  for (const budget of budgetsOfAddress({ orgId: null, email })) await used(budget, count)
}

function expectOverBudget(answer: Answer, reason: Limited, limit: number): void {
  expectRefused(answer, 'rate_limited')
  const { details } = answer.body.error
  expect(details).toEqual({ limit, reason, retryAfterSeconds: expect.any(Number) })
  expect(details.retryAfterSeconds).toBeGreaterThan(0)
  expect(details.retryAfterSeconds).toBeLessThanOrEqual(24 * 60 * 60)
  expect(answer.headers.get('retry-after')).toBe(String(details.retryAfterSeconds))
}

/** A call that writes to a stranger, who is named or was named before. */
interface Writing {
  /** What has to be there before; gives the call. */
  prepare(of: Tenant, email: string): Promise<() => Promise<Answer>>
}

const native = (of: Tenant, email: string, more = {}) =>
  draftFor(of, nativeDraft({ signers: [recipient({ email })], ...more }))

/** A request whose signers were asked, and of whom nobody was written to. */
async function unwritten(of: Tenant, email: string) {
  const signers = [recipient({ email, authMethod: 'email_otp' })]
  const request = await create(of, native(of, email, { signers, deliveryMode: 'none' }))
  await alter(request.id, (record) => ({ ...asked(record), deliveryMode: 'email' }))
  return request
}

const writings: Record<string, Writing> = {
  'sending a document': {
    prepare: async (of, email) => () => post(of, native(of, email)),
  },
  'sending a draft': {
    async prepare(of, email) {
      const { id } = await create(of, native(of, email, { draft: true }))
      return () => call('POST', `${pathOf(id)}/send`, { token: of.token })
    },
  },
  'reminding a signer': {
    async prepare(of, email) {
      const { id, signers } = await unwritten(of, email)
      return () => call('POST', `${pathOf(id)}/signers/${signers[0].id}/remind`, { token: of.token })
    },
  },
  'correcting the address of a signer who was asked': {
    async prepare(of, email) {
      const { id, signers } = await unwritten(of, `${randomUUID()}@example.com`)
      return () => call('PATCH', `${pathOf(id)}/signers/${signers[0].id}`, { token: of.token, json: { email } })
    },
  },
  'inviting a member': {
    prepare: async (of, email) => () => invite(of, invitation(of, { email })),
  },
  'sending an invitation again': {
    async prepare(of, email) {
      const { id } = await invited(of, { email, sendInvitation: true })
      await messagesTo(email, 1)
      return () => resend(of, id)
    },
  },
  'adding a member by an application': {
    async prepare(of, email) {
      const partner = await installedPartner(of, { scopes: ['members:write'] })
      const json = memberBody({ email, nodeId: of.entity.id, sendInvitation: true })
      return () => provision(partner, `orgs/${of.org.id}/members`, json)
    },
  },
  'sending an invitation again by an application': {
    async prepare(of, email) {
      const partner = await installedPartner(of, { scopes: ['members:write'] })
      const { id } = await invited(of, { email, sendInvitation: true })
      await messagesTo(email, 1)
      return () => provision(partner, `memberships/${id}/resend-invitation`, {})
    },
  },
}

describe.concurrent('e-mails to strangers', () => {
  test.for(Object.entries(writings))(
    '%s is refused when the organization has sent its 5,000 of today',
    async ([, writing]) => {
      const [of, email] = [await tenant(), `${randomUUID()}@example.com`]
      const write = await writing.prepare(of, email)
      const before = (await inboxOf(email)).length
      await usedByOrganization(of, 5_000)
      expectOverBudget(await write(), 'organization_email_budget', 5_000)
      await usedByOrganization(of, 4_999)
      expect((await write()).status).toBeLessThan(300)
      await messagesTo(email, before + 1)
    },
  )

  test.for(Object.entries(writings))('%s is refused when the address got its 20 of today', async ([, writing]) => {
    const [of, email] = [await tenant(), `${randomUUID()}@example.com`]
    const write = await writing.prepare(of, email)
    await usedByAddress(of, email.toUpperCase(), 20)
    expectOverBudget(await write(), 'recipient_email_budget', 20)
  })

  test('that a new organization wants for its owner are refused, too', async () => {
    const [of, email] = [await tenant(), `${randomUUID()}@example.com`]
    const partner = await installedPartner(of, { scopes: ['orgs:write'] })
    const body = organizationBody()
    const owner = { ...body.owner, email, sendInvitation: true }
    await usedByAll(email, 100)
    expectOverBudget(await provision(partner, 'orgs', { ...body, owner }), 'recipient_email_budget', 100)
    await usedByAll(email, 99)
    expect((await provision(partner, 'orgs', { ...body, owner })).status).toBe(201)
  })

  test('are refused before anything is written', async () => {
    const of = await tenant()
    const draft = await create(of, nativeDraft({ draft: true, signers: [recipient()] }))
    await usedByOrganization(of, 5_000)
    for (const write of [
      () => post(of, draftFor(of, nativeDraft({ signers: [recipient()] }))),
      () => call('POST', `${pathOf(draft.id)}/send`, { token: of.token }),
    ])
      expectOverBudget(await write(), 'organization_email_budget', 5_000)
    expectOverBudget(await invite(of, invitation(of)), 'organization_email_budget', 5_000)
    const requests = await call('GET', `/v1/signature-requests?entityId=${of.entity.id}`, { token: of.token })
    expect(requests.body.results).toHaveLength(1)
    expect((await read(of, draft.id)).status).toBe('draft')
    expect(await storedChain(draft.id)).toHaveLength(1)
    expect(await membersIn(of.org.id)).toEqual([])
  })

  test('are needed for as many as are written to at once', async () => {
    const of = await tenant()
    const signers = [recipient({ order: 1 }), recipient({ order: 2 }), recipient({ order: 2 })]
    await usedByOrganization(of, 4_998)
    const parallel = draftFor(of, nativeDraft({ signers, signingOrder: 'parallel' }))
    expectOverBudget(await post(of, parallel), 'organization_email_budget', 5_000)
    // In turn, one is written to now.
    const inTurn = draftFor(of, nativeDraft({ signers, signingOrder: 'sequential' }))
    expect((await post(of, inTurn)).status).toBe(201)
  })

  test('are not needed for drafts, by other vendors, where the sender writes, or for members', async () => {
    const of = await tenant()
    const { email } = await personAt(of, of.entity, 'member')
    await Promise.all([usedByOrganization(of, 5_000), usedByAddress(of, email, 20), usedByAll(email, 100)])
    const member = await create(of, nativeDraft({ signers: [recipient({ email })] }))
    await messagesTo(email, 1)
    expect(member.signers[0].external).toBe(false)
    await create(of, nativeDraft({ signers: [recipient()], draft: true }))
    await create(of, nativeDraft({ signers: [recipient({ authMethod: 'email_otp' })], deliveryMode: 'none' }))
    await create(of, { signers: [recipient()] })
  })

  test('count for the address and organization, so that no organization uses up the budget of another', async () => {
    const [of, other, signer] = [await tenant(), await tenant(), recipient()]
    await usedByAddress(of, signer.email, 19)
    await create(of, nativeDraft({ signers: [signer] }))
    await messagesTo(signer.email, 1)
    expectOverBudget(await post(of, draftFor(of, nativeDraft({ signers: [signer] }))), 'recipient_email_budget', 20)
    await create(other, nativeDraft({ signers: [signer] }))
    await messagesTo(signer.email, 2)
  })

  test('have a limit for the address over all test organizations, which holds up no live one', async () => {
    const [{ live, test: ofTest }, signer] = [await liveWithTestMode(), recipient()]
    await usedByAll(signer.email, 100)
    const refused = await post(ofTest, draftFor(ofTest, nativeDraft({ signers: [signer] })))
    expectOverBudget(refused, 'recipient_email_budget', 100)
    await create(live, nativeDraft({ signers: [signer] }))
    await messagesTo(signer.email, 1)
  })

  test('are not the codes by which a signer signs: these have limits of their own', async () => {
    const [of, email] = [await tenant(), `${randomUUID()}@example.com`]
    const browser = await visit(await unwritten(of, email))
    await Promise.all([usedByOrganization(of, 5_000), usedByAddress(of, email, 20), usedByAll(email, 100)])
    expect((await browser.post('/otp', {})).status).toBe(200)
    await messagesTo(email, 1)
  })

  test('can be more where the operator allows an organization more', async () => {
    const of = await tenant()
    await usedByOrganization(of, 5_000)
    await put(table(), nodes, { ...of.org, emailsPerDay: 5_001 })
    const signer = recipient()
    await create(of, nativeDraft({ signers: [signer] }))
    await messagesTo(signer.email, 1)
    const refused = await post(of, draftFor(of, nativeDraft({ signers: [recipient()] })))
    expectOverBudget(refused, 'organization_email_budget', 5_001)
  })
})

describe.concurrent('strangers who are added without an e-mail', () => {
  test('count like e-mails: their answers tell who has an account', async () => {
    const of = await tenant()
    await usedByOrganization(of, 4_999)
    const added = await invite(of, invitation(of, { sendInvitation: false }))
    expect(added.status).toBe(201)
    const refused = await invite(of, invitation(of, { sendInvitation: false }))
    expectOverBudget(refused, 'organization_email_budget', 5_000)
    const listed = await listOf(of, 'members')
    expect(listed.body.results.map(({ id }: { id: string }) => id)).toEqual([added.body.id])
  })

  test('are refused one by one in a batch of an application', async () => {
    const of = await tenant()
    const partner = await installedPartner(of, { scopes: ['members:write'] })
    await usedByOrganization(of, 4_999)
    const members = [1, 2].map(() => memberBody({ nodeId: of.entity.id }))
    const { body } = await provision(partner, `orgs/${of.org.id}/members/batch`, { members })
    expect(body.results).toMatchObject([
      { status: 201, error: null },
      { status: 429, error: { code: 'rate_limited', details: { reason: 'organization_email_budget' } } },
    ])
  })
})
