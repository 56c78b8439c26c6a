import * as v from 'valibot'
import { type ApiKey, statusOfKey } from '../../../shared/auth/api-key.ts'
import type { Client } from '../../../shared/auth/client.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { comparedName } from '../../../shared/platform/visible-text.ts'
import { type Collection, toItem } from '../../../shared/store/collection.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

/** A name that a key of an organization has, until the key expires. */
const keyNameSchema = v.object({
  orgId: v.string(),
  name: v.string(),
  keyId: v.string(),
  validUntil: v.nullable(v.string()),
})
type KeyName = v.InferOutput<typeof keyNameSchema>

export const keyNames: Collection<KeyName> = {
  name: 'api_key_name',
  schema: keyNameSchema,
  key: ({ orgId, name }) => ({ PK: `ORG#${orgId}#APIKEYNAME#${comparedName(name)}`, SK: 'KEY' }),
  expiresAtSec: ({ validUntil }) => (validUntil ? Math.ceil(Date.parse(validUntil) / 1000) : undefined),
}

interface NamedKey {
  readonly key: Pick<ApiKey, 'id' | 'orgId'>
  readonly client: Pick<Client, 'name' | 'validUntil' | 'revokedAt'>
}

function nameOf({ key, client }: NamedKey): KeyName {
  return { orgId: key.orgId, name: client.name, keyId: key.id, validUntil: client.validUntil }
}

/** Takes the name of a key that is active from now on, or notes until when the key has it. No other active key may have it. */
export function claimName(work: UnitOfWork, named: NamedKey, nowMs: number): void {
  const Item = toItem(keyNames, nameOf(named))
  const condition = {
    ConditionExpression: 'attribute_not_exists(PK) OR #record.keyId = :own OR #record.validUntil <= :now',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':own': named.key.id, ':now': timestamp(nowMs) },
  }
  const taken = refuse(
    'already_exists',
    'Another active API key of the organization has this name. Choose another name.',
  )
  work.write((TableName) => ({ Put: { TableName, Item, ...condition } }), taken)
}

/** Gives the name back. The name of a key that has expired may be another one's by now, and is left alone. */
export function releaseName(work: UnitOfWork, named: NamedKey, nowMs: number): void {
  if (statusOfKey(named.client, nowMs) !== 'active') return
  const Key = keyNames.key(nameOf(named))
  const condition = {
    ConditionExpression: 'attribute_not_exists(PK) OR #record.keyId = :own',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':own': named.key.id },
  }
  work.write((TableName) => ({ Delete: { TableName, Key, ...condition } }), 'stale')
}
