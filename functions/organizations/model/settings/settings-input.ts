import * as v from 'valibot'
import { emailAddress, line, lines, publicHttpsUrl } from '../../../../shared/http/values.ts'
import { isCountry } from '../../../../shared/platform/country.ts'
import { uuid } from '../../../../shared/platform/ids.ts'
import {
  authMethods,
  automaticTasksSchema,
  eidasLevels,
  notificationsSchema,
  registeredMailTypes,
  remindersSchema,
} from '../../../../shared/store/settings-fields.ts'

/** A field that is left out stays as it is. Null: the node inherits it. */
const choice = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))
const described = <const S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(choice(schema), v.description(text))
const section = <const E extends v.ObjectEntries>(entries: E) => v.optional(v.object(entries))

const whole = (from: number, to: number) => v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to))
const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length
const distinct = <T>() => v.check<T[], string>(isDistinct, 'Name each value only once.')
const some = <const Option extends string>(options: readonly Option[]) =>
  v.pipe(v.array(v.picklist(options)), v.minLength(1, 'Allow at least one.'), distinct())

/** The keys of the signature vendors that the service knows. */
export const signatureVendorKeys = ['simulated', 'native', 'yousign', 'csc'] as const
/** Registered mail brings its vendors along. */
const mailVendorKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,49}$/, 'Send the key of a vendor, such as native.'))

const country = v.pipe(v.string(), v.check(isCountry, 'Send the code of a country (ISO 3166-1), such as FR.'))

const yes = choice(v.boolean())

export const settingsInput = v.object({
  features: section({ tasks: yes, signature: yes, registered_mail: yes }),
  signature: section({
    defaultVendor: choice(v.picklist(signatureVendorKeys)),
    allowedVendors: choice(some(signatureVendorKeys)),
    allowedLevels: choice(some(eidasLevels)),
    defaultEidasLevel: choice(v.picklist(eidasLevels)),
    allowedAuthMethods: choice(some(authMethods)),
    sequentialAllowed: yes,
    externalSignersAllowed: yes,
    notariesAllowed: yes,
    defaultExpiryDays: choice(whole(1, 365)),
    maxExpiryDays: choice(whole(1, 365)),
    reminders: choice(remindersSchema),
    notifications: choice(notificationsSchema),
    archiveAfterDays: v.pipe(
      choice(whole(1, 3650)),
      v.description('Days after the end of a request until its files are archived. Null: never.'),
    ),
    purgeAfterDays: v.pipe(
      choice(whole(30, 3650)),
      v.description('Days after the end of a request until its files are deleted. Null: never.'),
    ),
  }),
  registeredMail: section({
    defaultVendor: choice(mailVendorKey),
    allowedVendors: choice(
      v.pipe(v.array(mailVendorKey), v.minLength(1, 'Allow at least one.'), v.maxLength(20), distinct()),
    ),
    allowedTypes: choice(some(registeredMailTypes)),
    defaultType: choice(v.picklist(registeredMailTypes)),
    referenceRequired: choice(v.boolean()),
    requireRecipientConsent: choice(v.boolean()),
    maxAttachments: choice(whole(0, 20)),
    maxAttachmentsTotalBytes: choice(whole(0, 62_914_560)),
  }),
  tasks: section({ automaticTasks: choice(automaticTasksSchema) }),
  timezone: choice(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(64),
      v.description('An IANA time zone. People read dates and deadlines in it: in e-mails, on pages and in evidence.'),
    ),
  ),
  smsCountries: choice(
    v.pipe(
      v.array(country),
      v.maxLength(250),
      distinct(),
      v.description('The countries where codes are sent by SMS (ISO 3166-1 alpha-2).'),
    ),
  ),
  branding: section({
    logoUploadId: described(
      uuid,
      'The id of an upload: a PNG or JPEG of at most 1 MiB and 4 megapixels. It is made into a PNG of at most 400 × 120 pixels and shown on pages and in e-mails. Null removes the logo.',
    ),
    accentColor: described(
      v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'Send a colour such as #1a7f5a.')),
      'The colour of buttons and links. Where it cannot be read, it is shown darker or lighter.',
    ),
    contactEmail: described(emailAddress, 'Shown to signers and recipients. Replies to e-mails go there.'),
    contactPhone: described(v.pipe(v.string(), v.trim(), v.maxLength(30)), 'Shown to signers and recipients.'),
    senderName: described(line(100), 'Shown in place of the name of the organization.'),
    legalName: described(line(200), 'Shown at the foot of pages and e-mails.'),
    legalAddress: described(v.pipe(lines(500), v.minLength(1)), 'Shown at the foot of pages and e-mails.'),
    privacyNoticeUrl: described(publicHttpsUrl, 'Linked at the foot of pages and e-mails.'),
  }),
  version: v.optional(v.number()),
})
export type SettingsInput = v.InferOutput<typeof settingsInput>
