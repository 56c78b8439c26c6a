import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import type { Owned, ResourceKind } from '../../../shared/http/authorization/access.ts'
import { timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Collection, recordsOf, type Versioned } from '../../../shared/store/collection.ts'
import type { EventPlace } from '../../../shared/store/outbox-entry.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

const time = timestampSchema

export const senderModes = ['create', 'link'] as const
export const partyKinds = ['individual', 'professional', 'administration', 'association'] as const
export const civilities = ['mr', 'mrs', 'mx', 'dr', 'maitre'] as const

export const postalAddressSchema = v.object({
  line1: v.nullable(v.string()),
  line2: v.nullable(v.string()),
  postalCode: v.nullable(v.string()),
  city: v.nullable(v.string()),
  country: v.string(),
})

/** The identity that an entity sends its registered mails from, at one vendor. */
export const senderAccountSchema = v.object({
  id: uuid,
  orgId: uuid,
  entityId: uuid,
  providerId: uuid,
  livemode: v.boolean(),
  vendor: v.string(),
  mode: v.picklist(senderModes),
  label: v.string(),
  kind: v.picklist(partyKinds),
  civility: v.nullable(v.picklist(civilities)),
  firstName: v.string(),
  lastName: v.string(),
  company: v.nullable(v.string()),
  email: v.string(),
  phone: v.nullable(v.string()),
  address: v.nullable(postalAddressSchema),
  siret: v.nullable(v.string()),
  vatNumber: v.nullable(v.string()),
  status: v.picklist(['pending', 'verified']),
  linked: v.boolean(),
  hasOtpSecret: v.boolean(),
  /** What the vendor calls the account. */
  vendorAccountRef: v.nullable(v.string()),
  verifiedAt: v.nullable(time),
  refreshedAt: v.nullable(time),
  createdBy: creatorSchema,
  createdAt: time,
  updatedAt: time,
  version: v.number(),
})
export type SenderAccount = v.InferOutput<typeof senderAccountSchema>

const partitionStart = 'SENDER#'
const recordSortKey = 'SENDER'

export function senderPartition(id: string): string {
  return `${partitionStart}${id}`
}

export function senderKey(id: string): Key {
  return { PK: senderPartition(id), SK: recordSortKey }
}

/** The listing of an entity's sender accounts, oldest first. */
export function sendersOf(entityId: string): string {
  return `ENTITY#${entityId}#SENDERS`
}

export const senderAccounts: Versioned<SenderAccount> = {
  name: 'sender_account',
  schema: senderAccountSchema,
  key: ({ id }) => senderKey(id),
  indexKeys: ({ id, entityId }) => ({ GSI1PK: sendersOf(entityId), GSI1SK: id }),
}

/** The last send from an account. Kept apart, so that mails sent at the same moment do not contend for the account. */
const lastUseSchema = v.object({ senderId: uuid, entityId: uuid, at: time })
export type LastUse = v.InferOutput<typeof lastUseSchema>

export const lastUses: Collection<LastUse> = {
  name: 'sender_last_use',
  schema: lastUseSchema,
  key: ({ senderId }) => lastUseKey(senderId),
  // The listing of accounts shows it.
  indexKeys: ({ senderId, entityId }) => ({ GSI1PK: sendersOf(entityId), GSI1SK: `${senderId}#LAST_USE` }),
}

export function lastUseKey(senderId: string): Key {
  return { PK: senderPartition(senderId), SK: `${recordSortKey}#LAST_USE` }
}

/** A mail that names the account, from its draft until all its items are final. An account with one is not deleted. */
const senderUseSchema = v.object({ senderId: uuid, mailId: uuid })

export const senderUses: Collection<v.InferOutput<typeof senderUseSchema>> = {
  name: 'sender_use',
  schema: senderUseSchema,
  key: ({ senderId, mailId }) => ({ PK: senderPartition(senderId), SK: `${useSortKeyStart}${mailId}` }),
}

export const useSortKeyStart = 'USE#'

/** The account of an entity with an e-mail address, of which there is one. */
const senderEmailSchema = v.object({ entityId: uuid, email: v.string(), senderId: uuid })

export const senderEmails: Collection<v.InferOutput<typeof senderEmailSchema>> = {
  name: 'sender_email',
  schema: senderEmailSchema,
  key: ({ entityId, email }) => ({ PK: `ENTITY#${entityId}#SENDER_EMAIL#${email.toLowerCase()}`, SK: 'SENDER_EMAIL' }),
}

export const emailTaken = refuse('sender_account_exists', 'The entity already has a sender account with this e-mail.')

/** A sender account as the resource of a path. */
export interface NamedSenderAccount extends Owned {
  readonly account: SenderAccount
  readonly lastUsedAt: string | null
}

export const namedSenderAccounts = {
  name: 'sender_account',
  parameter: 'senderAccountId',
  notFound: 'sender_account_not_found',
  visibleWith: 'registered_mail.read',
  partition: (id: string) => ({ partition: senderPartition(id), startingWith: recordSortKey }),
  decode: (items): NamedSenderAccount | null => {
    const [account] = recordsOf(senderAccounts, items)
    if (!account) return null
    const { orgId, entityId, version } = account
    const [use] = recordsOf(lastUses, items)
    return { orgId, entityId, version, account, lastUsedAt: use?.at ?? null }
  },
} as const satisfies ResourceKind<NamedSenderAccount>

export function placeOfSender({ providerId, orgId, livemode, entityId }: SenderAccount): EventPlace {
  return { providerId, orgId, livemode, nodeId: entityId, ancestorIds: [orgId] }
}

/** Notes a send from the account, which fails as `stale` if the account was changed or deleted meanwhile. */
export function useSenderAccount(work: UnitOfWork, account: SenderAccount, nowMs: number): void {
  work.write(
    (TableName) => ({
      ConditionCheck: {
        TableName,
        Key: senderKey(account.id),
        ConditionExpression: '#record.#version = :version',
        ExpressionAttributeNames: { '#record': 'record', '#version': 'version' },
        ExpressionAttributeValues: { ':version': account.version },
      },
    }),
    'stale',
  )
  work.putPart(lastUses, { senderId: account.id, entityId: account.entityId, at: timestamp(nowMs) })
}

/** Whether letters may be sent in the name of the account. */
export function isUsable({ status, linked }: SenderAccount): boolean {
  return status === 'verified' && linked
}
