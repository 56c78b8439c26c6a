import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import type { Key } from '../../../shared/store/table.ts'

/**
 * What the provider stores: a proof that an assertion was used, a grant, a session, a code, a refresh token. `model` is the
 * provider's name of its kind. Most ids are secrets that sign somebody in, so the table holds their SHA-256, and the payload
 * under a key that only the id gives: whoever copies an item can use nothing of it.
 */
const artifactSchema = v.object({
  model: v.string(),
  idSha256: v.string(),
  /** The grant that it came of, by which it is revoked. */
  grantId: v.nullable(v.string()),
  sealedPayload: v.string(),
  expiresAtSec: v.nullable(v.number()),
  /** Names the call that wrote it, so that a repeated call knows its own work. */
  writtenBy: v.string(),
  consumedAtSec: v.nullable(v.number()),
  consumedBy: v.nullable(v.string()),
})
export type Artifact = v.InferOutput<typeof artifactSchema>

/** The key of what is stored under an id, or under another secret name. */
export function artifactKey(model: string, id: string): Key {
  return keyOfSha256({ model, idSha256: sha256(id) })
}

export const artifactSortKey = 'ARTIFACT'

export function keyOfSha256({ model, idSha256 }: Pick<Artifact, 'model' | 'idSha256'>): Key {
  return { PK: `OIDC#${model}#${idSha256}`, SK: artifactSortKey }
}

export function grantPartition(grantId: string): string {
  return `OIDC#GRANT#${grantId}`
}

export const artifacts: Collection<Artifact> = {
  name: 'oidc_artifact',
  schema: artifactSchema,
  key: keyOfSha256,
  indexKeys: ({ model, idSha256, grantId }) =>
    grantId === null ? {} : { GSI1PK: grantPartition(grantId), GSI1SK: `${model}#${idSha256}` },
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec ?? undefined,
}

interface ArtifactName {
  readonly model: string
  readonly id: string
}

type Stored = ArtifactName & { readonly payload: AdapterPayload } & Pick<Artifact, 'expiresAtSec' | 'writtenBy'>

/** An artifact that was not used yet. */
export function newArtifact({ model, id, payload, expiresAtSec, writtenBy }: Stored): Artifact {
  const sealedPayload = sealed({ model, id }, JSON.stringify(payload))
  const unused = { consumedAtSec: null, consumedBy: null }
  return {
    model,
    idSha256: sha256(id),
    grantId: payload.grantId ?? null,
    sealedPayload,
    expiresAtSec,
    writtenBy,
    ...unused,
  }
}

/** What the provider has stored under the id. Throws for another id. */
export function payloadOf(
  { model, sealedPayload }: Pick<Artifact, 'model' | 'sealedPayload'>,
  id: string,
): AdapterPayload {
  const payload: unknown = JSON.parse(opened({ model, id }, sealedPayload))
  return v.parse(payloadSchema, payload)
}

const payloadSchema = v.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null)

/** A second name of an artifact: the `uid` of a session, or the user code of a device. It gives the id only to whoever tells it. */
const aliasSchema = v.object({
  model: v.string(),
  aliasSha256: v.string(),
  sealedId: v.string(),
  expiresAtSec: v.nullable(v.number()),
})
export type Alias = v.InferOutput<typeof aliasSchema>

export function aliasKey(model: string, alias: string): Key {
  return keyOfAlias({ model, aliasSha256: sha256(alias) })
}

function keyOfAlias({ model, aliasSha256 }: Pick<Alias, 'model' | 'aliasSha256'>): Key {
  return { PK: `OIDC#${model}#${aliasSha256}`, SK: 'ALIAS' }
}

export const aliases: Collection<Alias> = {
  name: 'oidc_alias',
  schema: aliasSchema,
  key: keyOfAlias,
  expiresAtSec: ({ expiresAtSec }) => expiresAtSec ?? undefined,
}

export function newAlias({ model, id }: ArtifactName, alias: string, expiresAtSec: number | null): Alias {
  return { model, aliasSha256: sha256(alias), sealedId: sealed({ model, id: alias }, id), expiresAtSec }
}

export function idBehind({ model, sealedId }: Alias, alias: string): string {
  return opened({ model, id: alias }, sealedId)
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

function sealed(named: ArtifactName, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, keyFrom(named), nonce)
  const bytes = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), bytes]).toString('base64url')
}

function opened(named: ArtifactName, text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const decryption = createDecipheriv(cipher, keyFrom(named), nonce, { authTagLength: tagBytes })
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8')
}

/** Ids are random and long, so that a derivation (RFC 5869) needs no work factor. It tells nothing of the SHA-256 of the id. */
function keyFrom({ model, id }: ArtifactName): Buffer {
  return Buffer.from(hkdfSync('sha256', id, '', `sealpost oidc ${model}`, 32))
}

function sha256(id: string): string {
  return hash('sha256', id, 'hex')
}
