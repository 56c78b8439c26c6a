import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { requests } from '../../functions/signature/model/request.ts'
import { clients, defaultRequestsPerMinute } from '../../shared/auth/client.ts'
import { systemRoles } from '../../shared/auth/permissions.ts'
import { memberships, profiles } from '../../shared/auth/principal.ts'
import { minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { toItem } from '../../shared/store/collection.ts'
import { nodes } from '../../shared/store/entities.ts'
import { providers } from '../../shared/store/providers.ts'

import { sampleRequest, sampleSigner, uuid } from '../signature/unit/sample-request.ts'

export const clientId = 'key_bench'
export const requestId = uuid(100)

const [orgId, entityId, providerId] = [uuid(101), uuid(102), uuid(103)]
const createdAt = timestamp(Date.now() - 86_400_000)
const dayFromNow = timestamp(Date.now() + 86_400_000)

const client = {
  id: clientId,
  kind: 'api_key' as const,
  name: 'Benchmark',
  orgId,
  secrets: [{ sha256: '0'.repeat(64), validUntil: null }],
  jwks: null,
  redirectUris: [],
  scopes: [],
  ipAllowlist: [],
  requestsPerMinute: defaultRequestsPerMinute,
  validUntil: null,
  revokedAt: null,
  createdAt,
  version: 1,
}
const profile = {
  id: clientId,
  kind: 'service' as const,
  email: null,
  firstName: 'Benchmark',
  lastName: null,
  locale: 'en',
  avatarUrl: null,
  welcomeCompletedAt: null,
  providerId,
  createdAt,
  version: 1,
}
const membership = {
  id: uuid(1),
  userId: clientId,
  orgId,
  nodeId: orgId,
  entityId: null,
  ancestorIds: [],
  role: { id: systemRoles.admin.id, key: systemRoles.admin.key, name: systemRoles.admin.name },
  permissions: [...systemRoles.admin.permissions],
  livemode: false,
  status: 'active' as const,
  createdAt,
  version: 1,
}
const nodeFields = { orgId, providerId, createdAt, version: 1, livemode: false }
const organization = {
  ...nodeFields,
  type: 'organization' as const,
  id: orgId,
  name: 'Benchmark',
  twinOrgId: null,
}
const entity = {
  ...nodeFields,
  type: 'entity' as const,
  id: entityId,
  name: 'Benchmark Paris',
  parentId: orgId,
}
const provider = { id: providerId, name: 'Provider', slug: 'provider', defaultLocale: 'en', createdAt }
const request = sampleRequest({
  signers: [sampleSigner(1), sampleSigner(2)],
  createdAt,
  expiresAt: dayFromNow,
  dueAt: dayFromNow,
})

/** Answers that DynamoDB would give to what the measured operations ask, as they come out of the SDK. */
const answers = {
  client: toItem(clients, client),
  principal: [toItem(profiles, profile), toItem(memberships, membership)],
  provider: toItem(providers, provider),
  nodes: [toItem(nodes, organization), toItem(nodes, entity)],
  entity: toItem(nodes, entity),
  request: [toItem(requests, request)],
}

interface StoredKey {
  readonly PK?: string
}

interface Command {
  readonly constructor: { readonly name: string }
  readonly input: {
    readonly Key?: StoredKey
    readonly RequestItems?: { readonly bench?: { readonly Keys: readonly StoredKey[] } }
    readonly ExpressionAttributeValues?: { readonly ':partition'?: string }
  }
}

/**
 * Replaces the SDK's `send`: it answers from the record at once, so only our own code and the conversion of records take time.
 * Answers are converted in both directions, so the bench shows slightly too much.
 */
export function answerFromRecord(): void {
  const options = { removeUndefinedValues: true }
  DynamoDBDocumentClient.prototype.send = async (command: Command) => {
    marshall(command.input, options)
    return unmarshall(marshall(answerTo(command), options))
  }
}

function answerTo(command: Command): object {
  const { input } = command
  const partition = input.Key?.PK ?? input.ExpressionAttributeValues?.[':partition'] ?? ''
  switch (command.constructor.name) {
    case 'UpdateCommand':
      return { Attributes: { ...answers.client, ...window(Date.now()) } }
    case 'GetCommand':
      return { Item: partition.startsWith('PROVIDER#') ? answers.provider : answers.entity }
    case 'BatchGetCommand':
      return { Responses: { bench: itemsAt(input.RequestItems?.bench?.Keys ?? []) } }
    case 'QueryCommand':
      return { Items: partition.startsWith('USER#') ? answers.principal : itemsOf(partition) }
    default:
      return {}
  }
}

function itemsAt(keys: readonly StoredKey[]) {
  return [...answers.nodes, answers.provider].filter(({ PK }) => keys.some((key) => key.PK === PK))
}

function window(nowMs: number) {
  return { windowStart: Math.floor(nowMs / minuteMs), windowCount: 1 }
}

function itemsOf(partition: string) {
  return partition.startsWith('SIGREQ#') ? answers.request : [answers.entity]
}
