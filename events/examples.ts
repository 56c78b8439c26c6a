import type { DataOf, EventType } from './catalog.ts'
import { apiVersion, type Envelope } from './envelope.ts'

const request = {
  requestId: '01980f3c-7a10-7c4e-9b5d-2f6a8c1e4d70',
  title: 'Lease agreement',
  clientReference: 'LEASE-2026-014',
}
const signer = { ...request, signerId: '01980f3c-7a10-7c4e-9b5d-2f6a8c1e4d71', signerName: 'Jane Doe' }

const userId = '01980f2a-1c33-7d02-8e47-5b90c1d2e3f4'
const nodeId = '01980f29-0b11-7a55-b1c6-7e8f90a1b2c3'
const membership = { membershipId: '01980f2a-1c33-7d02-8e47-5b90c1d2e3f5', userId, nodeId }

const contact = {
  contactId: '01980f3a-4b21-7c6d-9e8f-0a1b2c3d4e5f',
  kind: 'person' as const,
  entityId: nodeId,
  externalRef: 'CRM-4711',
}

const task = {
  taskId: '01980f3e-2c41-7d8a-b6f0-3a5c7e9d1b20',
  title: 'Call the tenant',
  entityId: nodeId,
  clientReference: 'TASK-12',
}
const startingTask = { ...task, assigneeId: userId, startAt: '2026-03-02T09:00:00.000Z' }

const mailItem = {
  mailId: '01980f50-3a10-7b2c-8d4e-5f60718293a4',
  itemId: '01980f50-3a10-7b2c-8d4e-5f60718293a5',
  reference: 'LETTER-2026-007',
  entityId: nodeId,
}

const grant = { grantId: '01980f31-5e42-7b19-a3d8-4c5d6e7f8091', applicationId: '01980f31-5e42-7d2c-b1a0-7f8091a2b3c4' }

/** Example data of each type, with every possible field. */
export const eventExamples: { readonly [Type in EventType]: DataOf<Type> } = {
  'signature.created': request,
  'signature.viewed': signer,
  'signature.signed': signer,
  'signature.completed': request,
  'signature.declined': { ...signer, reason: 'The terms have changed.' },
  'signature.expired': request,
  'signature.canceled': request,
  'signature.delivery_failed': { ...signer, reason: 'no_such_mailbox' },
  'signature.reminded': signer,
  'signature.signer_updated': signer,
  'document.purged': { ...request, entityId: nodeId, documentId: '01980f3c-7a10-7c4e-9b5d-2f6a8c1e4d72' },
  'member.added': { userId, nodeId, newAccount: true },
  'member.updated': { ...membership, role: 'manager', status: 'active' },
  'member.removed': membership,
  'contact.created': contact,
  'contact.updated': contact,
  'contact.deleted': contact,
  'contact.merged': { ...contact, sourceId: '01980f3a-4b21-7c6d-9e8f-0a1b2c3d4e60' },
  'task.created': startingTask,
  'task.updated': startingTask,
  'task.deleted': startingTask,
  'task.completed': { ...task, occurrenceAt: '2026-03-02T09:00:00.000Z', completedBy: userId },
  'task.reminder': {
    ...startingTask,
    occurrenceAt: '2026-03-02T09:00:00.000Z',
    reminderId: '01980f3e-2c41-7d8a-b6f0-3a5c7e9d1b21',
    minutesBefore: 30,
    channel: 'email',
  },
  'registered_mail.sent': { ...mailItem, status: 'sent' },
  'registered_mail.deposited': { ...mailItem, status: 'deposited' },
  'registered_mail.delivered': { ...mailItem, status: 'delivered' },
  'registered_mail.refused': { ...mailItem, status: 'refused' },
  'registered_mail.neglected': { ...mailItem, status: 'neglected' },
  'registered_mail.failed': { ...mailItem, status: 'bounced' },
  'registered_mail.recipient_update_requested': {
    ...mailItem,
    status: 'deposited',
    updateId: '01980f50-3a10-7b2c-8d4e-5f60718293a6',
  },
  'sender_account.verified': {
    senderAccountId: '01980f4f-1b2c-7d3e-9f40-516273849501',
    entityId: nodeId,
    vendor: 'native',
    status: 'verified',
  },
  'grant.created': { ...grant, kind: 'delegated', status: 'pending', userId },
  'grant.approved': { ...grant, kind: 'delegated', status: 'active', userId },
  'grant.revoked': { ...grant, kind: 'installed' },
  'webhook.test': {
    message: 'This is a test of the webhook subscription. Nothing has happened.',
    subscriptionId: '01980f40-2d64-7f3a-8c05-9a8b7c6d5e4f',
  },
}

/** The example as a subscriber receives it. */
export function exampleEnvelope(type: EventType): Envelope {
  return {
    id: '01980f3c-7b22-7e91-a4c3-6d5e4f3a0000',
    type,
    apiVersion,
    createdAt: '2026-03-14T09:30:00.000Z',
    providerId: '01980f00-0a0b-7c0d-8e0f-101112131415',
    orgId: '01980f28-3f4e-7d5c-96b7-8a9bacbdcedf',
    livemode: true,
    data: { ...eventExamples[type] },
  }
}
