import { afterAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../../shared/auth/permissions.ts'
import { managerOf } from '../../support/api-keys.ts'
import { demand } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { invitation, invite, patchMembership, personAt, roleOf } from '../../support/structure.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { deliveriesIn, hookFor, onHook, postHook, type Receiver, receiver } from '../../support/webhooks.ts'

const receivers: Receiver[] = []
afterAll(() => {
  for (const each of receivers) each.close()
})

async function anyReceiver(): Promise<Receiver> {
  const at = await receiver()
  receivers.push(at)
  return at
}

/** Somebody who manages integrations, and may do nothing else than told. */
async function limitedManager(of: Tenant, more: readonly Permission[] = []) {
  const [{ membershipId, token }, { id: role }] = await Promise.all([
    personAt(of, of.org, 'viewer'),
    roleOf(of, ['integrations.manage', ...more]),
  ])
  demand(await patchMembership(of, membershipId, { role }), 200)
  return { org: of.org, token }
}

const typesAt = async (at: Receiver, count: number) =>
  (await at.posts(count)).map(({ body }) => String(JSON.parse(body.toString()).type))

describe.concurrent('a subscription of somebody who may not read everything', () => {
  it('names no type that they may not read', async () => {
    const of = await tenant()
    const [limited, at] = [await limitedManager(of, ['members.read']), await anyReceiver()]
    const refused = await postHook(limited, {
      url: at.url,
      events: ['member.added', 'signature.created', 'contact.created'],
    })
    expectRefused(refused, 'forbidden')
    expect(refused.body.error.details).toEqual({ events: ['signature.created', 'contact.created'] })
    const { id } = await hookFor(limited, at.url, { events: ['member.added', 'grant.created'] })
    expectRefused(await onHook(limited, 'PATCH', id, '', { events: ['signature.signed'] }), 'forbidden')
  })

  it('to * receives only what they may read', async () => {
    // Given a subscription to everything by somebody who may only read members
    const of = await tenant()
    const [limited, at] = [await limitedManager(of, ['members.read']), await anyReceiver()]
    await hookFor(limited, at.url, { events: ['*'] })
    // When a request and then a member are created
    await create(of)
    demand(await invite(of, invitation(of)), 201)
    // Then only the member is posted
    const types = await until('the event of the member', async () => {
      const all = await typesAt(at, 1)
      return all.includes('member.added') ? all : null
    })
    expect(types.filter((type) => !type.startsWith('member.'))).toEqual([])
  })

  it('does not become theirs by another URL, neither for new events nor for old ones', async () => {
    // Given a subscription of an administrator that was delivered a signature event
    const of = await tenant()
    const [manager, limited, first, second] = [
      await managerOf(of),
      await limitedManager(of, ['members.read']),
      await anyReceiver(),
      await anyReceiver(),
    ]
    const named = await hookFor(manager, first.url, { events: ['signature.created'] })
    const all = await hookFor(manager, `${first.url}all`, { events: ['*'] })
    await create(of)
    const delivered = await until('the delivery of the request', async () => {
      const succeeded = await deliveriesIn(manager, all.id, 'succeeded')
      return succeeded.find(({ eventType }) => eventType === 'signature.created')
    })
    // When somebody moves it who may not read signatures
    expectRefused(await onHook(limited, 'PATCH', named.id, '', { url: second.url }), 'forbidden')
    demand(await onHook(limited, 'PATCH', all.id, '', { url: second.url }), 200)
    // Then neither a replay nor a new event reaches them
    demand(await onHook(manager, 'POST', all.id, `/deliveries/${delivered.id}/replay`), 202)
    await until('the end of the replay', async () => {
      const { status } = (await onHook(manager, 'GET', all.id, `/deliveries/${delivered.id}`)).body
      return status === 'canceled' || status === 'succeeded'
    })
    await create(of)
    demand(await invite(of, invitation(of)), 201)
    const types = await until('the event of the member', async () => {
      const found = await typesAt(second, 1)
      return found.includes('member.added') ? found : null
    })
    expect(types.filter((type) => !type.startsWith('member.'))).toEqual([])
    // And the log does not show the payload
    const shown = await onHook(limited, 'GET', all.id, `/deliveries/${delivered.id}`)
    expect([shown.status, shown.body.eventType, shown.body.payload]).toEqual([200, 'signature.created', null])
    expect((await onHook(manager, 'GET', all.id, `/deliveries/${delivered.id}`)).body.payload.type).toBe(
      'signature.created',
    )
  })

  it('is not replayed by somebody who may not read its events', async () => {
    // Given an administrator's subscription that was delivered a request and a member
    const of = await tenant()
    const [manager, limited, at] = [
      await managerOf(of),
      await limitedManager(of, ['members.read']),
      await anyReceiver(),
    ]
    const { id } = await hookFor(manager, at.url, { events: ['signature.created', 'member.added'] })
    await create(of)
    demand(await invite(of, invitation(of)), 201)
    const delivered = await deliveriesIn(manager, id, 'succeeded', 2)
    const idOf = (type: string) => delivered.find(({ eventType }) => eventType === type)?.id
    const from = new Date(Date.now() - 3_600_000).toISOString()
    // When somebody replays it who may only read members
    const refused = await onHook(limited, 'POST', id, `/deliveries/${idOf('signature.created')}/replay`)
    const refusedBulk = await onHook(limited, 'POST', id, '/replay', {
      from,
      status: 'all',
      events: ['signature.created'],
    })
    // Then the event of the request is refused, one by one and by its name
    for (const answer of [refused, refusedBulk]) {
      expectRefused(answer, 'forbidden')
      expect(answer.body.error.details).toEqual({ events: ['signature.created'] })
    }
    // And a replay of everything is one of the member
    const replayed = await onHook(limited, 'POST', id, '/replay', { from, status: 'all' })
    expect([replayed.status, replayed.body]).toEqual([202, { count: 1 }])
    expect((await typesAt(at, 3)).at(-1)).toBe('member.added')
    const single = await onHook(limited, 'POST', id, `/deliveries/${idOf('member.added')}/replay`)
    expect(single.status).toBe(202)
    expect((await typesAt(at, 4)).filter((type) => type === 'signature.created')).toHaveLength(1)
  })
})
