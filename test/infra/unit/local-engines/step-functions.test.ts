import { DescribeExecutionCommand, SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn'
import { afterEach, expect, test, vi } from 'vitest'
import { type StepFunctionsOptions, startStepFunctions } from '../../../../infra/local/engines/step-functions.ts'

const functionArn = 'arn:aws:lambda:eu-west-3:111122223333:function:delivery'
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Waits, delivers, and goes round until the function says that it is done. */
const retrying = {
  StartAt: 'Wait',
  States: {
    Wait: { Type: 'Wait', SecondsPath: '$.waitSec', Next: 'Deliver' },
    Deliver: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: functionArn, 'Payload.$': '$' },
      OutputPath: '$.Payload',
      Retry: [{ ErrorEquals: ['TooManyRequests'], IntervalSeconds: 60, MaxAttempts: 2 }],
      Catch: [{ ErrorEquals: ['Hopeless'], Next: 'Given up' }],
      Next: 'Again?',
    },
    'Again?': { Type: 'Choice', Choices: [{ Variable: '$.done', BooleanEquals: true, Next: 'Done' }], Default: 'Wait' },
    Done: { Type: 'Succeed' },
    'Given up': { Type: 'Fail', Error: 'GivenUp', Cause: 'no more attempts' },
  },
}

async function start(definition: object, options: Partial<StepFunctionsOptions> = {}) {
  const sleep = vi.fn(options.sleep ?? (async () => {}))
  const invoke = vi.fn(options.invoke ?? (async () => ({ done: true })))
  const stateMachines = [{ StateMachineName: 'retries', DefinitionString: JSON.stringify(definition) }]
  const host = await startStepFunctions({
    stateMachines,
    region: 'eu-west-3',
    accountId: '111122223333',
    ...options,
    sleep,
    invoke,
  })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const client = new SFNClient({ endpoint: host.endpoint, region: 'eu-west-3', credentials })
  closing.push(host.close, () => client.destroy())
  const run = (name: string, input: unknown) =>
    client.send(new StartExecutionCommand({ stateMachineArn: host.arns.retries, name, input: JSON.stringify(input) }))
  const describe = (executionArn?: string) => client.send(new DescribeExecutionCommand({ executionArn }))
  const ended = (executionArn?: string) =>
    vi.waitFor(async () => {
      const execution = await describe(executionArn)
      expect(execution.status).not.toBe('RUNNING')
      return execution
    })
  return { client, run, describe, ended, sleep, invoke }
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}

test('a machine waits, invokes and chooses; waits are divided by the speed', async () => {
  const answers = [{ waitSec: 7200, done: false }, { done: true }]
  const { run, ended, sleep, invoke } = await start(retrying, { speed: 3600, invoke: async () => answers.shift() })
  const { executionArn } = await run('d1', { waitSec: 3600, deliveryId: 'd1' })
  expect(executionArn).toBe('arn:aws:states:eu-west-3:111122223333:execution:retries:d1')
  const { status, output } = await ended(executionArn)
  expect([status, JSON.parse(output ?? '')]).toEqual(['SUCCEEDED', { done: true }])
  expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([1000, 2000])
  expect(invoke.mock.calls).toEqual([
    [functionArn, { waitSec: 3600, deliveryId: 'd1' }],
    [functionArn, { waitSec: 7200, done: false }],
  ])
})

test('a start is idempotent by its name while it runs', async () => {
  const { run, sleep } = await start(retrying, { sleep: () => new Promise(() => {}) })
  const first = await run('d1', { waitSec: 1 })
  const second = await run('d1', { waitSec: 1 })
  expect([second.executionArn, second.startDate]).toEqual([first.executionArn, first.startDate])
  await expect(run('d1', { waitSec: 2 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
  expect(sleep).toHaveBeenCalledTimes(1)
})

test('the name of an execution that has ended stays taken', async () => {
  const { run, ended, invoke } = await start(retrying)
  const { executionArn } = await run('d1', { waitSec: 0 })
  await ended(executionArn)
  await expect(run('d1', { waitSec: 0 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
  expect(invoke).toHaveBeenCalledTimes(1)
})

test("a function's error is retried, caught or failed by its name", async () => {
  let attempts = 0
  const { run, ended } = await start(retrying, {
    speed: 1e6,
    invoke: async () => {
      throw ++attempts < 3 ? named('TooManyRequests', 'later') : named('Hopeless', 'never')
    },
  })
  const { executionArn } = await run('d1', { waitSec: 0 })
  expect(await ended(executionArn)).toMatchObject({ status: 'FAILED', error: 'GivenUp', cause: 'no more attempts' })
  expect(attempts).toBe(3)
})

test('an error that nothing catches is the error of the execution', async () => {
  const { run, ended } = await start(retrying, {
    invoke: () => Promise.reject(named('Bug', 'undefined is not a function')),
  })
  const { executionArn } = await run('d1', { waitSec: 0 })
  const { status, error, cause } = await ended(executionArn)
  expect([status, error]).toEqual(['FAILED', 'Bug'])
  expect(JSON.parse(cause ?? '')).toMatchObject({ errorType: 'Bug', errorMessage: 'undefined is not a function' })
})

test('a task may name its function directly, and sees the context', async () => {
  const Parameters = { 'execution.$': '$$.Execution.Name', 'machine.$': '$$.StateMachine.Name' }
  const direct = { StartAt: 'Call', States: { Call: { Type: 'Task', Resource: functionArn, Parameters, End: true } } }
  const { run, ended, invoke } = await start(direct, { invoke: async () => undefined })
  const { executionArn } = await run('d1', {})
  expect((await ended(executionArn)).output).toBe('null')
  expect(invoke).toHaveBeenCalledWith(functionArn, { execution: 'd1', machine: 'retries' })
})

test('a stopped execution is aborted in its wait', async () => {
  const waiting = Promise.withResolvers<AbortSignal>()
  const { client, run, describe, invoke } = await start(retrying, {
    sleep: (_ms, signal) => {
      waiting.resolve(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const { executionArn } = await run('d1', { waitSec: 1 })
  const signal = await waiting.promise
  await client.send(new StopExecutionCommand({ executionArn, error: 'Replaced', cause: 'by hand' }))
  expect(signal.aborted).toBe(true)
  expect(await describe(executionArn)).toMatchObject({ status: 'ABORTED', error: 'Replaced', cause: 'by hand' })
  expect(invoke).not.toHaveBeenCalled()
})

test('what is unknown has the error of AWS', async () => {
  const { client, run, describe } = await start(retrying)
  await expect(describe('arn:aws:states:eu-west-3:111122223333:execution:retries:none')).rejects.toMatchObject({
    name: 'ExecutionDoesNotExist',
  })
  await expect(run('d1:5', {})).rejects.toMatchObject({ name: 'InvalidName' })
  const start1 = new StartExecutionCommand({
    stateMachineArn: 'arn:aws:states:eu-west-3:111122223333:stateMachine:none',
  })
  await expect(client.send(start1)).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' })
})

test.each([
  [{ QueryLanguage: 'JSONata', StartAt: 'A', States: { A: { Type: 'Succeed' } } }, 'QueryLanguage'],
  [{ StartAt: 'A', States: { A: { Type: 'Pass', Assign: { x: 1 }, End: true } } }, 'Assign'],
  [
    { StartAt: 'A', States: { A: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true } } },
    'resource',
  ],
])('%j is refused at the start', async (definition, reason) => {
  await expect(start(definition)).rejects.toThrow(reason)
})
