import { apiVersion, type Envelope } from '../../../events/envelope.ts'
import type { Webhook } from '../../../functions/webhooks/model/webhook.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'

export const startMs = Date.UTC(2026, 5, 1, 12)

const [orgId, providerId] = [uuidV7(startMs - 9_000), uuidV7(startMs - 10_000)]
const madeAt = timestamp(startMs - 8_000)

/** An organization's subscription to everything. */
export const sampleWebhook: Webhook = {
  id: uuidV7(startMs - 8_000),
  orgId,
  applicationId: null,
  providerId,
  livemode: false,
  url: 'https://hooks.example.com/',
  description: null,
  events: ['*'],
  readPermissions: null,
  status: 'enabled',
  disabledReason: null,
  disabledAt: null,
  gaps: [],
  secrets: [],
  secretHint: 'abcd',
  secretRotatedAt: madeAt,
  createdAt: madeAt,
  createdBy: null,
  updatedAt: madeAt,
  version: 1,
}

/** An event of its organization that happened at a time. */
export function envelopeOf(atMs: number, more: Partial<Envelope> = {}): Envelope {
  return {
    id: uuidV7(atMs),
    type: 'signature.completed',
    apiVersion,
    createdAt: timestamp(atMs),
    providerId,
    orgId,
    livemode: false,
    data: { requestId: uuidV7(atMs), title: 'A contract' },
    ...more,
  }
}
