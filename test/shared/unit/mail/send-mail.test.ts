import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaseMs, MailUnderway } from '../../../../shared/mail/claim.ts'
import {
  type AddressedEmail,
  budgetOfOrganization,
  budgetsOfAddress,
  EmailPostponed,
} from '../../../../shared/mail/email-budget.ts'
import { idOfOccasion } from '../../../../shared/mail/mail.ts'
import type { MailContent } from '../../../../shared/mail/mailer.ts'
import { type MailOrder, sendMail } from '../../../../shared/mail/send-mail.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import { systemIds } from '../../../../shared/platform/ids.ts'
import { getItem } from '../../../../shared/store/table.ts'
import { twinIdOf } from '../../../../shared/store/twin-ids.ts'
import { windowKey } from '../../../../shared/store/window-count.ts'
import { cellsOf } from '../../../faults/support/cells.ts'
import type { Plan } from '../../../faults/support/fault-proxy.ts'
import { type MailWorld, mailWorld } from './mail-world.ts'

let world: MailWorld
beforeAll(async () => {
  world = await mailWorld()
})
afterAll(() => world.close())

const content: MailContent = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }

function order(recipient = `${randomUUID()}@example.org`) {
  const resource = { type: 'signature_request', id: randomUUID() }
  const reference = { orgId: randomUUID(), livemode: false, resource, recipientId: randomUUID() }
  return { cause: randomUUID(), recipient, kind: 'test', reference, budget: null }
}

const send = (wanted: MailOrder) => sendMail(world.dependencies, wanted, () => content)
const mailOf = (wanted: MailOrder) => world.mail(idOfOccasion(wanted))

/** What a queue does: brings the message again after the time for which it was hidden. */
const hiddenForMs = 3 * minuteMs
const receives = 6

/** Brings the message until it is taken; the calls of the first try break as planned. Events come when `handOn` says. */
async function takenFromQueue(wanted: MailOrder, plans: readonly Plan[], handOn: () => Promise<void>): Promise<void> {
  for (let receive = 1; receive <= receives; receive++) {
    const isTaken = await world
      .invocation(receive === 1 ? plans : [], () => send(wanted))
      .then(() => true)
      .catch(() => false)
    await handOn()
    if (isTaken) return
    world.advance(hiddenForMs)
  }
  throw new Error('the message was never taken')
}

/** Everything that can happen to each call of sending a mail. */
async function cells(): Promise<{ plan: Plan; operation: string }[]> {
  const calls = await world.invocation([], () => send(order()))
  await world.handOnEvents()
  return cellsOf(calls).map((plan) => ({ plan, operation: calls[plan.at - 1]?.operation ?? '' }))
}

describe('a mail is sent once', { timeout: 240_000 }, () => {
  test('for each cause, however often it is asked for', async () => {
    const wanted = order()
    await send(wanted)
    await send(wanted)
    await world.handOnEvents()
    await send({ ...wanted, recipient: wanted.recipient.toUpperCase() })
    expect(await world.countSentTo(wanted.recipient)).toBe(1)
    await send({ ...wanted, cause: randomUUID() })
    await send({ ...wanted, kind: 'another' })
    expect(await world.countSentTo(wanted.recipient)).toBe(3)
    await world.handOnEvents()
  })

  test('whatever happens to whichever call of it, when the events of SES come', async () => {
    const all = await cells()
    expect(new Set(all.map(({ operation }) => operation))).toEqual(
      new Set(['PutItem', 'SendEmail', 'TransactWriteItems']),
    )
    const flaws: string[] = []
    for (const { plan, operation } of all) {
      const wanted = order()
      await takenFromQueue(wanted, [plan], world.handOnEvents)
      await world.handOnEvents()
      const mail = await mailOf(wanted)
      const told = await world.toldOf(wanted.reference.orgId)
      const found = [
        `${await world.countSentTo(wanted.recipient)} sent`,
        `${mail?.status}, ${mail?.claim === null ? 'free' : 'claimed'}`,
        told.map(({ status }) => status).join(' '),
      ].join('; ')
      if (found !== '1 sent; delivered, free; sent delivered')
        flaws.push(`${plan.fault}${plan.lasting ? ' on' : ''} at ${operation}: ${found}`)
    }
    expect(flaws).toEqual([])
    console.info(`${all.length} cells of sending a mail`)
  })

  test('and never lost, even when no event of SES ever comes', async () => {
    for (const { plan, operation } of await cells()) {
      const wanted = order()
      await takenFromQueue(wanted, [plan], async () => {})
      const sent = await world.countSentTo(wanted.recipient)
      expect(sent, `${plan.fault} at ${operation}`).toBeGreaterThanOrEqual(1)
      expect(sent, `${plan.fault} at ${operation}`).toBeLessThanOrEqual(2)
    }
    await world.handOnEvents()
  })

  test('when its answer is lost and the event of SES says that it was sent', async () => {
    const wanted = order()
    const lost = world.invocation([{ at: 2, fault: 'drop the answer' }], () => send(wanted))
    await expect(lost).rejects.toThrow()
    await expect(send(wanted)).rejects.toThrow(MailUnderway)
    await world.handOnEvents()
    world.advance(leaseMs)
    await send(wanted)
    expect(await world.countSentTo(wanted.recipient)).toBe(1)
  })

  test('when its call never arrived: after the lease, not before', async () => {
    const wanted = order()
    await expect(world.invocation([{ at: 2, fault: 'drop' }], () => send(wanted))).rejects.toThrow()
    world.advance(leaseMs - 1)
    await expect(send(wanted)).rejects.toThrow(MailUnderway)
    expect(await world.countSentTo(wanted.recipient)).toBe(0)
    world.advance(1)
    await send(wanted)
    expect(await world.countSentTo(wanted.recipient)).toBe(1)
    await world.handOnEvents()
    expect(await mailOf(wanted)).toMatchObject({ status: 'delivered', claim: null })
  })

  test('by one of many who are asked to at once', async () => {
    const wanted = order()
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => send(wanted)))
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await world.countSentTo(wanted.recipient)).toBe(1)
    await world.handOnEvents()
  })

  test('by one of many who find its lease over', async () => {
    const wanted = order()
    await expect(world.invocation([{ at: 2, fault: 'drop' }], () => send(wanted))).rejects.toThrow()
    world.advance(leaseMs)
    await Promise.allSettled([1, 2, 3, 4, 5].map(() => send(wanted)))
    expect(await world.countSentTo(wanted.recipient)).toBe(1)
    await world.handOnEvents()
  })
})

test.each(['in order', 'reversed'] as const)(
  'events that come %s before the sender has noted anything',
  async (how) => {
    const wanted = order('bounce@simulator.amazonses.com')
    const { mailer } = world.dependencies
    const early: typeof mailer = async (mail) => {
      const handover = await mailer(mail)
      await world.handOnEvents(how)
      return handover
    }
    await sendMail({ ...world.dependencies, mailer: early }, wanted, () => content)
    expect(await mailOf(wanted)).toMatchObject({ status: 'bounced', failure: { reason: 'undeliverable' } })
    const told = await world.toldOf(wanted.reference.orgId)
    expect(told.at(-1)).toMatchObject({ status: 'bounced' })
    expect(told.map(({ version }) => version)).toEqual(told.map((_, index) => index + 2))
  },
)

describe('a mail that SES will never take', () => {
  test.each(['no address', 'élise@example.org', 'a@localhost'])('to %s is noted and told as a bounce', async (to) => {
    const wanted = order(to)
    await send(wanted)
    expect(await mailOf(wanted)).toMatchObject({
      status: 'bounced',
      claim: null,
      failure: { reason: 'address_invalid', isPermanent: true },
    })
    expect(await world.toldOf(wanted.reference.orgId)).toMatchObject([{ status: 'bounced' }])
    await send(wanted)
  })

  test('since it is too large is a bounce too', async () => {
    const wanted = order()
    await sendMail(world.dependencies, wanted, () => ({ ...content, text: 'a'.repeat(41 * 1024 * 1024) }))
    expect(await mailOf(wanted)).toMatchObject({ status: 'bounced', failure: { reason: 'refused' } })
  })
})

test('what SES is too busy for is left to the next try, which need not wait for the lease', async () => {
  const wanted = order()
  await expect(world.invocation([{ at: 2, fault: 'throttle' }], () => send(wanted))).rejects.toThrow()
  await send(wanted)
  expect(await world.countSentTo(wanted.recipient)).toBe(1)
  await world.handOnEvents()
})

test('a mail that cannot be rendered is left to the next try, and content is not asked for without need', async () => {
  const wanted = order()
  const failing = () => Promise.reject(new Error('no such request'))
  await expect(sendMail(world.dependencies, wanted, failing)).rejects.toThrow('no such request')
  await send(wanted)
  await sendMail(world.dependencies, wanted, failing)
  expect(await world.countSentTo(wanted.recipient)).toBe(1)
  await world.handOnEvents()
})

test('nothing that a mail says is stored', async () => {
  const wanted = order()
  await sendMail(world.dependencies, wanted, () => ({ ...content, text: 'https://secret.example/link' }))
  expect(JSON.stringify(await mailOf(wanted))).not.toContain('secret')
  await world.handOnEvents()
})

test('a mail that nobody asks about is told to nobody', async () => {
  const wanted = { ...order(), reference: null }
  await send(wanted)
  await world.handOnEvents()
  expect(await mailOf(wanted)).toMatchObject({ status: 'delivered', reference: null })
})

describe('a mail to a stranger', () => {
  const organization = () => ({ id: randomUUID(), emailsPerDay: 2 })
  const toStranger = (budget: MailOrder['budget'], recipient?: string) => ({ ...order(recipient), budget })
  const usedBy = async (id: string) => {
    const item = await getItem(world.dependencies.table, windowKey(budgetOfOrganization({ id }), now()))
    return item?.used
  }
  const now = () => world.dependencies.clock()

  test('above the budget of the day is sent on the next one', async () => {
    const budget = organization()
    const [first, second, third] = [toStranger(budget), toStranger(budget), toStranger(budget)]
    await send(first)
    await send(second)
    const failure = await send(third).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EmailPostponed)
    expect(await world.countSentTo(third.recipient)).toBe(0)
    const { until } = failure instanceof EmailPostponed ? failure : { until: '' }
    expect(until).toMatch(/T00:00:00\.000Z$/)
    world.advance(Date.parse(until) - now() - 1)
    await expect(send(third)).rejects.toThrow(EmailPostponed)
    world.advance(1)
    await send(third)
    expect(await world.countSentTo(third.recipient)).toBe(1)
    expect(await usedBy(budget.id)).toBe(1)
    await world.handOnEvents()
  })

  /** So many e-mails count against the budgets of an address today. */
  const spend = async (email: AddressedEmail, used: number) => {
    for (const budget of budgetsOfAddress(email)) {
      const Item = { ...windowKey(budget, now()), type: 'window_count', used }
      await world.dependencies.table.client.send(new PutCommand({ TableName: world.dependencies.table.name, Item }))
    }
  }

  test('is the 20th of its organization at most; refused ones use up no budget', async () => {
    const [email, budget, other] = [`${randomUUID()}@example.org`, organization(), organization()]
    await spend({ orgId: budget.id, email }, 20)
    await expect(send(toStranger(budget, email.toUpperCase()))).rejects.toThrow(EmailPostponed)
    expect(await usedBy(budget.id)).toBe(0)
    await send(toStranger(other, email))
    await send(toStranger(null, email))
    expect(await world.countSentTo(email)).toBe(2)
    await world.handOnEvents()
  })

  test('is the 100th of the day at most from test organizations; live ones and legal notices have budgets of their own', async () => {
    const [email, budget] = [`${randomUUID()}@example.org`, organization()]
    const ofTest = { ...organization(), id: twinIdOf(systemIds()) }
    await spend({ orgId: null, email }, 100)
    await expect(send(toStranger(ofTest, email))).rejects.toThrow(EmailPostponed)
    await send(toStranger(budget, email))
    await spend({ orgId: budget.id, email }, 20)
    await expect(send(toStranger(budget, email))).rejects.toThrow(EmailPostponed)
    await send({ ...toStranger(budget, email), isLegalNotice: true })
    await spend({ orgId: budget.id, email, isLegalNotice: true }, 20)
    await expect(send({ ...toStranger(budget, email), isLegalNotice: true })).rejects.toThrow(EmailPostponed)
    expect(await world.countSentTo(email)).toBe(2)
    await world.handOnEvents()
  })

  test('counts once, however often SES is busy and the message comes', async () => {
    const budget = organization()
    const wanted = toStranger(budget)
    // The claim and two counts come before SES is asked.
    const calls = await world.invocation([{ at: 4, fault: 'throttle' }], () => send(wanted).catch(() => {}))
    expect(calls[3]?.operation).toBe('SendEmail')
    await send(wanted)
    await send(wanted)
    expect(await usedBy(budget.id)).toBe(1)
    expect(await world.countSentTo(wanted.recipient)).toBe(1)
    await world.handOnEvents()
  })
})
