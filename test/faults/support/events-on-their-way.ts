import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { apiVersion, type Envelope } from '../../../events/envelope.ts'
import { busSources } from '../../../events/internal.ts'
import { countFailure, countSuccess } from '../../../functions/webhooks/model/health.ts'
import { webhookKey } from '../../../functions/webhooks/model/webhook.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { type Tenant, table } from '../../support/tenant.ts'

type Of = Pick<Tenant, 'org'>

/** New events of a tenant, of the kind of which there are most. */
export function newEvents({ org }: Of, count: number): Envelope[] {
  const { id: orgId, providerId, livemode } = org
  return Array.from({ length: count }, () => ({
    id: systemIds(),
    type: 'signature.signed',
    apiVersion,
    createdAt: timestamp(Date.now()),
    providerId,
    orgId,
    livemode,
    data: { requestId: systemIds(), title: 'Rental agreement', signerId: systemIds(), signerName: 'Jane Example' },
  }))
}

/** An event as the message in which the bus hands it on. */
export function onBus(detail: Envelope): string {
  return JSON.stringify({ source: busSources.public, 'detail-type': detail.type, detail })
}

/** Notes that a subscription of a tenant has just taken a delivery. */
export async function makePrompt(of: Of, webhookId: string): Promise<void> {
  await noteIn(of, webhookId, countSuccess)
}

/** Notes that an attempt of a delivery to it failed. */
export async function fail(of: Of, webhookId: string): Promise<void> {
  await noteIn(of, webhookId, countFailure)
}

async function noteIn({ org }: Of, webhookId: string, count: typeof countSuccess): Promise<void> {
  const note = count(webhookKey({ orgId: org.id, applicationId: null }, webhookId), Date.now())
  await table().client.send(new UpdateCommand({ TableName: table().name, ...note }))
}
