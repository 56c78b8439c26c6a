import * as v from 'valibot'
import {
  absentIfNull,
  clearableLine,
  emailAddress,
  httpsOrigin,
  line,
  lines,
  nullsAbsent,
  optionalLine,
  optionalLines,
  optionalLocaleTag,
  publicHttpsUrl,
} from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { textRecord } from '../../../shared/platform/text-record.ts'
import { authMethods, eidasLevels, remindersSchema } from '../../../shared/store/settings-fields.ts'
import { fieldTypes } from '../model/field.ts'
import { activeContentChoices, type Signer, signingModes } from '../model/request.ts'

const points = v.pipe(v.number(), v.finite(), v.minValue(0))

const fieldInput = v.pipe(
  nullsAbsent({
    id: v.optional(uuid),
    type: v.picklist(fieldTypes),
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
    x: points,
    y: points,
    width: v.pipe(points, v.minValue(1)),
    height: v.pipe(points, v.minValue(1)),
    required: v.optional(v.boolean(), true),
    label: absentIfNull(optionalLine(100)),
    text: absentIfNull(optionalLines(500)),
    mentionText: absentIfNull(optionalLines(1000)),
  }),
  v.forward(
    v.check(
      ({ type, mentionText }) => type !== 'handwritten_mention' || mentionText !== undefined,
      'Send mentionText, the sentence that the signer writes by hand.',
    ),
    ['mentionText'],
  ),
)
export type FieldInput = v.InferOutput<typeof fieldInput>

/** Phones are judged by a rule of their own, which knows the signer's method. */
const phone = optionalLine(40)

/** As signers are shown, they can be sent. */
const signerFields = nullsAbsent({
  id: v.optional(uuid),
  contactId: absentIfNull(uuid),
  firstName: optionalLine(100),
  lastName: optionalLine(100),
  email: v.optional(emailAddress),
  phone: absentIfNull(phone),
  authMethod: v.optional(
    v.pipe(
      v.picklist(authMethods),
      v.description('Default: `none`. In a PATCH, a signer sent with a known id keeps their method.'),
    ),
  ),
  signingMode: v.optional(v.picklist(signingModes), 'remote'),
  order: absentIfNull(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20))),
  locale: optionalLocaleTag,
  clientReference: absentIfNull(optionalLine(255)),
  fields: v.optional(v.pipe(v.array(fieldInput), v.maxLength(50)), []),
})

/** What is left out of a signer who is a contact, the contact tells. Told of beside whatever else is wrong. */
const isTold = (field: Told) => (signer: Partial<SentSigner>) =>
  signer.contactId !== undefined || signer[field] !== undefined
const untold = (field: Told) => `Send ${field}, or the contactId of a contact that has it.`
const signerInput = v.pipe(
  signerFields,
  v.forward(v.partialCheck([['contactId'], ['firstName']], isTold('firstName'), untold('firstName')), ['firstName']),
  v.forward(v.partialCheck([['contactId'], ['lastName']], isTold('lastName'), untold('lastName')), ['lastName']),
  v.forward(v.partialCheck([['contactId'], ['email']], isTold('email'), untold('email')), ['email']),
)
/** A signer as they were sent. */
export type SentSigner = v.InferOutput<typeof signerFields>
type Told = 'firstName' | 'lastName' | 'email'
/** A signer with everything that has to be known of them. */
export type SignerInput = Omit<SentSigner, Told | 'authMethod'> & { readonly [Name in Told]: string } & Pick<
    Signer,
    'authMethod'
  >

/** The most signers that one request takes. */
export const maxSigners = 20

function signersOf<S extends v.GenericSchema>(signer: S) {
  return v.pipe(v.array(signer), v.maxLength(maxSigners))
}

const notaryInput = nullsAbsent({
  firstName: line(100),
  lastName: line(100),
  email: emailAddress,
  phone,
  office: optionalLine(200),
})

const followerInput = nullsAbsent({ email: emailAddress, firstName: optionalLine(100), lastName: optionalLine(100) })

const metadata = v.pipe(textRecord(v.pipe(v.string(), v.minLength(1), v.maxLength(40)), lines(500)), v.maxEntries(20))

const emptied = v.transform((text: string | null) => text || null)

/** Text of a patch: an empty one clears it, as null does. */
const clearing = (text: v.GenericSchema<string, string>) => v.optional(v.pipe(v.nullable(text), emptied))

/** The simulated vendor lets a signer with such an e-mail sign by themselves. */
const exampleSigner: SignerInput = {
  firstName: 'Jane',
  lastName: 'Doe',
  email: 'jane+sign@example.com',
  authMethod: 'none',
  signingMode: 'remote',
  fields: [],
}

/** Days have codes of their own for what is wrong with them, so anything passes the schema. */
export const daysInput = v.pipe(
  v.unknown(),
  v.description('A whole number of days, at most the maximum of the entity.'),
  v.metadata({ type: 'integer', minimum: 1 }),
)

/** What a sender says of a request. `signers` and `expiresInDays` have rules, and so codes, of their own. */
const requestFields = {
  title: line(200),
  message: optionalLines(2000),
  clientReference: optionalLine(255),
  eidasLevel: v.optional(v.picklist(eidasLevels)),
  vendor: optionalLine(40),
  signingOrder: v.optional(v.picklist(['parallel', 'sequential'])),
  activeContent: v.optional(
    v.pipe(
      v.picklist(activeContentChoices),
      v.description(
        'What to do with layers, scripts, forms and other content that can change how the document looks. `flatten` (the default) turns it into fixed content before anybody sees the document; `refuse` answers `invalid_pdf`.',
      ),
    ),
  ),
  expiresInDays: v.optional(
    v.pipe(
      daysInput,
      v.description(
        'The whole days that it can be signed, counted from sending: at most `maxExpiryDays` of the settings of the entity. Default: its `defaultExpiryDays`.',
      ),
    ),
  ),
  signers: v.optional(v.pipe(signersOf(signerInput), v.examples([[exampleSigner]]))),
  notaries: v.optional(v.pipe(v.array(notaryInput), v.maxLength(5))),
  followers: v.optional(v.pipe(v.array(followerInput), v.maxLength(20))),
  reminders: v.optional(
    v.pipe(nullsAbsent(v.partial(remindersSchema).entries), v.description('What is left out is as the entity has it.')),
  ),
  deliveryMode: v.optional(v.picklist(['email', 'none'])),
  allowDecline: v.optional(v.boolean()),
  attachSignedDocument: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'Whether the e-mails to signers, followers and notaries at the end have the sealed document attached, if it has at most 5 MB. They have a link to it in any case. Default `false`.',
      ),
    ),
  ),
  mustSeeAllPages: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'Whether every page of the document must have been on screen before a signer can sign. The signing page says which pages are missing. Only for signing on our own page. Default `false`.',
      ),
    ),
  ),
  redirectUrls: v.optional(nullsAbsent({ signed: v.optional(publicHttpsUrl), declined: v.optional(publicHttpsUrl) })),
  frameOrigins: v.optional(
    v.pipe(
      v.array(httpsOrigin),
      v.maxLength(5),
      v.description('Origins whose pages may show the signing page in a frame. If empty, no page may.'),
    ),
  ),
  metadata: v.optional(metadata),
}

/** What can be corrected of a signer. */
export const correctionInput = v.object({
  firstName: v.optional(line(100)),
  lastName: v.optional(line(100)),
  email: v.optional(emailAddress),
  phone: v.optional(v.nullable(line(40))),
  locale: optionalLocaleTag,
  authMethod: v.optional(v.picklist(authMethods)),
  version: v.optional(v.number()),
})
export type CorrectionInput = v.InferOutput<typeof correctionInput>

export const createRequestInput = nullsAbsent({
  entityId: uuid,
  ...requestFields,
  draft: v.optional(v.boolean(), false),
})
export type RequestInput = v.InferOutput<typeof createRequestInput>

const { title, ...whole } = requestFields

/** A field of a patch: null means what a new request has. */
const clearable = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(v.nonOptional(schema)))

/** A patch: what is left out stays, and null clears what can be empty, and sets the default otherwise. */
export const patchRequestInput = v.object({
  entityId: v.optional(uuid),
  title: v.optional(title),
  message: clearing(lines(2000)),
  clientReference: clearing(clearableLine(255)),
  eidasLevel: clearable(whole.eidasLevel),
  vendor: clearing(clearableLine(40)),
  signingOrder: clearable(whole.signingOrder),
  activeContent: clearable(whole.activeContent),
  expiresInDays: whole.expiresInDays,
  signers: clearable(whole.signers),
  notaries: clearable(whole.notaries),
  followers: clearable(whole.followers),
  reminders: clearable(whole.reminders),
  deliveryMode: clearable(whole.deliveryMode),
  allowDecline: clearable(whole.allowDecline),
  attachSignedDocument: clearable(whole.attachSignedDocument),
  mustSeeAllPages: clearable(whole.mustSeeAllPages),
  redirectUrls: clearable(whole.redirectUrls),
  frameOrigins: clearable(whole.frameOrigins),
  metadata: clearable(whole.metadata),
  version: v.optional(v.number()),
})
export type RequestPatch = v.InferOutput<typeof patchRequestInput>
