import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { quotaScopes, readQuotas, tightestQuota } from '../../../shared/store/quota.ts'
import { quotaView } from '../../../shared/store/quota-view.ts'
import { registeredMailTypes } from '../../../shared/store/settings-fields.ts'
import { contentScripts } from '../content/content-scripts.ts'
import { vendorsServing } from '../vendors/vendors.ts'
import { maxFollowers, maxRecipients } from './send-rules.ts'

const vendorView = v.object({
  key: v.string(),
  name: v.string(),
  types: v.array(v.picklist(registeredMailTypes)),
  subjectMaxLength: v.number(),
  requiresOtp: v.boolean(),
  status: v.picklist(['available', 'unavailable']),
})

const optionsView = v.pipe(
  v.object({
    entityId: uuid,
    enabled: v.boolean(),
    vendors: v.array(vendorView),
    defaultVendor: v.nullable(v.string()),
    allowedTypes: v.array(v.picklist(registeredMailTypes)),
    defaultType: v.picklist(registeredMailTypes),
    referenceRequired: v.boolean(),
    requireRecipientConsent: v.boolean(),
    maxRecipients: v.number(),
    maxFollowers: v.number(),
    contentScripts: v.pipe(
      v.array(v.string()),
      v.description('The scripts that the PDF of a letter can set, by their ISO 15924 codes.'),
    ),
    attachments: v.object({ maxCount: v.number(), maxFileBytes: v.number(), maxTotalBytes: v.number() }),
    quota: v.pipe(quotaView, v.description('The quota that is used up first. It counts items.')),
    quotas: v.array(quotaView),
  }),
  v.title('RegisteredMailOptions'),
)

export const getRegisteredMailOptions = operation({
  id: 'getRegisteredMailOptions',
  method: 'GET',
  path: '/v1/registered-mails/options',
  tag: 'Registered mail',
  summary: 'Get the registered mail options of an entity',
  description: 'If the registered mail feature is off, the answer has `enabled: false`.',
  access: { to: 'entity', named: 'query', permission: 'registered_mail.read', feature: null, needsSettings: true },
  query: v.object({ entityId: uuid }),
  responses: { 200: optionsView },
  errors: [],
  async handle({ entity, settings, table, work }) {
    const { registeredMail } = settings
    const scopes = quotaScopes('registered_mail_items', { ...entity, entityId: entity.id }, settings)
    const use = { livemode: entity.livemode, connections: settings.vendorConnections, nowMs: work.nowMs }
    const usable = vendorsServing(use).filter(({ key }) => registeredMail.allowedVendors?.includes(key) ?? true)
    const quotas = await readQuotas(table, 'registered_mail_items', scopes, work.nowMs)
    return reply(200, {
      entityId: entity.id,
      enabled: settings.features.registered_mail,
      vendors: usable.map((vendor) => ({
        key: vendor.key,
        name: vendor.name,
        types: [...vendor.capabilities.types],
        subjectMaxLength: vendor.capabilities.subjectMaxLength,
        requiresOtp: vendor.capabilities.requiresOtp,
        status: (vendor.isAvailable?.(use) ?? true) ? ('available' as const) : ('unavailable' as const),
      })),
      defaultVendor: registeredMail.defaultVendor ?? usable[0]?.key ?? null,
      allowedTypes: [...registeredMail.allowedTypes],
      defaultType: registeredMail.defaultType,
      referenceRequired: registeredMail.referenceRequired,
      requireRecipientConsent: registeredMail.requireRecipientConsent,
      maxRecipients,
      maxFollowers,
      contentScripts: [...contentScripts],
      attachments: {
        maxCount: registeredMail.maxAttachments,
        maxFileBytes: maxPdfBytes,
        maxTotalBytes: registeredMail.maxAttachmentsTotalBytes,
      },
      quota: tightestQuota(quotas),
      quotas,
    })
  },
})
