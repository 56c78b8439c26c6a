import { expect, it } from 'vitest'
import { connectionNamed } from '../../../functions/vendor-connections/model/named-connection.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'

const orgId = '0198c0de-0000-7000-8000-000000000001'

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s names no vendor', (key) => {
  expect(isRefusal(connectionNamed({ orgId, connections: {}, version: 1 }, key))).toBe(true)
})
