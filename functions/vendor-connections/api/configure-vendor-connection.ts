import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { connectionEnvironments } from '../../../shared/store/vendor-connections.ts'
import { newConnectionToken } from '../model/connection-token.ts'
import { connectionWithAddress, toConnection } from '../model/connection-view.ts'
import { auditOfConnection, readRecord, vendorNamed, writeConnection } from '../model/named-connection.ts'
import type { CatalogVendor } from '../model/vendor-catalog.ts'

const secrets = () => import('../../../shared/platform/vendor-secrets.ts')

const input = v.object({
  environment: v.pipe(
    v.picklist(connectionEnvironments),
    v.description('`sandbox` in test organizations, `live` in all others.'),
  ),
  credentials: v.pipe(
    v.record(v.string(), v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))),
    v.description('The values of the `fields` that the list names for the vendor.'),
  ),
})

export const configureVendorConnection = operation({
  id: 'configureVendorConnection',
  method: 'PUT',
  path: '/v1/orgs/{orgId}/vendor-connections/{vendor}',
  tag: 'Vendor connections',
  summary: 'Connect an outside vendor',
  description:
    'Replaces all credentials of the vendor, and the address for its webhooks. The credentials are encrypted and no operation returns them. Call `check` to try them.',
  access: { to: 'peopleOnly', permission: 'settings.manage' },
  recentSignIn: true,
  body: json(input),
  responses: { 200: connectionWithAddress },
  errors: ['not_found', 'invalid_input'],
  loadModules: secrets,
  preload: ({ readItems, path }) => readRecord(readItems, path.orgId),
  async handle({ access, path, body, preloaded: before, work, clock, baseUrl }) {
    const vendor = vendorNamed(path.vendor)
    if (isRefusal(vendor)) return vendor
    const { orgId, memberships } = access
    const livemode = memberships.some((membership) => membership.livemode)
    const refusal = environmentRefusal(body.environment, livemode) ?? fieldsRefusal(vendor, body.credentials)
    if (refusal) return refusal
    const { sealedCredentials } = await secrets()
    const { token, tokenSha256 } = newConnectionToken(orgId)
    const nowMs = clock()
    const connection = {
      environment: body.environment,
      credentials: await sealedCredentials({ orgId, vendor: vendor.key }, body.credentials),
      tokenSha256,
      configuredAt: timestamp(nowMs),
      lastCheckAt: null,
      lastError: null,
      failures: [],
      openedAtMs: null,
    }
    writeConnection(work, { orgId, before }, { vendor: vendor.key, connection })
    const from = before?.connections[vendor.key]?.environment ?? null
    const changes = [
      { field: 'environment', from, to: body.environment },
      { field: 'credentials', from: from && '***', to: '***' },
    ]
    work.audit(auditOfConnection({ orgId, livemode }, vendor, 'vendor_connection.changed', changes))
    const webhookUrl = `${baseUrl}/vendor-webhooks/${vendor.key}/${token}`
    return reply(200, { ...toConnection(vendor, connection, nowMs), webhookUrl })
  },
})

function environmentRefusal(environment: 'live' | 'sandbox', livemode: boolean): Refusal<'invalid_input'> | null {
  if ((environment === 'live') === livemode) return null
  const message = livemode
    ? 'Send `environment: "live"`: a sandbox is for test organizations only.'
    : 'Send `environment: "sandbox"`: a test organization cannot use the live vendor.'
  return refuse('invalid_input', message, { fields: ['environment'] })
}

function fieldsRefusal({ fields }: CatalogVendor, credentials: object): Refusal<'invalid_input'> | null {
  const given = Object.keys(credentials)
  const missing = fields.filter(({ name, required }) => required && !given.includes(name)).map(({ name }) => name)
  const unknown = given.filter((name) => !fields.some((field) => field.name === name))
  if (missing.length === 0 && unknown.length === 0) return null
  const names = fields.map(({ name }) => name).join(', ')
  return refuse('invalid_input', `credentials must have exactly: ${names}.`, {
    fields: [...missing, ...unknown].map((name) => `credentials.${name}`),
  })
}
