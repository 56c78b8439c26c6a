import { expect, test } from 'vitest'
import type { Service } from '../../../infra/local/interception.ts'
import { dynamoDbDollars, otherDollars } from '../prices.ts'

function priceOf(service: Service, operation: string, method = 'POST', content: object = {}): number {
  return otherDollars({ service, operation, method, body: Buffer.from(JSON.stringify(content)) })
}

test('units have their price, those of indexes too', () => {
  expect(dynamoDbDollars({ reads: 4, tableWrites: 1, indexWrites: 1 })).toBe(1.75)
})

test('S3 asks most for what writes, and nothing for what deletes', () => {
  expect(priceOf('s3', 'PutObject', 'PUT')).toBe(5)
  expect(priceOf('s3', 'ListObjectsV2', 'GET')).toBe(5)
  expect(priceOf('s3', 'GetObject', 'GET')).toBe(0.4)
  expect(priceOf('s3', 'DeleteObject', 'DELETE')).toBe(0)
})

test('EventBridge asks for each event', () => {
  expect(priceOf('eventBridge', 'PutEvents', 'POST', { Entries: [{}, {}, {}] })).toBe(3)
})

test('what has no price is not free', () => {
  expect(() => priceOf('sms', 'Publish')).toThrow('sms has no price')
})
