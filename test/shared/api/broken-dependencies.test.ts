import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { nodeKey } from '../../../shared/store/entities.ts'
import { getItem, type Key } from '../../../shared/store/table.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { draftFor, post } from '../../support/signature.ts'
import { table, tenant } from '../../support/tenant.ts'

/** Leaves an item of the table as no code of ours would write it. */
async function breakItem(key: Key): Promise<{ mend: () => Promise<void> }> {
  const item = await getItem(table(), key)
  if (!item) throw new Error(`there is no item ${key.PK}`)
  const write = async (record: unknown) => {
    await table().client.send(new PutCommand({ TableName: table().name, Item: { ...item, record } }))
  }
  await write({ secret: 'what nobody may see' })
  return { mend: () => write(item.record) }
}

describe('a fault of ours', () => {
  test('answers internal_error and says nothing of what is inside', async () => {
    const home = await tenant()
    await breakItem(nodeKey(home.entity.id))
    const headers = { 'X-Request-Id': 'a-fault-to-report' }
    for (const path of ['/v1/me', `/v1/signature-requests?entityId=${home.entity.id}`]) {
      const answer = await call('GET', path, { token: home.token, headers })
      expectRefused(answer, 'internal_error')
      expect(answer.body.error.details).toBeUndefined()
      expect(answer.body.error.message).toContain('a-fault-to-report')
      expect(answer.text).not.toMatch(/secret|record|Expected|received|valibot|node_modules|at .*:\d+|Dynamo|NODE#/i)
      expect(answer.headers.get('ratelimit-limit')).toBe('1000000')
    }
  })

  test('gives the Idempotency-Key back, whether it is met while reading or while working', async () => {
    const home = await tenant()
    const places = [{ PK: `USER#${home.key.clientId}`, SK: 'PROFILE' }, nodeKey(home.entity.id)]
    const headers = { 'Idempotency-Key': 'key-1' }
    for (const place of places) {
      const { mend } = await breakItem(place)
      expectRefused(await post(home, draftFor(home), { headers }), 'internal_error')
      await mend()
    }
    const answer = await post(home, draftFor(home), { headers })
    expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false])
  })
})
