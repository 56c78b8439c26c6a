import * as v from 'valibot'
import {
  absentIfNull,
  clearableLine,
  emailAddress,
  optionalLine,
  personName,
  withoutWebAddress,
} from '../../../shared/http/values.ts'
import { isCountry } from '../../../shared/platform/country.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { civilities, partyKinds, senderModes } from '../model/sender-account.ts'

const part = (max: number) => absentIfNull(optionalLine(max))

const addressInput = v.object({
  line1: part(200),
  line2: part(200),
  postalCode: part(20),
  city: part(100),
  country: absentIfNull(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.check(isCountry, 'Send a two-letter country code (ISO 3166-1), such as FR.'),
    ),
  ),
})

/** An empty label has an error code of its own. */
const label = clearableLine(100)

export const senderAccountInput = v.object({
  entityId: uuid,
  vendor: absentIfNull(v.pipe(v.string(), v.trim(), v.maxLength(50))),
  mode: v.picklist(senderModes),
  label: v.nullish(label),
  kind: absentIfNull(v.picklist(partyKinds)),
  civility: absentIfNull(v.picklist(civilities)),
  firstName: personName(),
  lastName: personName(),
  company: absentIfNull(v.pipe(optionalLine(200), withoutWebAddress())),
  email: emailAddress,
  phone: part(50),
  address: absentIfNull(addressInput),
  siret: part(30),
  vatNumber: part(30),
})
export type SenderAccountInput = v.InferOutput<typeof senderAccountInput>

export const senderAccountPatch = v.object({
  label: v.nullish(label),
  version: v.optional(v.pipe(v.number(), v.integer())),
})
