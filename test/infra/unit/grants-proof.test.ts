import { expect, test } from 'vitest'
import { type FunctionCall, readGrants } from '../../../infra/local/grants.ts'
import { resolveTemplate } from '../../../infra/local/template.ts'
import { demandGranted, proveGrants } from '../../support/grants-proof.ts'
import { appOfEmptyFunctions, templateOf } from './synthesized-stack.ts'

const template = resolveTemplate(
  { Resources: {}, ...templateOf(appOfEmptyFunctions()).toJSON() },
  { addresses: { gateway: '', queues: '' } },
)
const { allowed } = readGrants(template.resources)

/** A call that each grant allows. */
const calls = allowed.map(({ functionName, action, resource, fromAddresses }) => ({
  functionName,
  action,
  resource,
  fromAddress: fromAddresses?.[0] ?? '',
}))

/** The record of a run with these calls. */
const recordOf = (calls: readonly FunctionCall[]) => ({
  calls: () => calls.map((call) => ({ ...call, count: 1 })),
  unknown: () => [],
})

test('asks for no reason where each grant is used, and each reason is of a grant that there is', () => {
  expect(proveGrants(template, recordOf(calls)).unexplained).toEqual([])
})

test('tells each grant that is not used and not explained', () => {
  const isDropped = ({ functionName, action }: FunctionCall) =>
    functionName === 'sealpost-event-relay' && action === 'events:PutEvents'
  const [dropped] = calls.filter(isDropped)
  const { unexplained } = proveGrants(template, recordOf(calls.filter((call) => !isDropped(call))))
  expect(unexplained).toEqual([expect.stringContaining(`sealpost-event-relay events:PutEvents ${dropped?.resource}`)])
})

test('is not given where a function calls what its role does not allow', () => {
  const call = { functionName: 'sealpost-event-relay', action: 'dynamodb:DeleteItem', resource: 'table' }
  expect(() => demandGranted(template, recordOf([call]))).toThrow('sealpost-event-relay dynamodb:DeleteItem table')
})
