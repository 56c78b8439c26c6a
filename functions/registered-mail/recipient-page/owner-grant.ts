import {
  type CodesOfRecipient,
  codesOfRecipientKey,
  codesOfRecipients,
  noCodesTo,
  recipientOf,
} from '../../../shared/personal-links/recipient-codes.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, type Organization, organizationIn } from '../../../shared/store/entities.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import type { LinkTarget } from '../model/page-link.ts'
import { type SenderAccount, senderAccounts, senderKey } from '../model/sender-account.ts'
import {
  noVerification,
  type SenderVerification,
  senderVerificationKey,
  senderVerifications,
} from '../model/sender-verification.ts'

/** What the owner of a sender account confirms. */
export interface OwnerGrant {
  readonly target: Extract<LinkTarget, { page: 'owner' }>
  readonly account: SenderAccount
  readonly verification: SenderVerification
  readonly codesOfRecipient: CodesOfRecipient
  readonly organization: Organization
}

/** The account of a link; null: it is gone. */
export async function ownerGrant(table: Table, target: OwnerGrant['target']): Promise<OwnerGrant | null> {
  const { senderId } = target
  const own = await getItems(table, [senderKey(senderId), senderVerificationKey(senderId)])
  const [account] = recordsOf(senderAccounts, own)
  if (!account) return null
  const [verification = noVerification(senderId)] = recordsOf(senderVerifications, own)
  const recipient = recipientOf({ channel: 'email', to: account.email })
  const beside = await getItems(table, [nodeKey(account.orgId), codesOfRecipientKey(recipient)])
  const [codesOfRecipient = noCodesTo(recipient)] = recordsOf(codesOfRecipients, beside)
  return { target, account, verification, codesOfRecipient, organization: organizationIn(beside, account.orgId) }
}
