import type { RequestRecord, Signer } from '../../../functions/signature/model/request.ts'
import type { Cause } from '../../../functions/signature/model/transitions.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'

export const nowMs = Date.parse('2026-03-01T12:00:00.000Z')
const at = '2026-03-01T10:00:00.000Z'

export function uuid(number: number): string {
  return `0190b3d2-7c1e-7a31-9f10-${String(number).padStart(12, '0')}`
}

export const cause: Cause = { nowMs, actor: { type: 'system', id: null, name: 'Test' }, ip: null, userAgent: null }

export function sampleSigner(number: number, more: Partial<Signer> = {}): Signer {
  return {
    id: uuid(number),
    contactId: null,
    contactKeptBy: null,
    firstName: 'Jane',
    lastName: `Doe ${number}`,
    email: `jane${number}@example.com`,
    phone: null,
    authMethod: 'none',
    signingMode: 'remote',
    order: number,
    locale: 'en',
    external: true,
    status: 'waiting',
    clientReference: null,
    notifiedAt: null,
    openedAt: null,
    signedAt: null,
    declinedAt: null,
    declineReason: null,
    lastRemindedAt: null,
    reminderCount: 0,
    emailDelivery: 'none',
    linkGeneration: 1,
    consentedAt: null,
    mails: null,
    ...more,
  }
}

/** A request that waits for two signatures, in parallel, until two hours from now. */
export function sampleRequest(more: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: uuid(100),
    orgId: uuid(101),
    entityId: uuid(102),
    providerId: uuid(103),
    livemode: false,
    title: 'Service agreement',
    message: null,
    clientReference: null,
    status: 'pending_signature',
    eidasLevel: 'ses',
    vendor: 'simulated',
    vendorRequestId: null,
    signingOrder: 'parallel',
    timeZone: 'Europe/Paris',
    deliveryMode: 'email',
    allowDecline: true,
    activeContent: 'flatten',
    expiresInDays: 30,
    expiresAt: '2026-03-01T14:00:00.000Z',
    reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 3 },
    redirectUrls: null,
    frameOrigins: [],
    maxExpiryDays: 90,
    metadata: {},
    signers: [sampleSigner(1), sampleSigner(2)],
    notaries: [],
    followers: [],
    document: {
      id: uuid(104),
      fileName: 'a.pdf',
      size: 1,
      pageCount: 1,
      sha256: '00',
      normalized: null,
      uploadedAt: at,
      sealStatus: 'none',
      sealLevel: null,
      sealFailures: 0,
      sealRun: null,
      signed: null,
      evidence: null,
    },
    decline: null,
    cancel: null,
    source: 'integration',
    createdBy: { type: 'api_key', id: 'key', name: 'Key' },
    createdAt: at,
    sentAt: at,
    completedAt: null,
    endedAt: null,
    updatedAt: at,
    chain: emptyChain,
    opening: [],
    dueAt: '2026-03-01T14:00:00.000Z',
    version: 1,
    ...more,
  }
}
