import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { refuse } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { getItem } from '../../../shared/store/table.ts'
import { timeIn } from '../../../shared/store/test-mode.ts'
import type { Item } from '../model/item.ts'
import { mailPartition } from '../model/mail.ts'
import type {
  RegisteredMailVendor,
  SenderIdentity,
  SenderState,
  Submission,
  VendorFailure,
} from './registered-mail-vendor.ts'

const key = 'simulated'

const outcomes = ['deliver', 'refuse', 'neglect', 'bounce', 'fail'] as const
/** What the simulated vendor plays by itself for a recipient. */
export type SimulatedOutcome = (typeof outcomes)[number]

function suffixOf(email: string): string | null {
  return /\+([a-z-]+)@[^@]+$/i.exec(email)?.[1]?.toLowerCase() ?? null
}

/** The outcome that an e-mail asks for by the end of its local part, such as `jane+deliver@example.com`. */
export function simulatedOutcome(email: string): SimulatedOutcome | null {
  const suffix = suffixOf(email)
  return outcomes.find((outcome) => outcome === suffix) ?? null
}

function isRefusing(email: string | null): boolean {
  return email !== null && suffixOf(email) === 'vendor-error'
}

function refusal(what: string): VendorFailure {
  const reason = `The simulated vendor refused ${what} because an e-mail contains +vendor-error.`
  return refuse('vendor_error', reason, { vendor: key, retryable: false })
}

/** Writes to nobody and plays what each recipient's e-mail says, so that an integration can be tried from end to end. */
export const simulatedVendor: RegisteredMailVendor = {
  key,
  name: 'Simulated registered mail',
  capabilities: { types: ['simple', 'qualified'], subjectMaxLength: 255, requiresOtp: false, sendsOwnEmails: false },
  serves: ({ livemode }) => !livemode,
  accepts: async ({ recipients }) => {
    return recipients.some(({ email }) => isRefusing(email)) ? refusal('the mail') : null
  },
  createSender: async (_, sender) => senderRefusal(sender) ?? senderState(sender, true),
  linkSender: async (_, sender) => senderRefusal(sender) ?? senderState(sender, false),
  readSender: async (_, { email, vendorAccountRef, status, linked }) => {
    if (suffixOf(email) !== 'fail') return { vendorAccountRef, status, linked }
    const reason = 'The simulated vendor does not answer for an e-mail that contains +fail.'
    return refuse('vendor_error', reason, { vendor: key, retryable: true })
  },
  findByReference: async ({ table }, item, reference) => {
    const found = await getItem(table, referenceKey(item, reference))
    return found ? submission(item, reference) : null
  },
  submit: async ({ table }, item, reference) => {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: referenceKey(item, reference),
        UpdateExpression: 'ADD #submissions :one SET #type = :type',
        ExpressionAttributeNames: { '#submissions': 'submissions', '#type': 'type' },
        ExpressionAttributeValues: { ':one': 1, ':type': 'simulated_submission' },
      }),
    )
    return submission(item, reference)
  },
  // A recipient who asked for such an address can be simulated: the vendor then refuses calls about the item.
  read: async (_, { recipientUpdates }) => {
    const isRefused = recipientUpdates.some(({ status, email }) => status === 'pending' && isRefusing(email))
    return isRefused ? refusal('to read the item') : []
  },
  answerRecipientUpdate: async (platform, { orgId }, { update: { email }, accept }) => {
    if (accept && isRefusing(email)) return refusal('the correction')
    return { notifiedAt: accept && email !== null ? timestamp(await timeIn(platform, orgId)) : null, jobs: [] }
  },
}

/** What the simulated vendor has under a reference, and how often it was handed over. */
export function referenceKey({ mailId }: Pick<Item, 'mailId'>, reference: string) {
  return { PK: mailPartition(mailId), SK: `VENDOR#${reference}` }
}

/** A simulation operation verifies the account, and links one that existed before. */
function senderState({ id }: SenderIdentity, linked: boolean): SenderState {
  return { vendorAccountRef: id, status: 'pending', linked, jobs: [] }
}

function senderRefusal({ email }: SenderIdentity): VendorFailure | null {
  if (suffixOf(email) !== 'vendor-error') return null
  const reason = 'The simulated vendor refused the account because its e-mail contains +vendor-error.'
  return refuse('vendor_error', reason, { vendor: key, retryable: false })
}

function submission({ mailId, id: itemId, attempt }: Item, reference: string): Submission {
  return {
    vendorItemId: `sim_${reference}`,
    jobs: [{ type: 'registered_mail.simulation_due', data: { mailId, itemId, attempt, from: 'sending' } }],
  }
}
