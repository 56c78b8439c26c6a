import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { items as mailItems } from '../../functions/registered-mail/model/item.ts'
import { pageLinks } from '../../functions/registered-mail/model/page-link.ts'
import { mails } from '../../shared/mail/mail.ts'
import { dayMs, minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { demand } from '../support/client.ts'
import { inboxOf } from '../support/mail.ts'
import { notifiedItem } from '../support/native-mails.ts'
import { draftOf, recipient, sendMail, storedSender } from '../support/registered-mails.ts'
import { senderEmail, senderOf } from '../support/sender-accounts.ts'
import { taskToRemindOf } from '../support/tasks.ts'
import { personOf } from '../support/tenant.ts'
import { type BackgroundJobs, backgroundJobsOf } from './support/background-jobs.ts'
import { whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { flawsOfEmails } from './support/email-cells.ts'
import {
  deliverEmails,
  type FirstGiving,
  given,
  handOnMailEvents,
  messageOf,
  type Plans,
} from './support/emails-job.ts'
import { cellsAtOnce } from './support/job-cells.ts'
import { flawsOfGuarantees } from './support/outcome.ts'
import { seededRandom } from './support/seeded-random.ts'
import { sweepName } from './support/sweep-job.ts'
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

const random = seededRandom()

let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  console.info(`letters of registered mail: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

interface WrittenTo {
  readonly type: Type
  readonly world: TenantWorld
  readonly email: string
  readonly first: FirstGiving
}

const queueOf = (type: Type) => (type === 'task.reminder_due' ? 'task-jobs' : 'registered-mail-letters')

/** A mail of our own vendor was sent to one recipient; gives their e-mail. */
async function sentByUs({ tenant }: TenantWorld): Promise<string> {
  const { id: senderAccountId } = await storedSender(tenant, { vendor: 'native' })
  const to = recipient()
  const { id } = await draftOf(tenant, { senderAccountId, recipients: [to] })
  demand(await sendMail(tenant, id), 200)
  return String(to.email)
}

async function accountMade({ tenant }: TenantWorld): Promise<string> {
  const email = senderEmail()
  await senderOf(tenant, { vendor: 'native', email })
  return email
}

const past = () => timestamp(Date.now() - minuteMs)

/** A recipient is to be reminded three days after their notice. */
async function recipientReminded({ tenant }: TenantWorld): Promise<string> {
  const { email } = await notifiedItem(tenant, { notifiedAt: timestamp(Date.now() - 3 * dayMs), dueAt: past() })
  expect(await jobs.run(sweepName)).toBe(true)
  return email
}

async function assigneeReminded({ tenant }: TenantWorld): Promise<string> {
  const { account } = await personOf(tenant, 'member')
  await taskToRemindOf(tenant, { title: 'Call', assigneeId: account.id })
  expect(await jobs.run(sweepName)).toBe(true)
  return account.email ?? ''
}

type Type =
  | 'registered_mail.notice_due'
  | 'registered_mail.reminder_due'
  | 'mail.delivery_changed'
  | 'sender_account.verification_due'
  | 'task.reminder_due'

const happenings: Readonly<Record<Type, (world: TenantWorld) => Promise<string>>> = {
  'registered_mail.notice_due': sentByUs,
  'registered_mail.reminder_due': recipientReminded,
  'mail.delivery_changed': sentByUs,
  'sender_account.verification_due': accountMade,
  'task.reminder_due': assigneeReminded,
}

/** For each plan something happens of which an e-mail comes, with the calls of the first job that takes its event broken by it. */
async function written(type: Type, plans: Plans): Promise<WrittenTo[]> {
  const prepared = await inParallel(plans, cellsAtOnce, async (broken) => {
    const world = await tenantWorld(driven, jobs)
    const email = await happenings[type](world)
    return { world, email, plans: broken, message: await messageOf(world, type, queueOf(type)) }
  })
  const firsts = await deliverEmails({ driven, jobs }, prepared)
  return await inParallel(prepared, cellsAtOnce, async ({ world, email }, index) => {
    await world.settle(['registered-mail-proofs'])
    await handOnMailEvents(world, jobs)
    await world.settle(['registered-mail-proofs'])
    return { type, world, email, first: given(firsts, index) }
  })
}

/** One e-mail with one link, and an item that was sent and deposited once. Reminders of tasks have no link. */
async function flawsOf({ type, world, email }: WrittenTo): Promise<string[]> {
  const stored = await world.items()
  const [messages, claimed] = [await inboxOf(email), recordsOf(mails, stored)]
  const links = recordsOf(pageLinks, stored)
  const [item] = recordsOf(mailItems, stored)
  const statuses = item?.timeline.map(({ status }) => status) ?? []
  const expectedLinks = type === 'task.reminder_due' ? 0 : 1
  // The item of a reminder was stored as one that was deposited before.
  const expected = type === 'registered_mail.reminder_due' ? 'sending' : 'sending,sent,deposited'
  return [
    ...(messages.length === 1 ? [] : [`${messages.length} e-mails`]),
    ...(links.length === expectedLinks ? [] : [`${links.length} links`]),
    ...(item && claimed[0]?.status !== 'delivered' ? [`the e-mail is ${claimed[0]?.status}`] : []),
    ...(item && `${statuses}` !== expected ? [`the item was ${statuses}`] : []),
    ...(await flawsOfGuarantees(world, stored)),
  ]
}

describe('every call of the jobs that write e-mails of registered mail, and reminders of tasks', whileBroken, () => {
  test.for<Type>([
    'registered_mail.notice_due',
    'registered_mail.reminder_due',
    'mail.delivery_changed',
    'sender_account.verification_due',
    'task.reminder_due',
  ])('%s', async (type) => {
    const emails = { name: type, run: (plans: Plans) => written(type, plans), flawsOf }
    expect(await flawsOfEmails(emails, random)).toEqual([])
  })
})
