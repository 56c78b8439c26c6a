import { busSources } from '../../../events/internal.ts'
import { nextAttemptOf } from '../../../functions/webhooks/model/dispatch.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { scenarioNamed } from '../../matrices/scenarios/scenarios.ts'
import { submitted } from '../../registered-mail/scenarios/registered-mails.ts'
import { managerOf } from '../../support/api-keys.ts'
import { demand } from '../../support/client.ts'
import { nativeDraft } from '../../support/emails.ts'
import { senderOf } from '../../support/sender-accounts.ts'
import { act, create, signer } from '../../support/signature.ts'
import { invited } from '../../support/structure.ts'
import { hookFor } from '../../support/webhooks.ts'
import { failedFor } from '../../webhooks/scenarios/webhooks.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import { messageOf } from './emails-job.ts'
import { makePrompt, newEvents, onBus } from './events-on-their-way.ts'
import { asked } from './faulted-job.ts'
import { mailNewsJob } from './mail-news.ts'
import type { TenantWorld } from './tenant-world.ts'

/** What comes to a queue. */
export interface QueueCase {
  /** Lets happen to a tenant what leads to messages, and gives these. */
  readonly messages: (world: TenantWorld, jobs: BackgroundJobs) => Promise<string[]>
  /** Looks like a message and is none. */
  readonly unreadable: string
  /** About a request that is not there. */
  readonly unknown?: readonly string[]
  /** Whether a message that comes again beside itself is taken at once; otherwise when it comes the next time. */
  readonly isTakenBesideItself?: boolean
}

export const bodyOf = (type: string, data: object) =>
  JSON.stringify({ 'detail-type': type, detail: { id: 'event', data } })

/** What no queue of ours has a message for. */
export const poison = ['', 'not JSON', '{}', 'null', bodyOf('contact.created', {})]

type Happening = (world: TenantWorld) => Promise<unknown>

function leadsTo(type: string, happening: Happening): Pick<QueueCase, 'messages' | 'unreadable'> {
  return {
    async messages(world) {
      await happening(world)
      const { event } = await messageOf(world, type)
      return [JSON.stringify(event)]
    },
    unreadable: bodyOf(type, {}),
  }
}

/** An attempt of a delivery to a subscription at which nobody listens. */
function attemptDue(make: (world: TenantWorld, webhookId: string) => Promise<void>): QueueCase {
  return {
    async messages(world) {
      const { id } = await hookFor(await managerOf(world.tenant), 'http://127.0.0.1:9/')
      await world.settle()
      await make(world, id)
      return [bodyOf('webhook.delivery_due', nextAttemptOf(await failedFor(world.tenant, id, { attempts: 1 })))]
    },
    unreadable: bodyOf('webhook.delivery_due', {}),
  }
}

/** By the end of its name, of each queue that a function reads. */
export const queueCases: Readonly<Record<string, QueueCase>> = {
  'document-keeping': {
    ...leadsTo('document.stored', ({ tenant }) => create(tenant)),
    isTakenBesideItself: true,
  },
  'simulated-vendor': {
    ...leadsTo('signature.signers_due', ({ tenant }) =>
      create(tenant, { signers: [signer('+sign'), signer('+decline')], signingOrder: 'sequential' }),
    ),
    unreadable: bodyOf('signature.signers_due', { requestId: 'one', vendor: 'simulated', signerIds: [] }),
    unknown: [
      bodyOf('signature.signers_due', { requestId: systemIds(), vendor: 'simulated', signerIds: [systemIds()] }),
    ],
    isTakenBesideItself: true,
  },
  'document-sealing': {
    ...leadsTo('signature.seal_due', async ({ tenant }) =>
      demand(await act(tenant, await create(tenant), 0, 'sign'), 200),
    ),
    unknown: [bodyOf('signature.seal_due', { requestId: systemIds() })],
    isTakenBesideItself: true,
  },
  // Its calls of the vendor have tests of their own. Requests that it has no vendor for stay as they are.
  'signature-vendors': {
    messages: async ({ tenant }) => [bodyOf('signature.vendor_due', { requestId: (await create(tenant)).id })],
    unreadable: bodyOf('signature.vendor_due', {}),
    unknown: [bodyOf('signature.vendor_due', { requestId: systemIds() })],
    isTakenBesideItself: true,
  },
  'registered-mail-proofs': {
    ...leadsTo('registered_mail.proof_due', (world) => asked(world, scenarioNamed('simulateItemProgress, delivered'))),
    unknown: [bodyOf('registered_mail.proof_due', { mailId: systemIds(), itemId: systemIds(), kind: 'deposit' })],
    isTakenBesideItself: true,
  },
  'contact-links': leadsTo('contact.gone', (world) =>
    asked(world, scenarioNamed('deleteContact, that a request names')),
  ),
  'signature-letters': leadsTo('signature.letters_due', ({ tenant }) => create(tenant, nativeDraft())),
  'member-letters': leadsTo('member.invitation_due', ({ tenant }) => invited(tenant)),
  'registered-mail-jobs': {
    ...leadsTo('registered_mail.send_due', (world) =>
      asked(world, scenarioNamed('sendRegisteredMail, to one recipient')),
    ),
    unknown: [bodyOf('registered_mail.send_due', { mailId: systemIds() })],
    isTakenBesideItself: true,
  },
  // Its calls of the vendor have tests of their own.
  'registered-mail-vendors': {
    messages: async () => [bodyOf('registered_mail.vendor_due', { mailId: systemIds(), itemId: systemIds() })],
    unreadable: bodyOf('registered_mail.vendor_due', {}),
    unknown: [bodyOf('registered_mail.vendor_due', { mailId: systemIds(), itemId: systemIds() })],
    isTakenBesideItself: true,
  },
  'registered-mail-letters': {
    ...leadsTo('sender_account.verification_due', ({ tenant }) =>
      senderOf(tenant, { vendor: 'native', email: 'office@example.com' }),
    ),
    unknown: [bodyOf('sender_account.verification_due', { senderId: systemIds(), codeNumber: null })],
  },
  'registered-mail-simulation': {
    ...leadsTo('registered_mail.simulation_due', ({ tenant }) => submitted(tenant)),
    isTakenBesideItself: true,
  },
  'task-jobs': leadsTo('task.gone', (world) =>
    asked(world, scenarioNamed('deleteTask, with occurrences that were done')),
  ),
  'test-mode': leadsTo('test_mode.step_due', (world) => asked(world, scenarioNamed('enableTestMode, off'))),
  'mail-events': {
    messages: async (world, jobs) => [
      JSON.stringify((await mailNewsJob(jobs, 'Email Delivered').prepare(world))?.event),
    ],
    unreadable: JSON.stringify({ source: 'aws.ses', 'detail-type': 'Email Sent', detail: {} }),
  },
  'webhook-fanout': {
    async messages(world) {
      await hookFor(await managerOf(world.tenant), 'http://127.0.0.1:9/')
      await world.settle()
      return newEvents(world.tenant, 1).map(onBus)
    },
    unreadable: JSON.stringify({ source: busSources.public, detail: {} }),
  },
  'webhook-delivery': attemptDue(({ tenant }, id) => makePrompt(tenant, id)),
  'webhook-slow-delivery': attemptDue(async () => {}),
}
