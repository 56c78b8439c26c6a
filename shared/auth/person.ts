import * as v from 'valibot'
import type { Profile } from './principal.ts'

/** A person as what they did remembers them, and as it is told. */
export const personSchema = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
})
export type Person = v.InferOutput<typeof personSchema>

/** Of somebody who does something now, what is kept with it. */
export function personOf({ id, email, firstName, lastName }: Profile): Person {
  return { id, email, firstName, lastName }
}
