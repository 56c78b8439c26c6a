import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { membershipIdOf } from '../../../functions/organizations/model/members/invitation-token.ts'
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts'
import { managerOf } from '../../support/api-keys.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { cloud, useCloud } from '../../support/cloud.ts'
import { command, onTestCloud } from '../../support/commands.ts'
import { messagesTo, nativeDraft, recipient, tokenIn } from '../../support/emails.ts'
import { create, read, sealed, storedChain } from '../../support/signature.ts'
import { agree, type Browser, browserAt, codeFor, open, signBody } from '../../support/signing.ts'
import { accept, invited, linkTokenOf } from '../../support/structure.ts'
import { type Tenant, tenant, tokenFor, userToken } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { eventIn, hookFor, onHook, type Receiver, receiver } from '../../support/webhooks.ts'

/** A rotation as infra/README.md tells it: one deployment on the same data after the other, at the same address. */

const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-rotation-'))
const suiteCloud = cloud()
let running: LocalCloud | undefined
let port = 0
let at: Receiver

/** Deploys with these keys, the current one first. */
async function deploy(keys: string): Promise<void> {
  await running?.close()
  const names = ['tokenKeys', 'linkKeys', 'actKeys', 'mailActKeys', 'pageTokenKeys', 'webhookSecretKeys']
  const settings = Object.fromEntries(names.map((name) => [name, keys]))
  running = await startLocalCloud({ port, dataDirectory, speed: 1, settings })
  port = running.port
  useCloud({ ...running, metErrorsFile: null })
}

beforeAll(async () => {
  at = await receiver()
})

afterEach(() => useCloud(suiteCloud))

afterAll(async () => {
  await running?.close()
  at.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

const me = async (token: string) => (await call('GET', '/v1/me', { token })).status
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const statusOf = async (link: string) => (await call('GET', `/sign/${link}/state`)).status

async function publishedKids(): Promise<string[]> {
  const answer = await fetch(`${cloud().authUrl}/oauth/v2/keys`)
  const { keys } = (await answer.json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

async function pageOf(token: string, pageToken?: string): Promise<Answer> {
  const query = new URLSearchParams({ pageSize: '1', ...(pageToken && { pageToken }) })
  return await call('GET', `/v1/signature-requests?${query}`, { token })
}

/** A request to two signers, who are both written to, and the links in their mails. */
async function askedFor(of: Tenant, token: string) {
  const signers = [recipient({ authMethod: 'email_otp' }), recipient({ authMethod: 'email_otp' })]
  const request = await create({ entity: of.entity, token }, nativeDraft({ signers }))
  const links = await Promise.all(signers.map(async ({ email }) => tokenIn((await messagesTo(email, 1))[0] ?? {})))
  const [first = '', second = ''] = links
  return { request, links: [first, second] as const }
}

/** Opens the document and has a code sent. */
async function awaitingCode(link: string): Promise<Browser> {
  const browser = browserAt(link)
  await open(browser)
  demand(await browser.post('/otp', {}), 200)
  return browser
}

async function signBy(browser: Browser, request: Answer['body'], index: number): Promise<void> {
  demand(await browser.post('/otp', { code: await codeFor(request, index) }), 200)
  await agree(browser)
  demand(await browser.post('/sign', signBody(request)), 200)
}

/** The secret that signed the test event which is posted now. */
async function postedWith(of: Tenant, id: string, secret: string): Promise<string> {
  const before = at.received.length
  demand(await onHook(await managerOf(of), 'POST', id, '/test'), 202)
  const posted = (await at.posts(before + 1))[before]
  if (!posted) throw new Error('nothing was posted')
  return eventIn(posted, secret).type
}

// Four clouds start one after the other.
const longestMs = 900_000

it('keys are rotated without a gap: what an older key made counts until that key is retired', {
  timeout: longestMs,
}, async () => {
  await deploy('1')
  const of = await tenant({ livemode: true })
  const oldToken = of.token
  const oldKid = kidOf(oldToken)
  const [half, unfinished] = [await askedFor(of, oldToken), await askedFor(of, oldToken)]
  await signBy(await awaitingCode(half.links[0]), half.request, 0)
  await signBy(await awaitingCode(unfinished.links[0]), unfinished.request, 0)
  const waiting = await awaitingCode(half.links[1])
  const oldPage = (await pageOf(oldToken)).body.nextPageToken
  const [stays, comesLate] = [await invited(of), await invited(of)]
  const [inTime, late] = [await linkTokenOf(stays.id), await linkTokenOf(comesLate.id)]
  const hook = await hookFor(await managerOf(of), at.url, { events: ['signature.declined'] })

  // Published before it is used.
  await deploy('1,2')
  const [, nextKid = ''] = await publishedKids()
  expect(await publishedKids()).toEqual([oldKid, nextKid])
  expect(kidOf(await tokenFor(of.key))).toBe(oldKid)

  await deploy('2,1')
  const newToken = await tokenFor(of.key)
  expect(kidOf(newToken)).toBe(nextKid)
  expect([await me(oldToken), await me(newToken)]).toEqual([200, 200])
  await signBy(waiting, half.request, 1)
  await sealed({ token: newToken }, half.request.id)
  const macs = (await storedChain(half.request.id)).flatMap(({ mac }) => mac?.split(':')[0] ?? [])
  expect(macs).toEqual(['1', '1', '1', '2', '2', '2'])
  const next = await askedFor(of, newToken)
  expect(await statusOf(next.links[0])).toBe(200)
  expect((await pageOf(newToken, oldPage)).status).toBe(200)
  const newPage = (await pageOf(newToken)).body.nextPageToken
  expect([String(oldPage).split('.')[1], String(newPage).split('.')[1]]).toEqual(['1', '2'])
  expect((await accept(await userToken(stays.user.id), inTime)).status).toBe(200)
  const newInvitation = await linkTokenOf((await invited(of)).id)
  expect([inTime, newInvitation].map((link) => Buffer.from(link, 'base64url')[0])).toEqual([1, 2])
  expect(membershipIdOf(newInvitation)).not.toBeNull()
  expect(await postedWith(of, hook.id, hook.secret)).toBe('webhook.test')
  const reseal = () => command('partner', ['webhook', 'reseal', onTestCloud()])
  expect((await reseal()).told).toEqual({ subscriptions: 1, resealed: 1 })
  expect((await reseal()).told).toEqual({ subscriptions: 1, resealed: 0 })

  await deploy('2')
  expect(await publishedKids()).toEqual([nextKid])
  expect([await me(oldToken), await me(newToken)]).toEqual([401, 200])
  expect([await statusOf(unfinished.links[1]), await statusOf(next.links[0])]).toEqual([404, 200])
  expect([(await pageOf(newToken, oldPage)).status, (await pageOf(newToken, newPage)).status]).toEqual([422, 200])
  expect((await accept(await userToken(comesLate.user.id), late)).body.error.code).toBe('invalid_grant')
  expect(await postedWith(of, hook.id, hook.secret)).toBe('webhook.test')
  const reminded = `/v1/signature-requests/${unfinished.request.id}/signers/${unfinished.request.signers[1].id}/remind`
  demand(await call('POST', reminded, { token: newToken }), 202)
  const [, mail] = await messagesTo(unfinished.request.signers[1].email, 2)
  // The signer goes on by a link of the new key; what the other signer did under the retired key proves nothing any more.
  await signBy(await awaitingCode(tokenIn(mail ?? {})), unfinished.request, 1)
  await until('the seal to fail', async () =>
    (await storedChain(unfinished.request.id)).some(({ type }) => type === 'seal_failed'),
  )
  expect((await read({ token: newToken }, unfinished.request.id)).document.sealStatus).toBe('failed')
})
