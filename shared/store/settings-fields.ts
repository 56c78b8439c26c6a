import * as v from 'valibot'
import { standardFeatures } from './feature-switches.ts'
import { standardNumbers } from './standard-numbers.ts'

export const eidasLevels = ['ses', 'aes', 'qes'] as const
export const authMethods = ['none', 'email_otp', 'sms_otp', 'vendor_identity'] as const
export const registeredMailTypes = ['simple', 'qualified'] as const

export const remindersSchema = v.object({
  enabled: v.boolean(),
  firstAfterDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
  everyDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
  max: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)),
})

/** Which e-mails the person who made a request gets about it. */
export const notificationsSchema = v.object({
  signed: v.pipe(v.boolean(), v.description('A signer signed, and everybody signed.')),
  declined: v.pipe(v.boolean(), v.description('A signer declined.')),
  expired: v.pipe(v.boolean(), v.description('The time to sign is over.')),
  bounced: v.pipe(v.boolean(), v.description('An e-mail to a signer could not be delivered.')),
})

const automaticTask = v.object({
  enabled: v.boolean(),
  assignee: v.pipe(
    v.string(),
    v.regex(/^(creator|[0-9a-f-]{36})$/i, 'Send creator, or the id of a user.'),
    v.description('`creator`: the creator of the request or the mail. Otherwise the id of a user.'),
  ),
})
/** What can create a task by itself. */
export const automaticTasksSchema = v.object({
  registered_mail_failed: automaticTask,
  registered_mail_neglected: automaticTask,
  signature_declined: automaticTask,
  signature_expired: automaticTask,
  recipient_update_requested: automaticTask,
})

/** Every setting by its section. `general` holds those outside a section. Whoever changes them is asked for more (bounds, formats). */
export const settingFields = {
  features: { tasks: v.boolean(), signature: v.boolean(), registered_mail: v.boolean() },
  signature: {
    defaultVendor: v.string(),
    allowedVendors: v.array(v.string()),
    allowedLevels: v.array(v.picklist(eidasLevels)),
    defaultEidasLevel: v.picklist(eidasLevels),
    allowedAuthMethods: v.array(v.picklist(authMethods)),
    sequentialAllowed: v.boolean(),
    externalSignersAllowed: v.boolean(),
    notariesAllowed: v.boolean(),
    defaultExpiryDays: v.number(),
    maxExpiryDays: v.number(),
    reminders: remindersSchema,
    notifications: notificationsSchema,
    archiveAfterDays: v.number(),
    purgeAfterDays: v.number(),
  },
  registeredMail: {
    defaultVendor: v.string(),
    allowedVendors: v.array(v.string()),
    allowedTypes: v.array(v.picklist(registeredMailTypes)),
    defaultType: v.picklist(registeredMailTypes),
    referenceRequired: v.boolean(),
    requireRecipientConsent: v.boolean(),
    maxAttachments: v.number(),
    maxAttachmentsTotalBytes: v.number(),
  },
  tasks: { automaticTasks: automaticTasksSchema },
  general: { timezone: v.string(), smsCountries: v.array(v.string()) },
  branding: {
    /** The name of its file, where it is served. */
    logo: v.string(),
    accentColor: v.string(),
    contactEmail: v.string(),
    contactPhone: v.string(),
    senderName: v.string(),
    legalName: v.string(),
    legalAddress: v.string(),
    privacyNoticeUrl: v.string(),
  },
} as const

type Fields = typeof settingFields
export type Section = keyof Fields
export const sections = Object.keys(settingFields) as readonly Section[]

type Value<S extends Section, Name extends keyof Fields[S]> = Fields[S][Name] extends v.GenericSchema
  ? v.InferOutput<Fields[S][Name]>
  : never

/** What a node has chosen. Null: it inherits. */
export type Chosen = { readonly [S in Section]: { readonly [Name in keyof Fields[S]]: Value<S, Name> | null } }

type Standard = typeof standardSettings
/** What holds for an entity. Only settings without a standard value can be null. */
export type Settings = {
  readonly [S in Section]: {
    readonly [Name in keyof Fields[S]]: Name extends keyof Standard[S]
      ? Standard[S][Name] extends null
        ? Value<S, Name> | null
        : Value<S, Name>
      : never
  }
}

/** France with its overseas departments, and the other members of the European Union. */
const smsCountries = [
  ...['FR', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT'],
  ...['AT', 'AX', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV'],
  ...['MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]

const noTask = { enabled: false, assignee: 'creator' }

/** What holds where neither the entity nor its organization has chosen. */
export const standardSettings = {
  features: standardFeatures,
  signature: {
    defaultVendor: null,
    /** Every vendor that the organization has. */
    allowedVendors: null,
    allowedLevels: [...eidasLevels],
    defaultEidasLevel: 'ses',
    allowedAuthMethods: [...authMethods],
    sequentialAllowed: true,
    externalSignersAllowed: true,
    notariesAllowed: false,
    ...standardNumbers.signature,
    reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 3 },
    notifications: { signed: true, declined: true, expired: true, bounced: true },
  },
  registeredMail: {
    defaultVendor: null,
    allowedVendors: null,
    allowedTypes: [...registeredMailTypes],
    defaultType: 'simple',
    referenceRequired: false,
    requireRecipientConsent: false,
    ...standardNumbers.registeredMail,
  },
  tasks: {
    automaticTasks: {
      registered_mail_failed: noTask,
      registered_mail_neglected: noTask,
      signature_declined: noTask,
      signature_expired: noTask,
      recipient_update_requested: noTask,
    },
  },
  general: { timezone: 'Europe/Paris', smsCountries },
  branding: {
    logo: null,
    accentColor: null,
    contactEmail: null,
    contactPhone: null,
    senderName: null,
    legalName: null,
    legalAddress: null,
    privacyNoticeUrl: null,
  },
} as const satisfies Chosen
