import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { systemIds } from '../../../../shared/platform/ids.ts'
import { commit } from '../../../../shared/store/commit.ts'
import { commitWithinMs } from '../../../../shared/store/outbox-entry.ts'
import { tableAt } from '../../../../shared/store/table.ts'
import { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { nowMs, uuid } from '../../../signature/unit/sample-request.ts'

const author = { actor: { type: 'system', id: null, name: 'test' }, requestId: 'r', ip: null, userAgent: null } as const
const orgId = uuid(1)
const place = { providerId: uuid(2), orgId, livemode: true, nodeId: orgId, ancestorIds: [] }

/** A commit of one event at a table that answers each try with a status, after which some time has passed. */
function committing(tries: readonly { readonly status: number; readonly takesMs: number }[]) {
  let passedMs = 0
  let count = 0
  const handle = async () => {
    const { status, takesMs } = tries[count] ?? { status: 200, takesMs: 0 }
    count += 1
    passedMs += takesMs
    return { response: { statusCode: status, headers: {}, body: Buffer.from('{}') } }
  }
  const client = new DynamoDBClient({
    region: 'eu-west-3',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    requestHandler: { handle },
  })
  const table = tableAt(client, 'table')
  const work = new UnitOfWork({ table, clock: () => nowMs + passedMs, ids: systemIds, author })
  work.emit({ type: 'grant.revoked', data: { grantId: uuid(3), applicationId: 'app', kind: 'installed' } }, place)
  const wait = (ms: number) => {
    passedMs += ms
  }
  return { outcome: () => commit(table, work), tries: () => count, wait }
}

describe('what is told', () => {
  test('may be committed for as long as its place in the order is open', async () => {
    const { outcome, tries, wait } = committing([])
    wait(commitWithinMs)
    expect(await outcome()).toBe('committed')
    expect(tries()).toBe(1)
  })

  test('is not committed later than that', async () => {
    const { outcome, tries, wait } = committing([])
    wait(commitWithinMs + 1)
    await expect(outcome()).rejects.toThrow('time to commit')
    expect(tries()).toBe(0)
  })

  test('is tried again by the SDK within that time', async () => {
    const { outcome, tries } = committing([{ status: 500, takesMs: commitWithinMs }])
    expect(await outcome()).toBe('committed')
    expect(tries()).toBe(2)
  })

  test('is not tried again later, as by a function that was frozen in between', async () => {
    const { outcome, tries } = committing([{ status: 500, takesMs: commitWithinMs + 1 }])
    await expect(outcome()).rejects.toThrow('time to commit')
    expect(tries()).toBe(1)
  })
})
