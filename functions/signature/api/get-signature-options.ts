import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { authMethods, eidasLevels, signatureSettingsSchema } from '../../../shared/store/entities.ts'
import { quotaScopes, readQuota } from '../../../shared/store/quota.ts'
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

const quotaView = v.pipe(
  v.object({
    metric: v.picklist(['signature_requests', 'registered_mail_items']),
    period: v.literal('month'),
    limit: v.nullable(v.number()),
    used: v.number(),
    remaining: v.nullable(v.number()),
    blocking: v.boolean(),
    resetsAt: v.string(),
    scope: v.picklist(['organization', 'entity']),
  }),
  v.title('Quota'),
)

const optionsView = v.pipe(
  v.object({
    entityId: uuid,
    enabled: v.boolean(),
    defaultVendor: v.nullable(v.string()),
    vendors: v.array(vendorView),
    ...v.omit(signatureSettingsSchema, ['allowedVendors', 'defaultVendor']).entries,
    maxSigners: v.number(),
    maxFileBytes: v.number(),
    quota: quotaView,
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
  access: { to: 'entity', named: 'query', permission: 'signature.read', feature: null },
  query: v.object({ entityId: uuid }),
  responses: { 200: optionsView },
  errors: [],
  async handle({ entity, table, clock }) {
    const { signature } = entity
    const nowMs = clock()
    const usable = vendorsServing(entity).filter(({ key }) => signature.allowedVendors?.includes(key) ?? true)
    const { allowedVendors: _, defaultVendor, ...settings } = signature
    // Where an entity has a limit of its own, that is the one its people meet.
    const scope = quotaScopes({ orgId: entity.orgId, entityId: entity.id }, entity.signatureRequestLimits).at(-1)
    if (!scope) throw new Error('a quota without a scope')
    return reply(200, {
      ...settings,
      entityId: entity.id,
      enabled: !entity.featuresOff.includes('signature'),
      defaultVendor: defaultVendor ?? usable[0]?.key ?? null,
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
      quota: await readQuota(table, 'signature_requests', scope, nowMs),
    })
  },
})
