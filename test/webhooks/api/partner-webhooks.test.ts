import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGrant } from '../../../infra/local/application-grants.ts'
import { makeProvider, put } from '../../../infra/local/tenant.ts'
import { disableWebhook, enableWebhook } from '../../../infra/operations/partner-webhooks.ts'
import { type Grant, grants } from '../../../shared/auth/grants/grant.ts'
import { standingGrants } from '../../../shared/auth/grants/standing-grant.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { toItem } from '../../../shared/store/collection.ts'
import { putItems } from '../../../shared/store/table.ts'
import { managerOf } from '../../support/api-keys.ts'
import { grantsPath, type Partner, partnerWith } from '../../support/applications.ts'
import { call, demand, persistently } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { type CommandOutcome, command, onTestCloud } from '../../support/commands.ts'
import { partnerHook, readHooks } from '../../support/partner-webhooks.ts'
import { expectRefused } from '../../support/refused.ts'
import { patchMembership, personAt } from '../../support/structure.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { eventIn, hookFor, type Receiver, receiver } from '../../support/webhooks.ts'
import { waitingFor } from '../scenarios/webhooks.ts'

const receivers: Receiver[] = []
afterAll(() => {
  for (const each of receivers) each.close()
})

async function receiving(): Promise<Receiver> {
  const at = await receiver()
  receivers.push(at)
  return at
}

/** Lets an event happen to an organization. */
async function happen(of: Tenant): Promise<void> {
  const { membershipId } = await personAt(of, of.entity, 'viewer')
  demand(await persistently(() => patchMembership(of, membershipId, { role: 'member' })), 200)
}

/** An application, and an organization that lets it in. */
async function letIn() {
  const of = await tenant()
  const partner = await partnerWith(of, ['events:read'])
  const grant = await makeGrant(table(), of.org, partner.clientId)
  return { of, partner, grant }
}

async function revoke(of: Tenant, grantId: string): Promise<void> {
  const { token } = await managerOf(of)
  demand(await call('POST', grantsPath(of, `/${grantId}/revoke`), { token }), 200)
}

/** More grants of people than any page of their organization's holds, all of them newer than the one that is given. */
async function consentedSince(before: Grant): Promise<void> {
  const consents = Array.from({ length: 1_001 }, (): Grant => {
    const id = systemIds()
    return { ...before, id, kind: 'delegated', role: null, scopes: [], onBehalfOf: 'self', userId: id }
  })
  await putItems(
    table(),
    consents.map((consent) => toItem(grants, consent)),
  )
}

/** Leaves a grant as it stands in the table before any index has followed. */
async function takenOffIndexes(grant: Grant): Promise<void> {
  for (const collection of [grants, standingGrants]) await put(table(), { ...collection, indexKeys: () => ({}) }, grant)
}

/** The log of a subscription once there are so many deliveries in a status. */
async function logged(by: Partner, id: string, status: string, count = 1) {
  return await until(`${count} ${status} deliveries`, async () => {
    const { results } = (await readHooks(by, `/${id}/deliveries?status=${status}`)).body
    return results.length >= count && results
  })
}

describe.concurrent('a subscription of a partner application', () => {
  it('gets the events of the organizations that let it in, and of no others; live and test apart', async () => {
    const { of, partner } = await letIn()
    const live = await tenant({ livemode: true })
    const [second, stranger, former] = [await tenant(), await tenant(), await tenant()]
    for (const { org } of [live, second]) await makeGrant(table(), org, partner.clientId)
    const ended = await makeGrant(table(), former.org, partner.clientId)
    await revoke(former, ended.id)
    const [atTest, atLive, atOwn] = await Promise.all([receiving(), receiving(), receiving()])
    const events = ['member.updated']
    const ofTest = await partnerHook(partner, atTest.url, { events })
    const ofLive = await partnerHook(partner, atLive.url, { events, livemode: true })
    for (const other of [stranger, former])
      await hookFor(await managerOf(other), `${atOwn.url}/${other.org.id}`, { events })

    // What others get was made of the event together with what the application would get.
    for (const other of [stranger, former]) await happen(other)
    await atOwn.posts(2)
    for (const each of [of, second, live]) await happen(each)
    const [test, lives] = [await atTest.posts(2), await atLive.posts(1)]
    const told = test.map((posted) => eventIn(posted, ofTest.secret))
    expect(told.map(({ orgId }) => orgId).toSorted()).toEqual([of.org.id, second.org.id].toSorted())
    expect(told.map(({ livemode, type }) => [livemode, type])).toEqual([
      [false, 'member.updated'],
      [false, 'member.updated'],
    ])
    const [first] = lives
    expect(first && eventIn(first, ofLive.secret)).toMatchObject({ orgId: live.org.id, livemode: true })
    expect(first?.headers['x-svc-livemode']).toBe('true')
    const log = await logged(partner, ofTest.id, 'succeeded', 2)
    expect(log.map(({ orgId }: { orgId: string }) => orgId).toSorted()).toEqual([of.org.id, second.org.id].toSorted())
    expect(await logged(partner, ofLive.id, 'succeeded', 1)).toMatchObject([{ orgId: live.org.id }])
  })

  it.for([
    ['a thousand people have consented to others since it was let in', consentedSince],
    ['no index tells yet that it was let in', takenOffIndexes],
  ] as const)('gets them also where %s', async ([, prepare]) => {
    const { of, partner, grant } = await letIn()
    await prepare(grant)
    const at = await receiving()
    const { secret } = await partnerHook(partner, at.url, { events: ['member.updated'] })
    await happen(of)
    const [posted] = await at.posts(1)
    expect(posted && eventIn(posted, secret)).toMatchObject({ orgId: of.org.id, type: 'member.updated' })
  })

  it('is read by the application with its log, also of what an organization let it know before; by no other', async () => {
    const { of, partner, grant } = await letIn()
    const other = await partnerWith(of, ['events:read'])
    const at = await receiving()
    const { id, secret } = await partnerHook(partner, at.url, { events: ['member.updated'] })
    const { results } = (await readHooks(partner)).body
    expect(results).toMatchObject([
      {
        id,
        orgId: null,
        applicationId: partner.clientId,
        url: at.url,
        events: ['member.updated'],
        status: 'enabled',
        livemode: false,
        secretHint: secret.slice(-4),
        createdBy: null,
        version: 1,
      },
    ])
    expect(JSON.stringify(results)).not.toContain(secret)
    expect((await readHooks(other)).body).toEqual({ results: [] })

    await happen(of)
    const [delivery] = await logged(partner, id, 'succeeded')
    await revoke(of, grant.id)
    expect(delivery).toMatchObject({
      subscriptionId: id,
      orgId: of.org.id,
      eventType: 'member.updated',
      attemptCount: 1,
    })
    const byEvent = await readHooks(partner, `/${id}/deliveries?eventId=${delivery.eventId}`)
    expect(byEvent.body.results).toEqual([delivery])
    const full = await readHooks(partner, `/${id.toUpperCase()}/deliveries/${delivery.id}`)
    expect(full.body).toMatchObject({
      ...delivery,
      payload: { id: delivery.eventId, orgId: of.org.id },
      attempts: [{ number: 1, responseCode: 200, error: null }],
    })

    for (const path of [`/${id}/deliveries`, `/${id}/deliveries/${delivery.id}`])
      expectRefused(await readHooks(other, path), 'not_found')
    for (const path of [
      `/${systemIds()}/deliveries`,
      '/x/deliveries',
      `/${id}/deliveries/${systemIds()}`,
      `/${id}/deliveries/x`,
    ])
      expectRefused(await readHooks(partner, path), 'not_found')
    expectRefused(await readHooks(partner, `/${id}/deliveries?pageSize=0`), 'invalid_input')
    expectRefused(await readHooks(partner, `/${id}/deliveries?pageToken=x`), 'invalid_page_token')
  })

  it('tells what was never posted while the organization lets it in, and nothing of it after that', async () => {
    const { of, partner, grant } = await letIn()
    const { id } = await partnerHook(partner, (await receiving()).url)
    const deliveryId = await waitingFor(of, partner.clientId, id)
    const read = () => readHooks(partner, `/${id}/deliveries/${deliveryId}`)
    expect(await read()).toMatchObject({ status: 200, body: { attempts: [], payload: { orgId: of.org.id } } })
    await revoke(of, grant.id)
    const { requestId: _, ...refused } = (await read()).body.error
    const unknown = await readHooks(partner, `/${id}/deliveries/${systemIds()}`)
    expect(unknown.body.error).toMatchObject(refused)
    expectRefused(await read(), 'not_found')
  })

  it('of an organization is not there for an application that it lets in, nor the other way round', async () => {
    const { of, partner } = await letIn()
    const manager = await managerOf(of)
    const at = await receiving()
    const own = await hookFor(manager, `${at.url}/own`, { events: ['signature.signed'] })
    const { id } = await partnerHook(partner, at.url)
    expectRefused(await readHooks(partner, `/${own.id}/deliveries`), 'not_found')
    const { token } = manager
    expectRefused(await call('GET', `/v1/orgs/${of.org.id}/webhooks/${id}`, { token }), 'not_found')
    expectRefused(await call('POST', `/v1/orgs/${of.org.id}/webhooks/${id}/test`, { token }), 'not_found')
  })

  it('goes on with what waited, once the operator enables it', async () => {
    const { of, partner } = await letIn()
    const at = await receiving()
    at.answer(500)
    const { id, secret } = await partnerHook(partner, at.url, { events: ['member.updated'] })
    await happen(of)
    const [waiting] = await logged(partner, id, 'retrying')
    const named = { applicationId: partner.clientId, webhookId: id, nowMs: Date.now() }
    await disableWebhook(table(), named)
    const [webhook] = (await readHooks(partner)).body.results
    expect(webhook).toMatchObject({ status: 'disabled', disabledReason: 'manual', consecutiveFailures: 1 })
    expect((await readHooks(partner, `/${id}/deliveries/${waiting.id}`)).body.nextAttemptAt).toBeNull()
    at.answer(200)
    await enableWebhook(table(), named)
    const [, second] = await at.posts(2)
    expect(second && eventIn(second, secret)).toMatchObject({ id: waiting.eventId })
    await logged(partner, id, 'succeeded')
    expect((await readHooks(partner)).body.results).toMatchObject([{ status: 'enabled', consecutiveFailures: 0 }])
  })
})

/** Each command is a process of its own, on a machine that may be busy. */
describe.concurrent('npm run partner -- webhook', () => {
  const provider = `hooks-${crypto.randomUUID().slice(0, 8)}`
  beforeAll(async () => void (await makeProvider(table(), systemIds(), provider)))

  const partner = (...args: readonly string[]): Promise<CommandOutcome> => command('partner', [...args, onTestCloud()])
  const registered = async (): Promise<string> =>
    (await partner('register', '--provider', provider, '--name', 'Example', '--scopes', 'events:read')).told.id

  it('adds, lists, rotates, disables, enables and removes subscriptions, and the history tells it', async () => {
    const of = await tenant()
    const at = await receiving()
    const application = await registered()
    await makeGrant(table(), of.org, application)
    const webhook = (...args: string[]) => partner('webhook', ...args, '--application', application)
    const chosen = ['--events', 'member.updated, member.added', '--description', 'Accounting', '--test']
    const added = await webhook('add', '--url', at.url, ...chosen)
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('shown only once')])
    const { secret, ...shown } = added.told
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
    expect(shown).toMatchObject({
      orgId: null,
      applicationId: application,
      url: at.url,
      description: 'Accounting',
      livemode: false,
      events: ['member.updated', 'member.added'],
      status: 'enabled',
      createdBy: null,
      secretHint: secret.slice(-4),
    })
    expect((await webhook('list')).told).toEqual([shown])
    const twice = await webhook('add', '--url', at.url, '--events', '*')
    expect([twice.code, twice.told, twice.stderr]).toEqual([1, '', expect.stringContaining('already')])

    const rotated = await webhook('rotate', shown.id, '--overlap-hours', '24')
    expect(rotated.told).toMatchObject({ previousSecretExpiresAt: expect.stringMatching(/Z$/), version: 2 })
    await happen(of)
    const [posted] = await at.posts(1)
    if (!posted) throw new Error('nothing was posted')
    expect(eventIn(posted, secret)).toEqual(eventIn(posted, rotated.told.secret))

    expect((await webhook('disable', shown.id)).told).toMatchObject({ status: 'disabled', disabledReason: 'manual' })
    expect((await webhook('disable', shown.id)).code).toBe(0)
    expect((await webhook('enable', shown.id)).told).toMatchObject({ status: 'enabled', disabledReason: null })
    expect((await webhook('remove', shown.id)).told).toMatchObject({ id: shown.id, removed: true })
    expect((await webhook('list')).told).toEqual([])
    expect(await webhook('enable', shown.id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no webhook'),
    })
    const { history } = (await partner('show', application)).told
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'registered',
      ...['added', 'secret_rotated', 'disabled', 'enabled', 'removed'].map((end) => `webhook_${end}`),
    ])
    const again = await webhook('add', '--url', at.url, '--events', '*')
    expect([again.code, again.told.livemode]).toEqual([0, true])
    await partner('revoke', application)
    const late = await webhook('add', '--url', `${at.url}/late`, '--events', '*')
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('was revoked for good at')])
  })

  it('changes and tries subscriptions, and delivers again, as their organizations do with theirs', async () => {
    const { of, partner: application } = await letIn()
    const at = await receiving()
    const { id, secret } = await partnerHook(application, at.url, { events: ['member.updated'] })
    const webhook = (verb: string, ...args: string[]) =>
      partner('webhook', verb, id, '--application', application.clientId, ...args)
    await happen(of)
    const [posted] = await at.posts(1)
    if (!posted) throw new Error('nothing was posted')

    const moved = await webhook('change', '--url', `${at.url}/moved`, '--description', 'Accounting')
    expect(moved.told).toMatchObject({ url: `${at.url}/moved`, description: 'Accounting', events: ['member.updated'] })
    expect((await webhook('change', '--description', ' Accounting ')).told).toEqual(moved.told)
    const tested = await webhook('test')
    expect(tested.told).toEqual({ deliveryId: expect.any(String), eventId: expect.any(String) })
    const [, test] = await at.posts(2)
    if (!test) throw new Error('no test was posted')
    expect(eventIn(test, secret)).toMatchObject({ id: tested.told.eventId, type: 'webhook.test' })
    const since = ['--from', new Date(Date.now() - 600_000).toISOString()]
    expect((await webhook('replay', ...since)).told).toEqual({ count: 0 })
    expect((await webhook('replay', ...since, '--status', 'all')).told).toEqual({ count: 1 })
    const [, , again] = await at.posts(3)
    if (!again) throw new Error('nothing was posted again')
    expect(eventIn(again, secret)).toEqual(eventIn(posted, secret))
    await webhook('disable')
    const refused = await webhook('replay', ...since)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Enable it first')])
    const { history } = (await partner('show', application.clientId)).told
    const actions = history.map(({ action }: { action: string }) => action)
    expect(actions.slice(-3)).toEqual(['webhook_changed', 'webhook_replayed', 'webhook_disabled'])
  })

  it('reads what seals secrets with the credentials of the environment, where stacks may not be read', async () => {
    const { of, partner: application } = await letIn()
    const at = await receiving()
    const { id, secret } = await partnerHook(application, at.url, { events: ['member.updated'] })
    const { endpoints, resources } = cloud()
    const env = {
      AWS_ACCESS_KEY_ID: 'operator',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
    }
    const rotate = (...more: string[]) =>
      command(
        'partner',
        ['webhook', 'rotate', id, '--application', application.clientId, '--table', table().name, ...more],
        env,
      )
    expect(await rotate()).toMatchObject({ code: 2, stderr: expect.stringContaining('also give --webhook-keys') })
    const unknown = await rotate('--webhook-keys', '1:nothing')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('AWS: ')])
    const { told } = await rotate('--webhook-keys', resources.WebhookSecretKeys ?? '')
    await happen(of)
    const [posted] = await at.posts(1)
    if (!posted) throw new Error('nothing was posted')
    expect(eventIn(posted, told.secret)).toMatchObject({ orgId: of.org.id })
    expect(() => eventIn(posted, secret)).toThrow()
  })

  it.for([
    ['no application', ['list'], 2, '--application: it is required.'],
    ['an unknown application', ['list', '--application', systemIds()], 1, 'No application has the id'],
    ['a verb that is none', ['send', '--application', 'x'], 2, 'webhook send is not a command. Commands: add, list,'],
    ['no change', ['change', 'y', '--application', 'x'], 2, 'Give at least one of --url'],
    ['no time to replay from', ['replay', 'y', '--application', 'x'], 2, '--from: it is required.'],
    ['no webhook', ['remove', '--application', 'x'], 2, 'Give the id of exactly one webhook.'],
    ['no address', ['add', '--application', 'x', '--events', '*'], 2, '--url: it is required.'],
    [
      'no events',
      ['add', '--application', 'x', '--url', 'https://a.example', '--events', ','],
      2,
      '--events: Choose at',
    ],
    [
      'an unknown type of event',
      ['add', '--application', 'x', '--url', 'https://a.example', '--events', 'signature.rejected'],
      ...([1, 'cannot subscribe to'] as const),
    ],
    [
      'an address of a private network',
      ['add', '--application', 'x', '--url', 'https://10.0.0.1/', '--events', '*'],
      ...([1, 'url: Send a host name'] as const),
    ],
    [
      'an overlap of months',
      ['rotate', 'x', '--application', 'x', '--overlap-hours', '900'],
      ...([2, '--overlap-hours: Give at most 168.'] as const),
    ],
  ] as const)('refuses %s', async ([, args, code, told]) => {
    const outcome = await partner('webhook', ...args)
    expect([outcome.code, outcome.told, outcome.stderr]).toEqual([code, '', expect.stringContaining(told)])
  })
})
