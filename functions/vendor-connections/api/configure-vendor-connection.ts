import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { textRecord } from '../../../shared/platform/text-record.ts'
import { connectionEnvironments, type VendorConnection } from '../../../shared/store/vendor-connections.ts'
import type { RemoteKeys } from '../../signature/vendors/remote-keys.ts'
import { remoteKeysOf } from '../../signature/vendors/vendors.ts'
import { newConnectionToken } from '../model/connection-token.ts'
import { connectionWithAddress, toConnection } from '../model/connection-view.ts'
import { auditOfConnection, readRecord, vendorNamed, writeConnection } from '../model/named-connection.ts'
import { runningJobs } from '../model/running-jobs.ts'
import type { CatalogVendor } from '../model/vendor-catalog.ts'

const secrets = () => import('../../../shared/platform/vendor-secrets.ts')
const trying = () => import('./try-connection.ts')
const calling = () => Promise.all([secrets(), trying()])

const input = v.object({
  environment: v.pipe(
    v.picklist(connectionEnvironments),
    v.description('`sandbox` in test organizations, `live` in all others.'),
  ),
  credentials: v.pipe(
    textRecord(v.string(), v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))),
    v.description(
      'The values of the `fields` that the list names for the vendor, in printable ASCII characters. White space around them is dropped.',
    ),
  ),
})

export const configureVendorConnection = operation({
  id: 'configureVendorConnection',
  method: 'PUT',
  path: '/v1/orgs/{orgId}/vendor-connections/{vendor}',
  tag: 'Vendor connections',
  summary: 'Connect an outside vendor',
  description:
    'Replaces all credentials of the vendor. The address for its webhooks stays until the vendor is disconnected, so a secret that the vendor shows only to who has entered the address can be sent afterwards. The credentials are encrypted and no operation returns them. Those of `csc` are tried at once: `status` and `lastError` say what came of it. Call `check` to try those of other vendors.',
  access: { to: 'peopleOnly', permission: 'settings.manage' },
  recentSignIn: true,
  body: json(input),
  responses: { 200: connectionWithAddress },
  errors: ['not_found', 'invalid_input'],
  loadModules: calling,
  preload: async ({ readItems, table, path }) => {
    const [before, running] = await Promise.all([
      readRecord(readItems, path.orgId),
      runningJobs(table, path.orgId, path.vendor),
    ])
    return { before, running }
  },
  async handle({ access, path, body, preloaded: { before, running }, work, clock, baseUrl }) {
    const vendor = vendorNamed(path.vendor)
    if (isRefusal(vendor)) return vendor
    const { orgId, memberships } = access
    const livemode = memberships.some((membership) => membership.livemode)
    const remote = await remoteKeysOf(vendor.key)
    const refusal =
      environmentRefusal(body.environment, livemode) ??
      fieldsRefusal(vendor, body.credentials) ??
      charactersRefusal(body.credentials) ??
      valueRefusal(remote, body)
    if (refusal) return refusal
    const named = { orgId, vendor: vendor.key }
    const nowMs = clock()
    const existing = before?.connections[vendor.key]
    const { openedSecrets, sealedSecrets } = await secrets()
    const held = existing && (await openedSecrets(named, existing.credentials))
    // A repeated PUT finds everything as it asks for: nothing happens twice.
    if (existing && held && isAsAskedFor(existing, held, body)) {
      const webhookUrl = addressOf(baseUrl, vendor, held.webhookToken)
      return reply(200, { ...toConnection(vendor, existing, nowMs), webhookUrl })
    }
    // The vendor has the address, and often shows the secret that comes here only once it has it: the address stays.
    const { token, tokenSha256 } =
      existing && held ? { token: held.webhookToken, tokenSha256: existing.tokenSha256 } : newConnectionToken(orgId)
    const open = { credentials: body.credentials, webhookToken: token }
    const stored = {
      environment: body.environment,
      credentials: await sealedSecrets(named, open),
      tokenSha256,
      configuredAt: timestamp(nowMs),
      lastCheckAt: null,
      lastError: null,
      failures: [],
      openedAtMs: null,
      refusedAt: null,
      sentAt: existing?.sentAt ?? null,
    }
    const tried = { vendor: vendor.key, connection: stored, open: { environment: body.environment, ...open } }
    // Requests are mailed to signers before anything calls a vendor that keeps keys. So its credentials are tried now.
    const connection = remote ? await (await trying()).triedConnection(tried, nowMs) : stored
    writeConnection(work, { orgId, before }, { vendor: vendor.key, connection })
    for (const job of running) work.enqueue(job, { orgId, livemode })
    const from = existing?.environment ?? null
    const changes = [
      { field: 'environment', from, to: body.environment },
      { field: 'credentials', from: from && '***', to: '***' },
    ]
    work.audit(auditOfConnection({ orgId, livemode }, vendor, 'vendor_connection.changed', changes))
    return reply(200, { ...toConnection(vendor, connection, nowMs), webhookUrl: addressOf(baseUrl, vendor, token) })
  },
})

function isAsAskedFor(
  existing: VendorConnection,
  { credentials: known }: { readonly credentials: object },
  { environment, credentials }: v.InferOutput<typeof input>,
): boolean {
  return existing.environment === environment && isDeepStrictEqual({ ...known }, { ...credentials })
}

function addressOf(baseUrl: string, { key, hasWebhooks }: CatalogVendor, token: string): string | null {
  return hasWebhooks ? `${baseUrl}/vendor-webhooks/${key}/${token}` : null
}

function environmentRefusal(environment: 'live' | 'sandbox', livemode: boolean): Refusal<'invalid_input'> | null {
  if ((environment === 'live') === livemode) return null
  const message = livemode
    ? 'Send `environment: "live"`: a sandbox is for test organizations only.'
    : 'Send `environment: "sandbox"`: a test organization cannot use the live vendor.'
  return refuse('invalid_input', message, { fields: ['environment'] })
}

function valueRefusal(
  remote: RemoteKeys | null,
  connection: v.InferOutput<typeof input>,
): Refusal<'invalid_input'> | null {
  const fault = remote?.faultOf(connection)
  return fault ? refuse('invalid_input', fault.message, { fields: [`credentials.${fault.field}`] }) : null
}

/** Headers carry no other characters, and vendors give no other credentials. */
function charactersRefusal(credentials: Readonly<Record<string, string>>): Refusal<'invalid_input'> | null {
  const wrong = Object.keys(credentials).filter((name) => !/^[ -~]*$/.test(credentials[name] ?? ''))
  if (wrong.length === 0) return null
  const message = `Send ${wrong.join(', ')} as the vendor shows it, in printable ASCII characters and on one line.`
  return refuse('invalid_input', message, { fields: wrong.map((name) => `credentials.${name}`) })
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
