import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import { noticeNumberOf } from '../model/notice.ts'
import type { RegisteredMailVendor, SenderState } from './registered-mail-vendor.ts'

export const nativeVendorKey = 'native'

/**
 * Our own delivery: the service mails the notice, and the recipient accepts or refuses on our page. It calls nobody, so it is
 * handed over an item by the job that is committed with the submission.
 */
export const nativeVendor: RegisteredMailVendor = {
  key: nativeVendorKey,
  name: 'Sealpost registered mail',
  capabilities: { types: ['simple'], subjectMaxLength: 255, requiresOtp: false, sendsOwnEmails: true },
  // Without a sender nobody could be notified.
  serves: () => optionalEnvironment('MAIL_FROM') !== undefined,
  accepts: async () => null,
  createSender: async (_, { id }) => unconfirmed(id),
  // There are no accounts elsewhere.
  linkSender: async (_, { id }) => unconfirmed(id),
  readSender: async (_, { vendorAccountRef, status, linked }) => ({ vendorAccountRef, status, linked }),
  findByReference: async () => null,
  submit: async (_, item) => ({ vendorItemId: null, jobs: [noticeDue(item.mailId, item.id, noticeNumberOf(item))] }),
  // Everything that happens is written down when it happens.
  read: async () => [],
  answerRecipientUpdate: async (_, item, { update, accept }) => ({
    notifiedAt: null,
    jobs: accept && update.email !== null ? [noticeDue(item.mailId, item.id, noticeNumberOf(item) + 1)] : [],
  }),
}

function noticeDue(mailId: string, itemId: string, notice: number) {
  return { type: 'registered_mail.notice_due' as const, data: { mailId, itemId, notice } }
}

/** The owner of the account confirms their address on our page. */
function unconfirmed(senderId: string): SenderState {
  return {
    vendorAccountRef: null,
    status: 'pending',
    linked: true,
    jobs: [{ type: 'sender_account.verification_due', data: { senderId, codeNumber: null } }],
  }
}
