import type { Brand } from '../../../shared/pages/brand.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
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
import { type LinkTarget, purposeOf } from '../model/page-link.ts'
import { type SenderAccount, senderAccounts, senderKey } from '../model/sender-account.ts'
import {
  noVerification,
  type SenderVerification,
  senderVerificationKey,
  senderVerifications,
} from '../model/sender-verification.ts'
import { brandOfMail } from './recipient-grant.ts'

/** What the owner of a sender account confirms. */
export interface OwnerGrant {
  readonly target: Extract<LinkTarget, { page: 'owner' }>
  readonly account: SenderAccount
  readonly verification: SenderVerification
  readonly codesOfRecipient: CodesOfRecipient
  readonly organization: Organization
  /** How the organization shows itself; `logos` is where its logo is served. */
  readonly brandAt: (logos: string) => Brand
}

/** The account of a link; null: it is gone. */
export async function ownerGrant(table: Table, target: OwnerGrant['target']): Promise<OwnerGrant | null> {
  const { senderId } = target
  const own = await getItems(table, [senderKey(senderId), senderVerificationKey(senderId)])
  const [account] = recordsOf(senderAccounts, own)
  if (!account) return null
  const [verification = noVerification(senderId)] = recordsOf(senderVerifications, own)
  const recipient = recipientOf({ channel: 'email', to: account.email, countedFor: purposeOf(target) })
  const { orgId } = account
  const keys = [nodeKey(orgId), codesOfRecipientKey(recipient), ...brandKeys({ orgId, entityId: orgId })]
  const beside = await getItems(table, keys)
  const [codesOfRecipient = noCodesTo(recipient)] = recordsOf(codesOfRecipients, beside)
  const brandAt = brandOfMail(beside, { orgId, entityId: orgId })
  return { target, account, verification, codesOfRecipient, organization: organizationIn(beside, orgId), brandAt }
}
