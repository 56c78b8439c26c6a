import { randomUUID } from 'node:crypto'
import { idOfOccasion } from '../../../shared/mail/mail.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { mailIdTag, type sesEventTypes } from '../../../shared/mail/ses-event.ts'
import { mailDependencies, mailOrder } from '../../support/mail.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import type { Job } from './faulted-job.ts'
import type { TenantWorld } from './tenant-world.ts'

/** Mailboxes by the last that SES tells of a mail to them. */
const mailboxes = {
  'Email Sent': 'success',
  'Email Delivered': 'success',
  'Email Bounced': 'bounce',
  'Email Complaint Received': 'complaint',
} as const satisfies Partial<Record<(typeof sesEventTypes)[number], string>>

/**
 * Hears from SES what became of a mail, whose sender broke down before it could note that it was sent. What SES told before
 * has been heard.
 */
export function mailNewsJob(jobs: BackgroundJobs, type: keyof typeof mailboxes): Job {
  return {
    except: [],
    async prepare(world) {
      const id = await sendUnnoted(world, `${mailboxes[type]}+${randomUUID()}@simulator.amazonses.com`)
      for (const event of await jobs.toldBySes({ name: mailIdTag, value: id })) {
        const [message] = jobs.messagesFor(event)
        if (!message) throw new Error(`nobody hears of ${event['detail-type']}`)
        if (event['detail-type'] === type) return message
        await world.deliver(message)
      }
      throw new Error(`SES did not tell ${type}`)
    },
    async run(world, trace, message) {
      if (message) await world.deliver(message, trace)
    },
  }
}

/** Sends a mail as a function does that hears no answer. Gives its id. */
async function sendUnnoted({ tenant }: TenantWorld, recipient: string): Promise<string> {
  const order = mailOrder(tenant, recipient)
  const { mailer, ...dependencies } = mailDependencies()
  const unheard: typeof mailer = async (mail) => {
    await mailer(mail)
    throw new Error('the answer is lost')
  }
  const sending = sendMail({ ...dependencies, mailer: unheard }, order, () => ({
    subject: 'Hello',
    html: '',
    text: 'Hello',
  }))
  await sending.catch(() => {})
  return idOfOccasion(order)
}
