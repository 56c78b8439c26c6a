import type { InternalEvent } from '../../../events/internal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import type { Incoming } from '../../../shared/http/incoming.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { openedSecrets } from '../../../shared/platform/vendor-secrets.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItems } from '../../../shared/store/table.ts'
import {
  type VendorConnection,
  vendorConnections,
  vendorConnectionsKey,
} from '../../../shared/store/vendor-connections.ts'
import { itemKey, items } from '../../registered-mail/model/item.ts'
import { isExternal } from '../../registered-mail/vendors/external-vendors.ts'
import { type RequestRecord, requestKey, requests } from '../../signature/model/request.ts'
import { externalSigning } from '../../signature/vendors/vendors.ts'
import { isTokenOf, orgIdIn } from '../model/connection-token.ts'
import { connectionNamed } from '../model/named-connection.ts'
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

async function hintOf({ table }: Platform, incoming: Incoming): Promise<VendorHint | Refusal<'not_found'>> {
  const { vendor: key = '', token = '' } = incoming.pathParameters
  const orgId = orgIdIn(token)
  if (!orgId) return noSuchAddress
  const [record] = recordsOf(vendorConnections, await getItems(table, [vendorConnectionsKey(orgId)]))
  const connection = connectionNamed(record ?? null, key)
  if (isRefusal(connection) || !isTokenOf(connection, token)) return noSuchAddress
  const of = { orgId, vendor: key }
  const job = isExternal(key)
    ? await itemJob({ table }, incoming.query, of)
    : await requestJob({ table }, incoming, of, connection)
  return job === 'unauthentic' ? noSuchAddress : { orgId, job, livemode: connection.environment === 'live' }
}

interface Of {
  readonly orgId: string
  readonly vendor: string
}

/** Vendors of registered mail sign nothing: the address of the webhook is all that proves it, and names the item. */
async function itemJob(
  { table }: Pick<Platform, 'table'>,
  { mail: mailId = '', item: itemId = '' }: Incoming['query'],
  { orgId, vendor }: Of,
): Promise<InternalEvent | null> {
  if (!isUuid(mailId) || !isUuid(itemId)) return null
  const [item] = recordsOf(items, await getItems(table, [itemKey({ mailId, itemId })]))
  const isTheirs = item?.orgId === orgId && item.vendor === vendor
  return isTheirs ? { type: 'registered_mail.vendor_due', data: { mailId, itemId } } : null
}

async function requestJob(
  platform: Pick<Platform, 'table'>,
  { body, headers }: Incoming,
  of: Of,
  connection: VendorConnection,
): Promise<InternalEvent | 'unauthentic' | null> {
  const vendor = await externalSigning(of.vendor)
  if (!vendor) return 'unauthentic'
  const { credentials } = await openedSecrets(of, connection.credentials)
  const reading = vendor.readWebhook({ rawBody: body, headers }, credentials)
  if (reading === 'unauthentic') return reading
  const request = reading.requestId && (await requestOf(platform, reading.requestId, of))
  return request ? { type: 'signature.vendor_due', data: { requestId: request.id } } : null
}

/** A vendor speaks of the requests of its connection only. */
async function requestOf(
  { table }: Pick<Platform, 'table'>,
  requestId: string,
  { orgId, vendor }: Of,
): Promise<RequestRecord | null> {
  const [record] = recordsOf(requests, await getItems(table, [requestKey(requestId)]))
  return record?.orgId === orgId && record.vendor === vendor ? record : null
}
