import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import type { Incoming } from '../../../shared/http/incoming.ts'
import { openedSecrets } from '../../../shared/platform/vendor-secrets.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems } from '../../../shared/store/table.ts'
import { vendorConnections, vendorConnectionsKey } from '../../../shared/store/vendor-connections.ts'
import { type RequestRecord, requestKey, requests } from '../../signature/model/request.ts'
import { externalSigning } from '../../signature/vendors/vendors.ts'
import { isTokenOf, orgIdIn } from '../model/connection-token.ts'
import type { VendorHint } from './receive-vendor-webhook.ts'

const maxBodyBytes = 1_000_000
const maxTries = 3

const noSuchAddress = refuse('not_found', 'There is no such address.')

/** Answers an outside vendor. The bytes are verified as they came, before anything reads them. */
export async function answerVendor(request: LinkRequest): Promise<Outcome> {
  const { platform, incoming } = request
  const { vendor = '' } = incoming.pathParameters
  return await answerLinkHolder(request, {
    maxBodyBytes,
    maxTries,
    resolve: () => hintOf(platform, incoming),
    authorOf: () => ({
      actor: { type: 'vendor', id: vendor, name: vendor },
      requestId: incoming.requestId,
      ip: incoming.ip,
      userAgent: incoming.headers['user-agent'] ?? null,
    }),
  })
}

async function hintOf(
  { table }: Platform,
  { pathParameters: { vendor: key = '', token = '' }, body, headers }: Incoming,
): Promise<VendorHint | Refusal<'not_found'>> {
  const [orgId, vendor] = [orgIdIn(token), await externalSigning(key)]
  if (!orgId || !vendor) return noSuchAddress
  const [record] = recordsOf(vendorConnections, await getItems(table, [vendorConnectionsKey(orgId)]))
  const connection = record?.connections[key]
  if (!connection || !isTokenOf(connection, token)) return noSuchAddress
  const { credentials } = await openedSecrets({ orgId, vendor: key }, connection.credentials)
  const reading = vendor.readWebhook({ rawBody: body, headers }, credentials)
  if (reading === 'unauthentic') return noSuchAddress
  const request = reading.requestId && (await requestOf({ table }, reading.requestId, { orgId, vendor: key }))
  return { orgId, requestId: request ? request.id : null, livemode: connection.environment === 'live' }
}

/** A vendor speaks of the requests of its connection only. */
async function requestOf(
  { table }: Pick<Platform, 'table'>,
  requestId: string,
  { orgId, vendor }: { readonly orgId: string; readonly vendor: string },
): Promise<RequestRecord | null> {
  const [record] = recordsOf(requests, await getItems(table, [requestKey(requestId)]))
  return record?.orgId === orgId && record.vendor === vendor ? record : null
}
