import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { namedIn } from '../../../shared/platform/named-fields.ts'
import { quotaScopes, readQuotas, tightestQuota } from '../../../shared/store/quota.ts'
import { quotaView } from '../../../shared/store/quota-view.ts'
import { authMethods, eidasLevels, settingFields } from '../../../shared/store/settings-fields.ts'
import { vendorsServing } from '../vendors/vendors.ts'
import { maxSigners } from './request-input.ts'

const vendorView = v.object({
  key: v.string(),
  name: v.string(),
  levels: v.array(v.picklist(eidasLevels)),
  authMethods: v.array(v.picklist(authMethods)),
  signingModes: v.array(v.string()),
  supportsSequential: v.boolean(),
  supportsParallel: v.boolean(),
  supportsNotaries: v.boolean(),
  status: v.picklist(['available', 'unavailable']),
})

/** The settings that signature requests obey. What is archived or purged, and who hears of it, is none of a sender's concern. */
const {
  allowedVendors: _vendors,
  defaultVendor: _vendor,
  archiveAfterDays: _archive,
  purgeAfterDays: _purge,
  notifications: _notifications,
  ...shownSettings
} = settingFields.signature

const optionsView = v.pipe(
  v.object({
    entityId: uuid,
    enabled: v.boolean(),
    defaultVendor: v.nullable(v.string()),
    vendors: v.array(vendorView),
    ...shownSettings,
    timezone: v.string(),
    smsCountries: v.array(v.string()),
    maxSigners: v.number(),
    maxFileBytes: v.number(),
    quota: v.pipe(quotaView, v.description('The quota that is used up first.')),
    quotas: v.array(quotaView),
  }),
  v.title('SignatureOptions'),
)

export const getSignatureOptions = operation({
  id: 'getSignatureOptions',
  method: 'GET',
  path: '/v1/signature-requests/options',
  tag: 'Signature requests',
  summary: 'Get the signature options of an entity',
  description: 'If the signature feature is off, the answer has `enabled: false`.',
  access: { to: 'entity', named: 'query', permission: 'signature.read', feature: null, needsSettings: true },
  query: v.object({ entityId: uuid }),
  responses: { 200: optionsView },
  errors: [],
  async handle({ entity, settings, table, clock, work }) {
    const { signature, general } = settings
    const scopes = quotaScopes('signature_requests', { ...entity, entityId: entity.id }, settings)
    const use = { livemode: entity.livemode, connections: settings.vendorConnections, nowMs: clock() }
    const usable = vendorsServing(use).filter(({ key }) => signature.allowedVendors?.includes(key) ?? true)
    const quotas = await readQuotas(table, 'signature_requests', scopes, work.nowMs)
    return reply(200, {
      ...namedIn(v.object(shownSettings), signature),
      ...general,
      entityId: entity.id,
      enabled: settings.features.signature,
      defaultVendor: signature.defaultVendor ?? usable[0]?.key ?? null,
      vendors: usable.map(({ key, name, capabilities }) => ({
        key,
        name,
        status: 'available' as const,
        levels: [...capabilities.levels],
        authMethods: [...capabilities.authMethods],
        signingModes: [...capabilities.signingModes],
        supportsSequential: capabilities.supportsSequential,
        supportsParallel: capabilities.supportsParallel,
        supportsNotaries: capabilities.supportsNotaries,
      })),
      maxSigners,
      maxFileBytes: maxPdfBytes,
      quota: tightestQuota(quotas),
      quotas,
    })
  },
})
