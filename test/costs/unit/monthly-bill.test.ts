import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usualInstallation } from '../installation.ts'
import { monthlyBill, totalOf } from '../monthly-bill.ts'

const installation = usualInstallation()
const totalFor = (requests: number) => totalOf(monthlyBill(installation, requests))

test('what an installation has is counted in its template', () => {
  expect(installation.keys).toBeGreaterThan(5)
  expect(installation.polledQueues).toBeGreaterThan(10)
  expect(installation.alarms).toBeGreaterThan(installation.polledQueues)
})

test('a bill names every service that requests reach', () => {
  const services = new Set(monthlyBill(installation, 1e7).map(({ service, dollars }) => (dollars > 0 ? service : '')))
  for (const service of [
    'API Gateway',
    'DynamoDB',
    'EventBridge',
    'KMS',
    'Lambda',
    'S3',
    'SES',
    'SQS',
    'Step Functions',
  ])
    expect(services).toContain(service)
})

test('an idle installation pays for keys, secrets, alarms and the polls of queues, and for next to nothing else', () => {
  const expensive = monthlyBill(installation, 0).filter(({ dollars }) => dollars > 0.5)
  expect(expensive.map(({ service }) => service)).toEqual(['KMS', 'Secrets Manager', 'CloudWatch', 'SQS'])
})

test('more requests cost more, and far less than in proportion at first', () => {
  const totals = [0, 1_000, 100_000, 1e7].map(totalFor)
  expect(totals).toEqual(totals.toSorted((left, right) => left - right))
  expect(totals[2]).toBeLessThan(2 * Number(totals[0]))
})

test('the README says about what the command prints', () => {
  const [, section = ''] = readFileSync('infra/README.md', 'utf8').split('## Cost')
  const rows = [...section.matchAll(/^\| ([\d,]+) \|.*\| \*\*\$(\d+)\*\* \|$/gm)]
  expect(rows.map(([, requests]) => requests)).toEqual(['0', '1,000', '100,000', '10,000,000'])
  for (const [, requests = '', dollars] of rows) {
    const told = Number(dollars)
    const total = totalFor(Number(requests.replaceAll(',', '')))
    // A new alarm need not change the page, a new key must.
    expect(Math.abs(told - total)).toBeLessThan(Math.max(1, 0.01 * total))
  }
  const [, ...idle] =
    /pays \$([\d.]+) for keys, \$([\d.]+) for secrets, \$([\d.]+) for alarms, and \$([\d.]+)/.exec(section) ?? []
  const parts = monthlyBill(installation, 0).filter(({ dollars }) => dollars > 0.5)
  expect(idle).toHaveLength(parts.length)
  for (const [index, { dollars }] of parts.entries()) expect(Math.abs(Number(idle[index]) - dollars)).toBeLessThan(0.5)
})
