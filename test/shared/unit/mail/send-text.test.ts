import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendText } from '../../../../shared/mail/send-text.ts'
import { cellsOf } from '../../../faults/support/cells.ts'
import { type MailWorld, mailWorld } from './mail-world.ts'

let world: MailWorld
beforeAll(async () => {
  world = await mailWorld()
})
afterAll(() => world.close())

let numbers = 0
function occasion() {
  numbers += 1
  return { cause: randomUUID(), recipient: `+336${String(numbers).padStart(8, '0')}`, kind: 'sign_in_code' }
}

const send = (of: ReturnType<typeof occasion>) => sendText(world.dependencies, of, 'Your code: 123456')

test('an SMS is sent once for a cause', async () => {
  const of = occasion()
  expect(await send(of)).toBe('sent')
  expect(await send(of)).toBe('sent')
  expect(await world.countSentTo(of.recipient)).toBe(1)
  await send({ ...of, cause: randomUUID() })
  expect(await world.countSentTo(of.recipient)).toBe(2)
})

test('never twice, whatever happens to whichever call of it and however often it is tried', async () => {
  const calls = await world.invocation([], async () => void (await send(occasion())))
  expect(calls.map(({ operation }) => operation)).toEqual(['PutItem', 'Publish', 'PutItem'])
  const counts = new Set<number>()
  for (const plan of cellsOf(calls)) {
    const of = occasion()
    await world.invocation([plan], async () => void (await send(of))).catch(() => {})
    await send(of)
    await send(of)
    counts.add(await world.countSentTo(of.recipient))
  }
  expect(counts).toEqual(new Set([0, 1]))
}, 120_000)

test('what SNS is too busy for was not sent, and the same cause may be tried again', async () => {
  const of = occasion()
  const busy = world.invocation([{ at: 2, fault: 'throttle' }], async () => void (await send(of)))
  await expect(busy).rejects.toMatchObject({ name: 'TextBusy' })
  expect(await send(of)).toBe('sent')
})

test('a number that SNS refuses is told as such, and not tried again', async () => {
  const of = { ...occasion(), recipient: '0612' }
  expect(await send(of)).toBe('refused')
  expect(await send(of)).toBe('refused')
})

test('a number that costs a multiple gets no SMS, and one of any country does', async () => {
  for (const recipient of ['+33899123456', '+881612345678', '+870773111632'])
    expect(await send({ ...occasion(), recipient })).toBe('refused')
  expect(await send({ ...occasion(), recipient: '+12025550123' })).toBe('sent')
})

test('when the answer of SNS is lost, it is told that nobody knows', async () => {
  const of = occasion()
  const statuses: string[] = []
  await world.invocation([{ at: 2, fault: 'drop the answer' }], async () => void statuses.push(await send(of)))
  expect(statuses).toEqual(['claimed'])
})
