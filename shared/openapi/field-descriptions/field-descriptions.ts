import { commonFields } from './common-fields.ts'
import { contactFields } from './contact-fields.ts'
import { organizationFields } from './organization-fields.ts'
import { queryFields } from './query-fields.ts'
import { registeredMailFields } from './registered-mail-fields.ts'
import { signatureFields } from './signature-fields.ts'
import { taskFields } from './task-fields.ts'

const tables = [
  commonFields,
  organizationFields,
  signatureFields,
  contactFields,
  taskFields,
  registeredMailFields,
  queryFields,
]

/** By the name of a field, or by what it stands in and its name, such as `progress.total`. */
export const fieldDescriptions: ReadonlyMap<string, string> = new Map(tables.flatMap((table) => Object.entries(table)))

/**
 * The key of what a field means that does not say it in its own schema. `path` leads to the field from its component, such as
 * `SignatureRequest`, `progress`, `total`: the longest end of it that is described counts, then its first and last part. Parameters
 * begin with `query`. Null: nothing is said.
 */
export function keyOfDescription(path: readonly string[]): string | null {
  const name = path.at(-1) ?? ''
  const ends = path.slice(0, -1).map((_, start) => path.slice(start).join('.'))
  return [...ends, `${path[0]}.${name}`, name].find((key) => fieldDescriptions.has(key)) ?? null
}
