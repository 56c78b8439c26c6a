import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceOf } from '../../functions/webhooks/model/change-webhook.ts'
import { readSubscription, webhooks } from '../../functions/webhooks/model/webhook.ts'
import { put } from '../../infra/local/tenant.ts'
import { idOfOccasion, mails } from '../../shared/mail/mail.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { inboxOf } from '../support/mail.ts'
import { committedHere, personOf, table } from '../support/tenant.ts'
import { hookFor } from '../support/webhooks.ts'
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
import { type TenantWorld, tenantWorld } from './support/tenant-world.ts'

const random = seededRandom()

let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  console.info(`letters about webhooks: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

interface Told {
  readonly world: TenantWorld
  readonly emails: readonly string[]
  /** The id of the event for which the e-mails were written. */
  readonly cause: string
  readonly first: FirstGiving
}

const type = 'webhook.letter_due'

/** Two people look after an organization of which a webhook was disabled; the message that tells it waits. */
async function toTell() {
  const world = await tenantWorld(driven, jobs)
  const { org } = world.tenant
  const emails = [`${systemIds()}@example.com`, `${systemIds()}@example.com`]
  const [manager] = await Promise.all(emails.map((email) => personOf(world.tenant, 'admin', email)))
  const { id } = await hookFor({ org, token: manager?.token ?? '' }, 'http://127.0.0.1:9/hooks')
  const found = await readSubscription(table(), { orgId: org.id, applicationId: null }, id)
  if (!found) throw new Error('the subscription is gone')
  const disabled = { ...found.webhook, status: 'disabled', disabledReason: 'consecutive_failures' } as const
  await put(table(), webhooks, disabled)
  await committedHere((work) =>
    work.enqueue(
      { type, data: { ...referenceOf(disabled), emailKind: 'disabled' } },
      { orgId: org.id, livemode: false },
    ),
  )
  return { world, emails, message: await messageOf(world, type) }
}

/** For each plan two people are written to, with the calls of the first try broken by it. */
async function told(plans: Plans): Promise<Told[]> {
  const prepared = await inParallel(plans, cellsAtOnce, async (broken) => ({ ...(await toTell()), plans: broken }))
  const firsts = await deliverEmails({ driven, jobs }, prepared)
  return await inParallel(prepared, cellsAtOnce, async ({ world, emails }, index) => {
    await world.settle()
    await handOnMailEvents(world, jobs)
    await world.settle()
    const [due] = world.seenEvents().filter((event) => event['detail-type'] === type)
    return { world, emails, cause: due?.detail.id ?? '', first: given(firsts, index) }
  })
}

/** One mail to each of the two, and what became of it is known. */
async function flawsOf({ world, emails, cause }: Told): Promise<string[]> {
  const items = await world.items()
  const claimed = recordsOf(mails, items)
  const flaws = emails.map(async (email) => {
    const messages = await inboxOf(email)
    const mail = claimed.find(({ id }) => id === idOfOccasion({ cause, recipient: email, kind: 'webhook_disabled' }))
    return [
      ...(messages.length === 1 ? [] : [`${messages.length} mails to one administrator`]),
      ...(mail?.status === 'delivered' && mail.claim === null ? [] : [`the mail is ${mail?.status}`]),
    ]
  })
  return [
    ...(claimed.length === emails.length ? [] : [`${claimed.length} mails are noted`]),
    ...(await Promise.all(flaws)).flat(),
    ...(await flawsOfGuarantees(world, items)),
  ]
}

test('every call of the job that writes about webhooks, whatever happens to it', whileBroken, async () => {
  expect(await flawsOfEmails({ name: type, run: told, flawsOf }, random)).toEqual([])
})
