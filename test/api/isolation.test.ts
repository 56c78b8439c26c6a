import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../shared/http/operation.ts'
import { queryPartition } from '../../shared/store/table.ts'
import { call } from './support/client.ts'
import { journalsOf } from './support/inspection.ts'
import { guardedOperations, pathOf } from './support/operations.ts'
import { create, settled } from './support/signature.ts'
import { keyOf, personOf, type Tenant, table, tenant } from './support/tenant.ts'

let home: Tenant
let theirs: { id: string; signerId: string }
/** Whoever is not of the organization: with every right at home, and somebody without any membership there. */
const strangers = new Map<string, string>()

beforeAll(async () => {
  home = await tenant()
  const { id } = await create(home)
  // Once its signer was notified, nothing happens to it any more by itself.
  const request = await settled(home, id, 'notified', ({ signers }) => signers[0].status === 'notified')
  theirs = { id: request.id, signerId: request.signers[0].id }
  const elsewhere = await tenant()
  strangers.set('an API key', elsewhere.token)
  strangers.set('a person', (await personOf(elsewhere, 'owner')).token)
  strangers.set('a viewer', (await keyOf(elsewhere, 'viewer')).token)
})

const onResources = guardedOperations.filter(({ access }) => access.to === 'resource')

/** Everything that there is about the request, and how much its organization has logged and told. */
async function state(): Promise<unknown> {
  const items = await queryPartition(table(), `SIGREQ#${theirs.id}`, '')
  return { items, journals: (await journalsOf(home.org.id)).map(({ id }) => id) }
}

async function ask(operation: Operation, token: string, id: string) {
  const path = pathOf(operation, { id, signerId: theirs.signerId })
  return await call(operation.method, path, {
    token,
    ...(operation.body ? { json: { action: 'sign', title: 'Mine' } } : {}),
  })
}

describe.each(onResources)('$method $path', (operation) => {
  test.each(['an API key', 'a person', 'a viewer'])(
    'tells %s of another organization nothing, and does nothing',
    async (who) => {
      const token = strangers.get(who) ?? ''
      const before = await state()
      const [foreign, unknown] = [await ask(operation, token, theirs.id), await ask(operation, token, randomUUID())]
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      const names = (headers: Headers) => [...headers.keys()].filter((name) => !name.startsWith('ratelimit')).sort()
      expect(names(foreign.headers)).toEqual(names(unknown.headers))
      expect(await state()).toEqual(before)
    },
  )
})

describe('a list', () => {
  test.each(['an API key', 'a person', 'a viewer'])('shows %s nothing of another organization', async (who) => {
    const { status, body } = await call('GET', '/v1/signature-requests', { token: strangers.get(who) ?? '' })
    expect([status, body.results]).toEqual([200, []])
  })
})
