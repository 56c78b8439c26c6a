import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requests } from '../../functions/signature/model/request.ts'
import { keyOfToken, signingLinks } from '../../functions/signature/model/signing-link.ts'
import { budgetOfOrganization } from '../../shared/mail/email-budget.ts'
import { idOfOccasion, mails } from '../../shared/mail/mail.ts'
import { dayMs, minuteMs } from '../../shared/platform/clock.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { postponedJobs } from '../../shared/store/postponed-job.ts'
import type { Item } from '../../shared/store/table.ts'
import { nextWindowMs, windowKey } from '../../shared/store/window-count.ts'
import { type Answer, call, demand } from '../support/client.ts'
import { nativeDraft, recipient, tokenIn } from '../support/emails.ts'
import { inboxOf } from '../support/mail.ts'
import { act, create, pathOf } from '../support/signature.ts'
import { visit } from '../support/signing.ts'
import { invited as invitedMember, linkTokenOf, resend } from '../support/structure.ts'
import { type Tenant, table } from '../support/tenant.ts'
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
  console.info(`letters: FAULTS_SEED=${random.seed}`)
  driven = await startDrivenCloud()
  jobs = backgroundJobsOf(driven)
})
afterAll(() => driven.close())

interface WrittenTo {
  readonly emails: readonly string[]
  readonly first: FirstGiving
}

interface Invited extends WrittenTo {
  readonly world: TenantWorld
  /** The id of the event for which invitations were written. */
  readonly cause: string
}

type Type = 'signature.letters_due' | 'mail.delivery_changed'

/** Two signers are to be invited; the first message of the type waits. */
async function toInvite(type: Type) {
  const world = await tenantWorld(driven, jobs)
  const signers = [recipient(), recipient()]
  await create(world.tenant, nativeDraft({ signers }))
  return { world, emails: signers.map(({ email }) => email), message: await messageOf(world, type) }
}

/** For each plan two signers are invited, with the calls of the first job that takes an event of the type broken by it. */
async function invited(type: Type, plans: Plans): Promise<Invited[]> {
  const prepared = await inParallel(plans, cellsAtOnce, async (broken) => ({
    ...(await toInvite(type)),
    plans: broken,
  }))
  const firsts = await deliverEmails({ driven, jobs }, prepared)
  return await inParallel(prepared, cellsAtOnce, async ({ world, emails }, index) => {
    await world.settle()
    await handOnMailEvents(world, jobs)
    await world.settle()
    const due = world.seenEvents().filter((event) => event['detail-type'] === 'signature.letters_due')
    return { world, emails, cause: due[0]?.detail.id ?? '', first: given(firsts, index) }
  })
}

/** One mail to each signer, with a link that works and a claim that came of the one cause; and all of it is known. */
async function flawsOf({ world, emails, cause }: Invited): Promise<string[]> {
  const items = await world.items()
  const claimed = recordsOf(mails, items)
  const links = recordsOf(signingLinks, items)
  const [request] = recordsOf(requests, items)
  const flaws = emails.map(async (email) => {
    const messages = await inboxOf(email)
    const id = idOfOccasion({ cause, recipient: email, kind: 'signature_invitation' })
    const mail = claimed.find((each) => each.id === id)
    const signer = request?.signers.find((each) => each.email === email)
    const key = keyOfToken(tokenIn(messages[0] ?? {}))
    const link = links.find(({ hash }) => key?.PK.endsWith(hash))
    return [
      ...(messages.length === 1 ? [] : [`${messages.length} mails to one signer`]),
      ...(mail?.status === 'delivered' && mail.claim === null ? [] : [`the mail is ${mail?.status}`]),
      ...(mail?.reference?.recipientId === signer?.id ? [] : ['the mail is not of the signer']),
      ...(link?.signerId === signer?.id ? [] : ['the link is not of the signer']),
      ...(signer?.status === 'notified' ? [] : [`the signer is ${signer?.status}`]),
      ...(signer?.emailDelivery === 'delivered' ? [] : [`the mail is known to the signer as ${signer?.emailDelivery}`]),
    ]
  })
  return [
    ...(claimed.length === emails.length ? [] : [`${claimed.length} mails`]),
    ...(links.length === emails.length ? [] : [`${links.length} links`]),
    ...(await Promise.all(flaws)).flat(),
    ...(await flawsOfGuarantees(world, items)),
  ]
}

describe('every call of the job that writes letters, whatever happens to it', whileBroken, () => {
  test.for<Type>(['signature.letters_due', 'mail.delivery_changed'])('%s', async (type) => {
    const sentEmails = { name: type, run: (plans: Plans) => invited(type, plans), flawsOf }
    expect(await flawsOfEmails(sentEmails, random)).toEqual([])
  })
})

type Request = Answer['body']

/** What is done to a request of two signers who were invited, and which of them are written to about it. */
const laterEmails: Record<string, { act(of: Tenant, request: Request): Promise<Answer>; readonly to: number[] }> = {
  reminder: {
    act: ({ token }, { id, signers }) => call('POST', `${pathOf(id)}/signers/${signers[0].id}/remind`, { token }),
    to: [0],
  },
  extended: {
    act: ({ token }, { id }) => call('POST', `${pathOf(id)}/extend`, { token, json: { expiresInDays: 40 } }),
    to: [0, 1],
  },
  canceled: { act: ({ token }, { id }) => call('POST', `${pathOf(id)}/cancel`, { token }), to: [0, 1] },
  expired: {
    act: ({ token }, { id }) => call('POST', `/v1/test/signature-requests/${id}/expire`, { token }),
    to: [0, 1],
  },
  completed: {
    async act(of, request) {
      await act(of, request, 0, 'sign')
      return await act(of, request, 1, 'sign')
    },
    to: [0, 1],
  },
  declined: {
    act: async (_, request) => await (await visit(request, 0)).post('/decline', { reason: 'Not what we agreed' }),
    to: [1],
  },
}
/** Their e-mails go the way of the invitations, which are broken more often. */
const cellsOfLater = 3

/** For each plan something is done to a request, and the e-mails about it are written with the calls of the first try broken by it. */
async function writtenLater(emailKind: string, plans: Plans): Promise<WrittenTo[]> {
  const prepared = await inParallel(plans, cellsAtOnce, async (broken) => {
    const world = await tenantWorld(driven, jobs)
    const signers = [recipient(), recipient()]
    const request = await create(world.tenant, nativeDraft({ signers }))
    await world.settle()
    await handOnMailEvents(world, jobs)
    await world.settle()
    const answer = await laterEmails[emailKind]?.act(world.tenant, request)
    if (!answer || answer.status >= 300) throw new Error(`${emailKind} came to ${answer?.status}: ${answer?.text}`)
    const message = await messageOf(world, 'signature.letters_due')
    return { world, message, plans: broken, emails: signers.map(({ email }) => email) }
  })
  const firsts = await deliverEmails({ driven, jobs }, prepared)
  return prepared.map(({ emails }, index) => ({ emails, first: given(firsts, index) }))
}

describe('every kind of letter, whatever happens to the job that writes it', whileBroken, () => {
  test.for(Object.entries(laterEmails))('%s', async ([name, { to }]) => {
    const sentEmails = {
      name,
      run: (plans: Plans) => writtenLater(name, plans),
      async flawsOf({ emails }: WrittenTo) {
        const counts = await Promise.all(emails.map(async (email) => (await inboxOf(email)).length))
        // Everybody has had their invitation before.
        const isRight = counts.every((count, signer) => count === (to.includes(signer) ? 2 : 1))
        return isRight ? [] : [`${counts.join(' and ')} mails`]
      },
      most: cellsOfLater,
    }
    expect(await flawsOfEmails(sentEmails, random)).toEqual([])
  })
})

/** What members are written for, and which of their invitations the e-mail is. */
const invitations: Record<
  string,
  { prepare(world: TenantWorld, id: string): Promise<void>; readonly generation: number }
> = {
  'an invitation': { prepare: async () => {}, generation: 1 },
  'an invitation that is sent again': {
    async prepare(world, id) {
      await world.settle()
      await handOnMailEvents(world, jobs)
      await world.settle()
      demand(await resend({ token: world.tenant.token }, id), 200)
    },
    generation: 2,
  },
}

interface InvitedMember {
  readonly world: TenantWorld
  readonly id: string
  readonly email: string
  /** The id of the event for which the e-mail was written. */
  readonly cause: string
  readonly first: FirstGiving
}

/** For each plan somebody is invited to an organization, with the calls of the first try to write to them broken by it. */
async function invitedMembers(name: string, plans: Plans): Promise<InvitedMember[]> {
  const prepared = await inParallel(plans, cellsAtOnce, async (broken) => {
    const world = await tenantWorld(driven, jobs)
    const { id, user } = await invitedMember(world.tenant)
    await invitations[name]?.prepare(world, id)
    const message = await messageOf(world, 'member.invitation_due')
    const due = world.seenEvents().filter((event) => event['detail-type'] === 'member.invitation_due')
    return { world, message, plans: broken, id, email: user.email, cause: due.at(-1)?.detail.id ?? '' }
  })
  const firsts = await deliverEmails({ driven, jobs }, prepared)
  return await inParallel(prepared, cellsAtOnce, async ({ world, id, email, cause }, index) => {
    await world.settle()
    await handOnMailEvents(world, jobs)
    await world.settle()
    return { world, id, email, cause, first: given(firsts, index) }
  })
}

/** One mail for each cause, the last with the link that opens; and what became of each is known. */
async function flawsOfInvitation({ world, id, email, cause }: InvitedMember, generation: number): Promise<string[]> {
  const items = await world.items()
  const claimed = recordsOf(mails, items)
  const mail = claimed.find((each) => each.id === idOfOccasion({ cause, recipient: email, kind: 'member_invitation' }))
  const messages = await inboxOf(email)
  const link = `/invitations/${await linkTokenOf(id, generation)}`
  return [
    ...(messages.length === generation ? [] : [`${messages.length} mails for ${generation} causes`]),
    ...(messages.filter(({ text }) => text?.includes(link)).length === 1
      ? []
      : ['the link that opens is not in one mail']),
    ...(claimed.length === generation ? [] : [`${claimed.length} mails are noted`]),
    ...(mail?.reference?.resource.id === id ? [] : ['the mail is not of the membership']),
    ...claimed.flatMap((each) =>
      each.status === 'delivered' && each.claim === null ? [] : `a mail is ${each.status}`,
    ),
    ...(await flawsOfGuarantees(world, items)),
  ]
}

describe('every call of the job that writes to members, whatever happens to it', whileBroken, () => {
  test.for(Object.entries(invitations))('%s', async ([name, { generation }]) => {
    const sentEmails = {
      name,
      run: (plans: Plans) => invitedMembers(name, plans),
      flawsOf: (run: InvitedMember) => flawsOfInvitation(run, generation),
    }
    expect(await flawsOfEmails(sentEmails, random)).toEqual([])
  })
})

test('a message that comes twice at once writes to nobody twice', async () => {
  const { world, emails, message } = await toInvite('signature.letters_due')
  await Promise.all([1, 2, 3].map(() => jobs.give(message)))
  await deliverEmails({ driven, jobs }, [{ world, message, plans: [] }])
  for (const email of emails) expect(await inboxOf(email)).toHaveLength(1)
})

describe('e-mails above the budget of their day', () => {
  const waiting = (items: readonly Item[]) => recordsOf(postponedJobs, items).length
  const count = async (world: TenantWorld, used: number) => {
    const key = windowKey(budgetOfOrganization(world.tenant.org), Date.now())
    await table().client.send(new PutCommand({ TableName: table().name, Item: { ...key, type: 'window_count', used } }))
  }

  test('wait, and are sent on the next day: none is dropped, and none is sent twice', async () => {
    const world = await tenantWorld(driven, jobs)
    const signers = [recipient(), recipient(), recipient()]
    await create(world.tenant, nativeDraft({ signers }))
    const { user } = await invitedMember(world.tenant)
    // Others of the same moment were faster. One e-mail is left.
    await count(world, 4_999)
    await world.settle()
    const received = async () => {
      const counts = await Promise.all([...signers, user].map(async ({ email }) => (await inboxOf(email)).length))
      return counts.reduce((sum, each) => sum + each, 0)
    }
    expect(await received()).toBe(1)
    expect(waiting(await world.items())).toBeGreaterThan(0)
    expect(await jobs.run(sweepName)).toBe(true)
    await world.settle()
    expect(await received()).toBe(1)
    driven.clock.advance(nextWindowMs({ windowMs: dayMs }, Date.now()) - Date.now() + minuteMs)
    expect(await jobs.run(sweepName)).toBe(true)
    await world.settle()
    expect(await received()).toBe(4)
    expect(waiting(await world.items())).toBe(0)
  })
})
