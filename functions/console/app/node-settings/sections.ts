import { standardNumbers } from '../../../../shared/store/standard-numbers.ts'
import type { Input } from '../api.ts'
import type { Settings } from '../api-types.ts'
import { automaticTasks } from './automatic-tasks.tsx'
import { type Field, type Fields, type Setting, settingOf } from './kinds.ts'
import { countries, flags, reminders, someOf } from './own-values.tsx'
import { oneOf, text, whether, whole } from './single-values.tsx'
import { words } from './words.ts'

export type SettingsBody = Input<'PATCH /v1/nodes/{nodeId}/settings'>['body']
type Part<Name extends keyof SettingsBody> = NonNullable<SettingsBody[Name]>
type General = Pick<SettingsBody, 'timezone' | 'smsCountries'>
type SignatureTimes =
  | 'defaultExpiryDays'
  | 'maxExpiryDays'
  | 'reminders'
  | 'notifications'
  | 'archiveAfterDays'
  | 'purgeAfterDays'

type SignatureVendor = NonNullable<Part<'signature'>['defaultVendor']>

interface Vendors {
  readonly signature: Readonly<Partial<Record<SignatureVendor, string>>>
  readonly registered_mail: Readonly<Record<string, string>>
}

const megabyte = 1_048_576

function features(): Fields<Part<'features'>> {
  const t = words()
  return {
    signature: { label: t.features.signature, kind: whether() },
    registered_mail: { label: t.features.registered_mail, kind: whether() },
    tasks: { label: t.features.tasks, kind: whether() },
  }
}

function signing(vendors: Vendors): Fields<Omit<Part<'signature'>, SignatureTimes>> {
  const t = words()
  return {
    allowedLevels: { label: t.allowedLevels, kind: someOf(t.levels) },
    defaultEidasLevel: { label: t.defaultLevel, kind: oneOf(t.levels) },
    allowedAuthMethods: { label: t.allowedMethods, kind: someOf(t.methods) },
    allowedVendors: { label: t.allowedVendors, none: t.allVendors, kind: someOf(vendors.signature) },
    defaultVendor: { label: t.defaultVendor, none: t.firstVendor, kind: oneOf(vendors.signature) },
    sequentialAllowed: { label: t.sequential, kind: whether() },
    externalSignersAllowed: { label: t.externalSigners, hint: t.externalSignersHint, kind: whether() },
    notariesAllowed: { label: t.notaries, kind: whether() },
  }
}

function times(): Fields<Pick<Part<'signature'>, SignatureTimes>> {
  const t = words()
  const days = { min: 1, max: 365 }
  return {
    defaultExpiryDays: { label: t.expiry, kind: whole(days) },
    maxExpiryDays: { label: t.maxExpiry, kind: whole(days) },
    reminders: { label: t.reminders, kind: reminders() },
    notifications: { label: t.notifications, hint: t.notificationsHint, kind: flags(t.notificationNames) },
    archiveAfterDays: { label: t.archive, hint: t.archiveHint, none: t.never, kind: whole({ min: 1, max: 3650 }) },
    purgeAfterDays: { label: t.purge, hint: t.purgeHint, none: t.never, kind: whole({ min: 30, max: 3650 }) },
  }
}

function registeredMail(vendors: Vendors): Fields<Part<'registeredMail'>> {
  const t = words()
  return {
    allowedTypes: { label: t.allowedTypes, kind: someOf(t.types) },
    defaultType: { label: t.defaultType, kind: oneOf(t.types) },
    allowedVendors: { label: t.allowedVendors, none: t.allVendors, kind: someOf(vendors.registered_mail) },
    defaultVendor: { label: t.defaultVendor, none: t.firstVendor, kind: oneOf(vendors.registered_mail) },
    referenceRequired: { label: t.referenceRequired, kind: whether() },
    requireRecipientConsent: { label: t.recipientConsent, hint: t.recipientConsentHint, kind: whether() },
    maxAttachments: { label: t.maxAttachments, kind: whole({ min: 0, max: 20 }) },
    maxAttachmentsTotalBytes: { label: t.maxAttachmentsSize, kind: whole({ min: 0, max: 60, unit: megabyte }) },
  }
}

function tasks(): Fields<Part<'tasks'>> {
  return { automaticTasks: { label: words().automaticTasks, kind: automaticTasks() } }
}

function general(): Fields<General> {
  const t = words()
  return {
    timezone: { label: t.timezone, hint: t.timezoneHint, kind: text({ placeholder: 'Europe/Paris' }) },
    smsCountries: { label: t.smsCountries, hint: t.smsCountriesHint, kind: countries() },
  }
}

function branding(): Fields<Omit<Part<'branding'>, 'logoUploadId'>> {
  const t = words()
  return {
    accentColor: { label: t.accent, hint: t.accentHint, kind: text() },
    senderName: { label: t.senderName, kind: text() },
    contactEmail: { label: t.contactEmail, kind: text({ type: 'email' }) },
    contactPhone: { label: t.contactPhone, kind: text({ type: 'tel' }) },
    legalName: { label: t.legalName, kind: text() },
    privacyNoticeUrl: { label: t.privacy, kind: text({ type: 'url' }) },
    legalAddress: { label: t.legalAddress, kind: text({ isLong: true }) },
  }
}

type SectionName = 'features' | 'signature' | 'registeredMail' | 'tasks' | 'branding' | 'general'

/** Settings that are shown and saved together. */
export interface SettingsGroup {
  readonly title: string
  readonly section: SectionName
  readonly fields: Readonly<Record<string, Field<unknown>>>
}

export function settingsGroups(vendors: Vendors): readonly SettingsGroup[] {
  const { titles } = words()
  const group = (title: string, section: SectionName, fields: object): SettingsGroup =>
    // Each field reads the values of its own setting only, so that the types of all may be forgotten here.
    ({ title, section, fields: fields as Readonly<Record<string, Field<unknown>>> })
  return [
    group(titles.features, 'features', features()),
    group(titles.signing, 'signature', signing(vendors)),
    group(titles.times, 'signature', times()),
    group(titles.registeredMail, 'registeredMail', registeredMail(vendors)),
    group(titles.tasks, 'tasks', tasks()),
    group(titles.general, 'general', general()),
    group(titles.branding, 'branding', branding()),
  ]
}

/** `general` is not a section of the API: its settings stand beside the sections. */
function sectionIn(settings: Settings | Settings['effective'], section: SectionName): Record<string, unknown> {
  return { ...(section === 'general' ? settings : settings[section]) }
}

/** What an organization inherits, as far as it is a number: the API tells the rest where the organization chose nothing. */
function standardIn(section: SectionName): Record<string, unknown> {
  return section === 'signature' || section === 'registeredMail' ? standardNumbers[section] : {}
}

export interface SettingsAt {
  readonly settings: Settings
  /** What holds in the organization of an entity. Null: not known. */
  readonly inOrganization: Settings['effective'] | null
  readonly organizationName: string
}

export function settingsIn({ section, fields }: SettingsGroup, at: SettingsAt): readonly ShownSetting[] {
  const { settings, inOrganization, organizationName } = at
  const values = {
    own: sectionIn(settings, section),
    inForce: sectionIn(settings.effective, section),
    above: settings.type === 'entity' ? inOrganization && sectionIn(inOrganization, section) : standardIn(section),
  }
  const organization = settings.type === 'entity' ? organizationName : null
  return Object.entries(fields).map(([name, field]) => ({
    field,
    setting: settingOf(name, field, values, organization),
  }))
}

export interface ShownSetting {
  readonly field: Field<unknown>
  readonly setting: Setting<unknown>
}

/** What a form has for each setting of a group, as the API takes it. */
export function bodyOf({ section, fields }: SettingsGroup, data: FormData, others: object = {}): SettingsBody {
  const chosen = Object.entries(fields).map(([name, { kind }]) => [name, kind.read(data, name)])
  const values = { ...Object.fromEntries(chosen), ...others }
  return section === 'general' ? values : { [section]: values }
}
