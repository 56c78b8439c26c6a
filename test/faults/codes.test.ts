import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { put } from '../../infra/local/tenant.ts'
import { idOfOccasion, mailKey, mails } from '../../shared/mail/mail.ts'
import { challengeId, challenges, withCodeAskedFor } from '../../shared/personal-links/challenge.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { demand } from '../support/client.ts'
import { nativeDraft, recipient } from '../support/emails.ts'
import { inboxOf } from '../support/mail.ts'
import { create } from '../support/signature.ts'
import { visit } from '../support/signing.ts'
import { personOf, table } from '../support/tenant.ts'
import { type BackgroundJobs, backgroundJobsOf, type JobMessage } from './support/background-jobs.ts'
import { whileBroken } from './support/cells.ts'
import { type DrivenCloud, startDrivenCloud } from './support/driven-cloud.ts'
import { type BrokenCall, flawsOfEmails } from './support/email-cells.ts'
import {
  type Delivery,
  deliverEmails,
  type FirstGiving,
  given,
  handOnMailEvents,
  messageOf,
  type Plans,
} from './support/emails-job.ts'
import { cellsAtOnce } from './support/job-cells.ts'
import { readerOf } from './support/queued.ts'
import { seededRandom } from './support/seeded-random.ts'
import { tenantWorld } from './support/tenant-world.ts'

const random = seededRandom()

let driven: DrivenCloud
let jobs: BackgroundJobs

beforeAll(async () => {
  console.info(`codes: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

interface Coded {
  /** Whom the code is for: an address, or a telephone number. */
  readonly recipient: string
  /** How long a code is that signs a document, or that signs somebody in. */
  readonly digits: 6 | 8
  readonly first: FirstGiving
}

type RequestedCode = Omit<Delivery, 'plans'> & Omit<Coded, 'first'>

/** For each plan somebody has asked for a code, which is sent with the calls of the first try broken by it. */
async function coded(ask: () => Promise<RequestedCode>, plans: Plans): Promise<Coded[]> {
  const asked = await inParallel(plans, cellsAtOnce, async (broken) => ({ ...(await ask()), plans: broken }))
  const firsts = await deliverEmails({ driven, jobs }, asked)
  return asked.map(({ recipient: to, digits }, index) => ({ recipient: to, digits, first: given(firsts, index) }))
}

type CodeMethod = 'email_otp' | 'sms_otp'

async function askedBySigner(authMethod: CodeMethod): Promise<RequestedCode> {
  const world = await tenantWorld(driven, jobs)
  // Of other numbers with 6, some are of overseas departments, which have country codes of their own.
  const phone = `+3361${String(randomInt(1e7)).padStart(7, '0')}`
  const signer = recipient({ authMethod, phone })
  const request = await create(world.tenant, nativeDraft({ signers: [signer] }))
  await world.settle()
  await handOnMailEvents(world, jobs)
  await world.settle()
  const browser = await visit(request)
  demand(await browser.post('/otp', { sending: 1 }), 200)
  const message = await messageOf(world, 'signature.letters_due')
  return { world, message, recipient: authMethod === 'sms_otp' ? phone : signer.email, digits: 6 }
}

/** Somebody signs in. Their message goes past the bus, and their mail belongs to no tenant. */
async function askedBySigningIn(): Promise<RequestedCode & { mailIds: string[] }> {
  const world = await tenantWorld(driven, jobs)
  const email = `${systemIds()}@example.com`
  await personOf(world.tenant, 'member', email)
  const challenge = withCodeAskedFor(
    null,
    { id: challengeId(randomUUID()), email, locale: 'en' },
    { nowMs: Date.now(), key: 1 },
  )
  await put(table(), challenges, challenge)
  const { id, sending } = challenge
  const cause = `${id}/${sending}`
  const message: JobMessage = {
    mapping: readerOf(jobs, 'member-letters'),
    event: {
      id: cause,
      source: 'auth',
      'detail-type': 'account.sign_in_code_due',
      detail: { id: cause, data: { challengeId: id, sending } },
    },
  }
  const mailIds = [idOfOccasion({ cause, recipient: email, kind: 'sign_in_code' })]
  return { world, message, recipient: email, digits: 8, mailIds }
}

async function codesTo({ recipient, digits }: Omit<Coded, 'first'>): Promise<number> {
  const code = new RegExp(`(?<!\\S)\\d{${digits}}(?!\\S)`)
  return (await inboxOf(recipient)).filter(({ text = '' }) => code.test(text)).length
}

const flawsOfOne = async (run: Coded): Promise<string[]> => {
  const count = await codesTo(run)
  return count === 1 ? [] : [`${count} codes`]
}

/**
 * Of an SMS nobody is told whether it was sent, so that one is lost rather than sent twice: where it is not known whether SNS took it,
 * or where nobody goes on who has claimed it, as their thread ends, or as they never hear that they have.
 */
function mayLoseText({ plan: { fault, lasting = false }, operation }: BrokenCall): boolean {
  const isClaimLost = fault === 'end after' || (fault === 'drop the answer' && lasting)
  return operation === 'Publish' || (operation === 'PutItem' && isClaimLost)
}

describe('every call of the job that sends codes, whatever happens to it', whileBroken, () => {
  test('of a code by mail', async () => {
    const sentEmails = { name: 'email_otp', run: (plans: Plans) => coded(() => askedBySigner('email_otp'), plans) }
    expect(await flawsOfEmails({ ...sentEmails, flawsOf: flawsOfOne }, random)).toEqual([])
  })

  test('of a code by SMS, which none but a fault in the midst of it loses', async () => {
    const flawsOf = async (run: Coded, broken: BrokenCall | null) =>
      broken && mayLoseText(broken) && (await codesTo(run)) === 0 ? [] : await flawsOfOne(run)
    const sentEmails = { name: 'sms_otp', run: (plans: Plans) => coded(() => askedBySigner('sms_otp'), plans), flawsOf }
    expect(await flawsOfEmails(sentEmails, random)).toEqual([])
  })

  test('of a code by which somebody signs in', async () => {
    const sentEmails = { name: 'account.sign_in_code_due', run: (plans: Plans) => coded(askedBySigningIn, plans) }
    expect(await flawsOfEmails({ ...sentEmails, flawsOf: flawsOfOne }, random)).toEqual([])
  })
})

test('a message about signing in that comes twice at once mails one code, which is known to have arrived', async () => {
  const { mailIds, ...delivery } = await askedBySigningIn()
  await Promise.all([1, 2, 3].map(() => jobs.give(delivery.message)))
  await deliverEmails({ driven, jobs }, [{ ...delivery, mailIds, plans: [] }])
  expect(await codesTo(delivery)).toBe(1)
  const items = await Promise.all(mailIds.map((id) => getItem(table(), mailKey(id))))
  expect(items.map((item) => item && fromItem(mails, item))).toMatchObject([{ status: 'delivered', claim: null }])
})
