import { describe, expect, it } from 'vitest'
import { keyFor, postKey } from '../../support/api-keys.ts'
import { connectedApp, consentBody, consented } from '../../support/applications.ts'
import { type CallOptions, call } from '../../support/client.ts'
import { contactInput, contactOf } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { draftInput, draftOf, mailPath, mailsPath } from '../../support/registered-mails.ts'
import { create, draftFor, post } from '../../support/signature.ts'
import { taskInput, taskOf } from '../../support/tasks.ts'
import { type Tenant, tokenFor } from '../../support/tenant.ts'
import { disableTestMode, liveWithTestMode, resetTestMode } from '../../support/test-mode.ts'
import { eventIn, hookFor, receiver } from '../../support/webhooks.ts'

type Route = readonly [method: string, path: string, options?: CallOptions]

/** Lists, reads, creations and changes of what every domain has in a test organization. */
async function routesOf(test: Tenant): Promise<Route[]> {
  const [contact, request, task] = [await contactOf(test), await create(test), await taskOf(test)]
  const mail = await draftOf(test)
  const [org, entityId] = [`/v1/orgs/${test.org.id}`, test.entity.id]
  return [
    ['GET', `/v1/contacts?entityId=${entityId}`],
    ['GET', `/v1/contacts/${contact.id}`],
    ['POST', '/v1/contacts', { json: contactInput(test) }],
    ['PATCH', `/v1/contacts/${contact.id}`, { json: { lastName: 'Verne' } }],
    ['DELETE', `/v1/contacts/${contact.id}`],
    ['GET', `/v1/signature-requests?entityId=${entityId}`],
    ['GET', `/v1/signature-requests/${request.id}`],
    ['GET', `/v1/signature-requests/${request.id}/document`],
    ['POST', `/v1/signature-requests/${request.id}/cancel`, { json: {} }],
    ['POST', `/v1/test/signature-requests/${request.id}/expire`],
    ['GET', `/v1/registered-mails?entityId=${entityId}`],
    ['GET', mailPath(mail.id)],
    ['POST', mailsPath, { json: draftInput(test) }],
    ['POST', mailPath(mail.id, '/cancel')],
    ['GET', `/v1/tasks?entityId=${entityId}`],
    ['GET', `/v1/tasks/${task.id}`],
    ['POST', '/v1/tasks', { json: taskInput(test) }],
    ['GET', `${org}/nodes`],
    ['GET', `/v1/nodes/${entityId}`],
    ['GET', `/v1/nodes/${entityId}/settings`],
    ['PATCH', `/v1/nodes/${entityId}/settings`, { json: { timezone: 'Europe/Lisbon' } }],
    ['GET', `${org}/members`],
    ['GET', `${org}/roles`],
  ]
}

/** Of everything that a caller may see. */
const listsOfAll = ['contacts', 'signature-requests', 'registered-mails', 'tasks', 'events'].map(
  (name) => `/v1/${name}`,
)

/** Only for people. */
function administrationOf({ org }: Tenant): Route[] {
  return [
    ['GET', `/v1/orgs/${org.id}/api-keys`],
    ['POST', `/v1/orgs/${org.id}/api-keys`, { json: { name: 'Late', role: 'admin' } }],
    ['GET', `/v1/orgs/${org.id}/webhooks`],
    ['GET', `/v1/orgs/${org.id}/grants`],
  ]
}

const ofSomethingMade = /^\/v1\/(test\/)?(contacts|signature-requests|registered-mails|tasks)\/[0-9a-f]/

/** How each route answers that does not say that the test mode is off, or that a thing is deleted already. */
async function open(routes: readonly Route[], token: string): Promise<string[]> {
  const answers: string[] = []
  for (const [method, path, options] of routes) {
    const { status, body } = await call(method, path, { ...options, token })
    const isGone = status === 404 && ofSomethingMade.test(path)
    if (!isGone && body?.error?.code !== 'test_mode_disabled')
      answers.push(`${method} ${path}: ${status} ${body?.error?.code}`)
  }
  return answers
}

describe.concurrent('a test organization that is closed', () => {
  for (const [how, close] of [
    ['reset', resetTestMode],
    ['purged', disableTestMode],
  ] as const)
    it(`refuses keys and people on every route while it is ${how}`, async () => {
      const { live, test } = await liveWithTestMode()
      const routes = await routesOf(test)
      await close(live)
      expect(await open(routes, test.token)).toEqual([])
      // No list is empty: whoever mirrors one would delete what they have.
      const lists: Route[] = listsOfAll.map((path) => ['GET', path])
      expect(await open(lists, test.token)).toEqual([])
      expect((await call('GET', '/v1/contacts', { token: live.owner.token })).status).toBe(200)
      expect(await open([...routes, ...administrationOf(test)], live.owner.token)).toEqual([])
      expectRefused(await post(test, draftFor(test)), 'test_mode_disabled')
    })
})

describe.concurrent('what is made in a test organization', () => {
  it('has keys, webhooks and grants of its own, with livemode false', async () => {
    const { live, test } = await liveWithTestMode()
    const person = { org: test.org, token: live.owner.token }
    const made = await postKey(person, { name: 'A test key', role: 'admin' })
    expect(made.status).toBe(201)
    expect(made.body.clientSecret).toMatch(/^sk_test_/)
    const key = await keyFor(person)
    const token = await tokenFor(key)
    const at = await receiver()
    const hook = await hookFor(person, at.url)
    const request = await create({ entity: test.entity, token })
    expect(request.livemode).toBe(false)
    const [posted] = await at.posts(1)
    at.close()
    expect(posted && eventIn(posted, hook.secret)).toMatchObject({ livemode: false })
    const app = await connectedApp(test)
    const { grantId } = await consented(live.owner.token, consentBody(test, app.clientId))
    const grants = await call('GET', `/v1/orgs/${test.org.id}/grants`, { token: live.owner.token })
    expect(grants.body.results.map(({ id }: { id: string }) => id)).toContain(grantId)
    const elsewhere = await call('GET', `/v1/contacts?entityId=${live.entity.id}`, { token })
    expectRefused(elsewhere, 'entity_not_found')
  })
})
