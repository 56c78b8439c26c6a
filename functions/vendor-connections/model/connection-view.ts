import * as v from 'valibot'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { connectionEnvironments, isOpen, type VendorConnection } from '../../../shared/store/vendor-connections.ts'
import type { CatalogVendor } from './vendor-catalog.ts'

const told = {
  vendor: v.string(),
  name: v.string(),
  kind: v.picklist(['signature', 'registered_mail']),
  status: v.pipe(
    v.picklist(['not_configured', 'active', 'error']),
    v.description('`error`: the last check or call failed, or so many calls failed that none is made for a minute.'),
  ),
  environment: v.nullable(v.picklist(connectionEnvironments)),
  configuredAt: v.pipe(v.nullable(timestampSchema), v.description('When the credentials were stored.')),
  lastCheckAt: v.pipe(v.nullable(timestampSchema), v.description('When somebody last tried them with `check`.')),
  lastError: v.pipe(
    v.nullable(v.string()),
    v.description(
      'Why the last check failed, or why the vendor did not answer or refused the credentials at a call; null once one succeeds.',
    ),
  ),
  fields: v.pipe(
    v.array(v.object({ name: v.string(), required: v.boolean(), secret: v.boolean() })),
    v.description('The credentials that the vendor needs. No operation returns them.'),
  ),
}

export const connectionView = v.pipe(v.object(told), v.title('VendorConnection'))

/** Only the answer that stored the credentials has it. */
export const connectionWithAddress = v.pipe(
  v.object({
    ...told,
    webhookUrl: v.pipe(
      v.nullable(v.string()),
      v.description(
        'Give this address to the vendor for its webhooks. Only this answer contains it. Null: the vendor has no webhooks.',
      ),
    ),
  }),
  v.title('ConfiguredVendorConnection'),
)

export function toConnection(
  { key, name, kind, fields }: CatalogVendor,
  connection: VendorConnection | undefined,
  nowMs: number,
): v.InferOutput<typeof connectionView> {
  return {
    vendor: key,
    name,
    kind,
    status: statusOf(connection, nowMs),
    environment: connection?.environment ?? null,
    configuredAt: connection?.configuredAt ?? null,
    lastCheckAt: connection?.lastCheckAt ?? null,
    lastError: connection?.lastError ?? null,
    fields: fields.map((field) => ({ ...field })),
  }
}

function statusOf(connection: VendorConnection | undefined, nowMs: number) {
  if (!connection) return 'not_configured'
  return connection.lastError !== null || isOpen(connection, nowMs) ? 'error' : 'active'
}
