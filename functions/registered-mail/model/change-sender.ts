import type { InternalEvent } from '../../../events/internal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import {
  emailTaken,
  lastUseKey,
  placeOfSender,
  type SenderAccount,
  senderAccounts,
  senderEmails,
} from './sender-account.ts'
import { auditOfSender } from './sender-audit.ts'
import { otpHashKey, otpSecretKey } from './sender-secret.ts'
import { senderVerificationKey } from './sender-verification.ts'

/** Writes a new account, with the jobs that its vendor asks for. */
export function addSender(work: UnitOfWork, account: SenderAccount, jobs: readonly InternalEvent[]): void {
  const { id: senderId, entityId, email } = account
  work.create(senderAccounts, account)
  work.create(senderEmails, { entityId, email, senderId }, emailTaken)
  for (const job of jobs) work.enqueue(job, account)
  work.audit(auditOfSender(account, 'sender_account.created'))
  if (account.status === 'verified') publishVerified(work, account)
}

type Changed = Partial<
  Pick<SenderAccount, 'label' | 'status' | 'linked' | 'hasOtpSecret' | 'vendorAccountRef' | 'refreshedAt'>
>

/** Writes the next state of an account. Verifying it is published once. */
export function changeSender(work: UnitOfWork, before: SenderAccount, changed: Changed, nowMs: number): SenderAccount {
  const isVerifiedNow = changed.status === 'verified' && before.status !== 'verified'
  const after = {
    ...before,
    ...changed,
    verifiedAt: isVerifiedNow ? timestamp(nowMs) : before.verifiedAt,
    updatedAt: timestamp(nowMs),
    version: before.version + 1,
  }
  work.update(senderAccounts, before, after)
  if (isVerifiedNow) publishVerified(work, after)
  return after
}

/** Removes an account with what is stored beside it. */
export function removeSender(work: UnitOfWork, account: SenderAccount): void {
  const { id: senderId, entityId, email } = account
  work.remove(senderAccounts, account)
  work.removePart(senderEmails.key({ entityId, email, senderId }))
  for (const key of [
    lastUseKey(senderId),
    senderVerificationKey(senderId),
    otpSecretKey(senderId),
    otpHashKey(senderId),
  ])
    work.removePart(key)
  work.audit(auditOfSender(account, 'sender_account.deleted'))
}

function publishVerified(work: UnitOfWork, account: SenderAccount): void {
  const { id: senderAccountId, entityId, vendor } = account
  work.audit(auditOfSender(account, 'sender_account.verified'))
  work.emit(
    { type: 'sender_account.verified', data: { senderAccountId, entityId, vendor, status: 'verified' } },
    placeOfSender(account),
  )
}
