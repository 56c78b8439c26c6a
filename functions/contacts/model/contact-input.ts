import * as v from 'valibot'
import { clearableLine, emailAddress, line, nullsAbsent, optionalLine } from '../../../shared/http/values.ts'
import { isCountry } from '../../../shared/platform/country.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { visiblePart } from '../../../shared/platform/visible-text.ts'
import { kinds } from './address-book.ts'
import { type ContactContent, civilities } from './contact.ts'
import { searched } from './search-words.ts'

const defaultCountry = 'FR'
const maxTags = 50

/** An optional field. Null and an empty text clear it. */
const clearable = (max: number) => v.nullish(clearableLine(max))

const part = (max: number) => v.nullish(optionalLine(max))

/** An empty text means the default, like null. */
const countries = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^([A-Za-z]{2})?$/, 'Send a two-letter country code (ISO 3166-1), such as FR.'),
  v.toUpperCase(),
  // A pipe goes on after what did not match.
  v.check((code) => code === '' || isCountry(code), 'This country code does not exist in ISO 3166-1.'),
)

const addressInput = v.object({
  line1: part(200),
  line2: part(200),
  postalCode: part(20),
  city: part(100),
  country: v.nullish(countries),
})

/** Each tag once, whatever its case, in its first spelling. */
const tagsInput = v.pipe(
  v.array(line(50)),
  v.transform((tags) => {
    const byKey = new Map<string, string>()
    for (const tag of tags) {
      const key = tagKey(tag)
      if (!byKey.has(key)) byKey.set(key, tag)
    }
    return [...byKey.values()]
  }),
  v.maxLength(maxTags),
)

/** Tags are compared by this. */
export function tagKey(tag: string): string {
  return searched(visiblePart(tag)).replace(/\s+/g, ' ').trim()
}

/** The fields of both creation and change. Names, numbers and links have rules with codes of their own. */
const fields = {
  civility: v.nullish(v.picklist(civilities)),
  firstName: clearable(100),
  lastName: clearable(100),
  companyName: clearable(200),
  email: v.nullish(v.union([v.pipe(v.string(), v.trim(), v.literal('')), emailAddress])),
  phone: clearable(40),
  mobilePhone: clearable(40),
  address: v.nullish(addressInput),
  tags: v.nullish(tagsInput),
  externalRef: clearable(255),
  isPrivate: v.optional(v.boolean()),
  companyId: v.nullish(uuid),
  siren: clearable(40),
  siret: clearable(40),
}
export const contactFields = v.object(fields)
export type ContactFields = v.InferOutput<typeof contactFields>

export const contactInput = nullsAbsent({ entityId: uuid, kind: v.picklist(kinds), ...fields })

/** A change. `kind` and `entityId` are refused if they differ. */
export const contactPatch = v.object({
  ...fields,
  kind: v.optional(v.string()),
  entityId: v.optional(v.string()),
  version: v.optional(v.number()),
})

/** The content of a new contact before any field is set. */
export const nothingKnown: ContactContent = {
  civility: null,
  firstName: null,
  lastName: null,
  companyName: null,
  email: null,
  phone: null,
  mobilePhone: null,
  address: null,
  tags: [],
  externalRef: null,
  isPrivate: false,
  companyId: null,
  siren: null,
  siret: null,
}

/** The content with the sent fields. Omitted fields stay, null clears. Numbers are as they were typed. */
export function withFields(content: ContactContent, sent: ContactFields): ContactContent {
  const { isPrivate, address, tags, ...others } = sent
  const next: ContactContent = { ...content, isPrivate: isPrivate ?? content.isPrivate }
  if (tags !== undefined) next.tags = tags ?? []
  if (address !== undefined) next.address = address && addressFrom(content.address, address)
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) Object.assign(next, { [name]: value || null })
  return next
}

type AddressInput = v.InferOutput<typeof addressInput>

/** Each part of an address changes alone, like a field of the contact. */
function addressFrom(before: ContactContent['address'], sent: AddressInput): ContactContent['address'] {
  const known = before ?? { line1: null, line2: null, postalCode: null, city: null, country: defaultCountry }
  const part = (name: 'line1' | 'line2' | 'postalCode' | 'city') => (name in sent ? (sent[name] ?? null) : known[name])
  const country = sent.country === undefined ? known.country : sent.country || defaultCountry
  return { line1: part('line1'), line2: part('line2'), postalCode: part('postalCode'), city: part('city'), country }
}
