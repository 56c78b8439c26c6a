import { isDeepStrictEqual } from 'node:util'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { canonicalTimeZone } from '../../../../shared/platform/canonical-time-zone.ts'
import { toE164 } from '../../../../shared/platform/phone.ts'
import type { AuditEntry } from '../../../../shared/store/audit.ts'
import { inherited, type NodeSettings } from '../../../../shared/store/settings.ts'
import { type Section, sections } from '../../../../shared/store/settings-fields.ts'
import type { SettingsInput } from './settings-input.ts'

/** What is asked for in the form that is stored, or why it cannot be. */
export async function storable({
  timezone: zone,
  smsCountries,
  version: _,
  ...input
}: SettingsInput): Promise<Asked | Refusal<'invalid_timezone' | 'invalid_input'>> {
  const timezone = typeof zone === 'string' ? canonicalTimeZone(zone) : zone
  if (typeof zone === 'string' && timezone === null)
    return refuse('invalid_timezone', `${zone || 'An empty text'} is not an IANA time zone.`)
  const phone = input.branding?.contactPhone
  const contactPhone = typeof phone === 'string' ? await toE164(phone) : phone
  if (typeof phone === 'string' && contactPhone === null)
    return refuse('invalid_input', 'branding.contactPhone is not a valid phone number.', {
      fields: ['branding.contactPhone'],
    })
  const { logoUploadId, ...branding } = input.branding ?? {}
  // A logo that is removed; one that is sent was stored before.
  const logo = logoUploadId === null ? null : undefined
  return { ...input, general: { timezone, smsCountries }, branding: { ...branding, logo, contactPhone } }
}

type Asked = { readonly [S in Section]?: object | undefined }

/** The settings with what is asked for; what is left out stays. */
export function withChoices(before: NodeSettings, asked: Asked): NodeSettings {
  const changed = sections.map((section) => [section, { ...before[section], ...withoutUndefined(asked[section]) }])
  return { ...before, ...Object.fromEntries(changed) }
}

function withoutUndefined(values: object = {}): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Each setting that changes, as the audit log tells it. */
export function changesBetween(before: NodeSettings, after: NodeSettings): AuditEntry['changes'] {
  return sections.flatMap((section) =>
    Object.entries(after[section]).flatMap(([name, to]) => {
      const from: unknown = Reflect.get(before[section], name)
      const field = section === 'general' ? name : `${section}.${name}`
      return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
    }),
  )
}

/** Refuses defaults that are not allowed, also where one of the two is inherited. What nobody changes is not judged anew. */
export function defaultsRefusal(
  organization: NodeSettings | null,
  after: NodeSettings,
  changed: readonly string[],
): Refusal<'invalid_input'> | null {
  const { signature, registeredMail } = organization ? inherited(organization, after) : inherited(after)
  const { archiveAfterDays, purgeAfterDays } = signature
  const pairs = [
    {
      fields: ['signature.defaultExpiryDays', 'signature.maxExpiryDays'],
      fits: signature.defaultExpiryDays <= signature.maxExpiryDays,
    },
    {
      fields: ['signature.defaultEidasLevel', 'signature.allowedLevels'],
      fits: signature.allowedLevels.includes(signature.defaultEidasLevel),
    },
    {
      fields: ['signature.archiveAfterDays', 'signature.purgeAfterDays'],
      fits: archiveAfterDays === null || purgeAfterDays === null || archiveAfterDays <= purgeAfterDays,
    },
    { fields: ['signature.defaultVendor', 'signature.allowedVendors'], fits: vendorFits(signature) },
    {
      fields: ['registeredMail.defaultType', 'registeredMail.allowedTypes'],
      fits: registeredMail.allowedTypes.includes(registeredMail.defaultType),
    },
    { fields: ['registeredMail.defaultVendor', 'registeredMail.allowedVendors'], fits: vendorFits(registeredMail) },
  ]
  const broken = pairs.find(({ fields, fits }) => !fits && fields.some((field) => changed.includes(field)))
  if (!broken) return null
  const { fields } = broken
  return refuse('invalid_input', `${fields.join(' is not within ')}. Each of them may be inherited; send both.`, {
    fields,
  })
}

interface Vendors {
  readonly defaultVendor: string | null
  readonly allowedVendors: readonly string[] | null
}

function vendorFits({ defaultVendor, allowedVendors }: Vendors): boolean {
  return defaultVendor === null || (allowedVendors?.includes(defaultVendor) ?? true)
}
