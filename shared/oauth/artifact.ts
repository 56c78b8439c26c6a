import type { AdapterPayload } from 'oidc-provider'
import * as v from 'valibot'
import type { Collection } from '../store/collection.ts'
import type { Key } from '../store/table.ts'

/**
 * What the provider stores: a proof that an assertion was used, a grant, a session, a code, a refresh token. `model` is the
 * provider's name of its kind.
 */
const artifactSchema = v.object({
  model: v.string(),
  id: v.string(),
  payload: v.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null),
  expiresAtSec: v.nullable(v.number()),
  /** Names the call that wrote it, so that a repeated call knows its own work. */
  writtenBy: v.string(),
  consumedAtSec: v.nullable(v.number()),
  consumedBy: v.nullable(v.string()),
})
export type Artifact = v.InferOutput<typeof artifactSchema>

export function artifactKey(model: string, id: string): Key {
  return { PK: `OIDC#${model}#${id}`, SK: 'ARTIFACT' }
}

export function grantPartition(grantId: string): string {
  return `OIDC#GRANT#${grantId}`
}

export const artifacts: Collection<Artifact> = {
  name: 'oidc_artifact',
  schema: artifactSchema,
  key: ({ model, id }) => artifactKey(model, id),
  indexKeys: ({ model, id, payload }) =>
    payload.grantId ? { GSI1PK: grantPartition(payload.grantId), GSI1SK: `${model}#${id}` } : {},
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec ?? undefined,
}

/** A second name of an artifact: the `uid` of a session, or the user code of a device. */
const aliasSchema = v.object({
  model: v.string(),
  alias: v.string(),
  id: v.string(),
  expiresAtSec: v.nullable(v.number()),
})
export type Alias = v.InferOutput<typeof aliasSchema>

export function aliasKey(model: string, alias: string): Key {
  return { PK: `OIDC#${model}#${alias}`, SK: 'ALIAS' }
}

export const aliases: Collection<Alias> = {
  name: 'oidc_alias',
  schema: aliasSchema,
  key: ({ model, alias }) => aliasKey(model, alias),
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec ?? undefined,
}
