import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryPartition } from '../../functions/webhooks/model/delivery.ts'
import { webhookPartition } from '../../functions/webhooks/model/webhook.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { queryPartition } from '../../shared/store/table.ts'
import { readCsv } from '../contacts/unit/read-csv.ts'
import { call } from '../support/client.ts'
import { contactOf } from '../support/contacts.ts'
import { outboxEntriesOf } from '../support/inspection.ts'
import { guardedOperations, pathOf } from '../support/operations.ts'
import { expectRefused } from '../support/refused.ts'
import {
  type Dependencies,
  namedAt,
  refusingDependencies,
  type TestResources,
} from '../support/refusing-dependencies.ts'
import { draftOf, storedSender } from '../support/registered-mails.ts'
import { create, settled } from '../support/signature.ts'
import { taskOf } from '../support/tasks.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { formFor } from '../support/usual-form.ts'

let home: Tenant
let theirs: { id: string; signerId: string; contactId: string; taskId: string; mailId: string; senderAccountId: string }
/** Whoever is not of the organization: with every right at home, and somebody without any membership there. */
const strangers = new Map<string, string>()

beforeAll(async () => {
  home = await tenant()
  const { id } = await create(home)
  // Once its signer was notified, nothing happens to it any more by itself.
  const request = await settled(home, id, 'notified', ({ signers }) => signers[0].status === 'notified')
  const { id: contactId } = await contactOf(home)
  const { id: taskId } = await taskOf(home)
  const [{ id: mailId }, { id: senderAccountId }] = [await draftOf(home), await storedSender(home)]
  theirs = { id: request.id, signerId: request.signers[0].id, contactId, taskId, mailId, senderAccountId }
  const elsewhere = await tenant()
  strangers.set('an API key', elsewhere.token)
  strangers.set('a person', (await personOf(elsewhere, 'owner')).token)
  strangers.set('a viewer', (await keyOf(elsewhere, 'viewer')).token)
})

const onResources = guardedOperations.filter(({ access }) => access.to === 'resource')

/** Everything that there is about the request and the contact, and how much its organization has logged and told. */
async function state(): Promise<unknown> {
  const partitions = [
    `SIGREQ#${theirs.id}`,
    `CONTACT#${theirs.contactId}`,
    `TASK#${theirs.taskId}`,
    `MAIL#${theirs.mailId}`,
    `SENDER#${theirs.senderAccountId}`,
  ]
  const items = await Promise.all(partitions.map((partition) => queryPartition(table(), partition, '')))
  return { items, outboxEntries: (await outboxEntriesOf(home.org.id)).map(({ id }) => id) }
}

async function ask(
  operation: Operation,
  token: string,
  named: Pick<typeof theirs, 'id' | 'contactId' | 'taskId' | 'mailId' | 'senderAccountId'>,
) {
  const path = pathOf(operation, { ...named, signerId: theirs.signerId })
  // A file is judged before the resource that it is for.
  const { body } = operation
  if (body?.kind === 'form') return await call(operation.method, path, { token, body: await formFor(operation, {}) })
  return await call(operation.method, path, { token, ...(body ? { json: { action: 'sign', title: 'Mine' } } : {}) })
}

describe.each(onResources)('$method $path', (operation) => {
  test.each(['an API key', 'a person', 'a viewer'])(
    'tells %s of another organization nothing, and does nothing',
    async (who) => {
      const token = strangers.get(who) ?? ''
      const before = await state()
      const id = randomUUID()
      const nothing = { id, contactId: id, taskId: id, mailId: id, senderAccountId: id }
      const [foreign, unknown] = [await ask(operation, token, theirs), await ask(operation, token, nothing)]
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      const names = (headers: Headers) => [...headers.keys()].filter((name) => !name.startsWith('ratelimit')).sort()
      expect(names(foreign.headers)).toEqual(names(unknown.headers))
      expect(await state()).toEqual(before)
    },
  )
})

describe('what ties an organization to the outside', () => {
  const ofIntegrations = guardedOperations.filter(({ access }) => access.to === 'peopleOnlyResource')
  let dependencies: Dependencies
  let stranger: { token: string; orgId: string }

  beforeAll(async () => {
    dependencies = await refusingDependencies()
    const elsewhere = await tenant()
    stranger = { token: (await personOf(elsewhere, 'owner')).token, orgId: elsewhere.org.id }
  })

  /** The subscription, its deliveries, and how much was logged and told: whatever is done to any of them tells something. */
  async function stateOfDependencies(): Promise<unknown> {
    const { orgId, webhookId } = dependencies.open
    const partitions = [webhookPartition({ orgId, applicationId: null }), deliveryPartition(webhookId)]
    const items = await Promise.all(partitions.map((partition) => queryPartition(table(), partition, '')))
    return { items, outboxEntries: (await outboxEntriesOf(orgId)).map(({ id }) => id) }
  }

  test.each(ofIntegrations)(
    '$id: an id of another organization is as unknown as any, under either organization',
    async (operation) => {
      const { method, body } = operation
      const send = async (place: Partial<TestResources>) => {
        const path = pathOf(operation, namedAt({ ...dependencies.open, ...place }))
        return await call(method, path, { token: stranger.token, ...(body && { json: { events: ['*'] } }) })
      }
      await settledDelivery(dependencies.open)
      const before = await stateOfDependencies()
      const unknown = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const
      const [keyId, grantId, webhookId, deliveryId] = unknown
      const nothing = { keyId, grantId, webhookId, deliveryId }
      for (const orgId of [stranger.orgId, dependencies.open.orgId]) {
        const [foreign, none] = [await send({ orgId }), await send({ orgId, ...nothing })]
        expectRefused(foreign, orgId === stranger.orgId ? 'not_found' : 'organization_not_found')
        expect(foreign.text).toBe(none.text)
      }
      expect(await stateOfDependencies()).toEqual(before)
    },
  )

  /** Once its receiver has it, nothing happens to the delivery any more by itself. */
  async function settledDelivery({ orgId, webhookId, deliveryId, personToken: token }: TestResources): Promise<void> {
    const path = `/v1/orgs/${orgId}/webhooks/${webhookId}`
    await until('the delivery', async () => {
      const { body } = await call('GET', `${path}/deliveries/${deliveryId}`, { token })
      return body.status === 'succeeded'
    })
  }
})

describe('a list', () => {
  const everywhere = guardedOperations.filter(({ access }) => access.to === 'entities')

  test.each(['an API key', 'a person', 'a viewer'])('shows %s nothing of another organization', async (who) => {
    for (const { path, responses } of everywhere) {
      const query = path.endsWith('/occurrences') ? '?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z' : ''
      const answer = await call('GET', `${path}${query}`, { token: strangers.get(who) ?? '' })
      if (who === 'a viewer' && (path.endsWith('/export') || path.startsWith('/v1/tasks')))
        expectRefused(answer, 'forbidden')
      // A file has its header alone.
      else if (responses[200] === 'binary') expect([path, readCsv(answer.text).length]).toEqual([path, 1])
      else expect([path, answer.status, answer.body.results]).toEqual([path, 200, []])
    }
  })
})
