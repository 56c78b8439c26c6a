import { type Item, newItem } from '../../../functions/registered-mail/model/item.ts'
import type { Mail } from '../../../functions/registered-mail/model/mail.ts'
import type { Recipient } from '../../../functions/registered-mail/model/people.ts'

const id = (number: number) => `01980f50-3a10-7b2c-8d4e-${String(number).padStart(12, '0')}`
const at = '2026-11-25T08:00:00.000Z'

/** A mail that is being sent. */
export const sampleMail: Mail = {
  id: id(1),
  orgId: id(2),
  entityId: id(3),
  providerId: id(4),
  livemode: false,
  type: 'simple',
  vendor: 'simulated',
  subject: 'Notice',
  clientReference: null,
  reference: 'R-1',
  contentSha256: null,
  senderAccountId: null,
  sender: null,
  attachments: [],
  metadata: {},
  recipientCount: 1,
  listed: [],
  status: 'sending',
  send: null,
  completedAt: null,
  canceledAt: null,
  source: 'integration',
  createdBy: { type: 'api_key', id: id(5), name: 'Key' },
  createdAt: at,
  updatedAt: at,
  version: 2,
}

const recipient: Recipient = {
  id: id(6),
  contactId: null,
  contactKeptBy: null,
  kind: 'individual',
  civility: null,
  firstName: 'Jane',
  lastName: 'Doe',
  company: null,
  email: 'jane@example.com',
  reference: null,
  locale: null,
  consent: null,
}

/** An item that was just sent. */
export function sampleItem(): Item {
  return newItem(sampleMail, recipient, { position: 0, vendor: 'simulated', sentAt: at })
}
