import {
  type ApiKey,
  apiKeys,
  type IssuedKey,
  membershipOfKey,
  serviceAccountOf,
} from '../../../shared/auth/api-key.ts'
import { changeClient, clients, defaultRequestsPerMinute, unused } from '../../../shared/auth/client.ts'
import { secretHash } from '../../../shared/auth/client-secret.ts'
import { type Role, referenceOf } from '../../../shared/auth/custom-role.ts'
import { membershipKey, memberships, profiles } from '../../../shared/auth/principal.ts'
import { changeRoleUsage } from '../../../shared/auth/role-usage.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import { type Node, placeOf } from '../../../shared/store/entities.ts'
import { decreaseNodeUsage, increaseNodeUsage } from '../../../shared/store/node-usage.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { grantOf } from '../../organizations/model/members/change-member.ts'
import { auditOfKey } from './audit.ts'
import { claimName, releaseName } from './key-name.ts'

/** What a new key is to be. */
export interface KeyWanted {
  readonly name: string
  readonly ipAllowlist: string[]
  readonly expiresAt: string | null
  readonly node: Node
  readonly role: Role
  readonly secret: string
  /** Null: the operator of the service. */
  readonly createdBy: ApiKey['createdBy']
}

interface Moment {
  readonly ids: Ids
  readonly nowMs: number
}

/** A new key with its client. Only the hash of the secret is kept. */
export function newKey(wanted: KeyWanted, { ids, nowMs }: Moment): IssuedKey {
  const { node, role, secret } = wanted
  const { id: nodeId, orgId, providerId, livemode } = node
  const shared = { id: ids(nowMs), orgId, createdAt: timestamp(nowMs), version: 1 }
  const client = {
    ...shared,
    kind: 'api_key' as const,
    name: wanted.name,
    jwks: null,
    redirectUris: [],
    scopes: [],
    ipAllowlist: wanted.ipAllowlist,
    requestsPerMinute: defaultRequestsPerMinute,
    secrets: [{ sha256: secretHash(secret), validUntil: null }],
    validUntil: wanted.expiresAt,
    revokedAt: null,
  }
  const key = {
    ...shared,
    nodeId,
    providerId,
    livemode,
    ancestorIds: [...placeOf(node).ancestorIds],
    membershipId: ids(nowMs),
    role: referenceOf(role),
    secretHint: secret.slice(-4),
    createdBy: wanted.createdBy,
    revocation: null,
  }
  return { key, client, usage: unused }
}

/** Writes a new key with its service account, its membership and its name. */
export function addKey(work: UnitOfWork, made: IssuedKey, role: Role, nowMs: number): void {
  const { key, client } = made
  work.create(clients, client)
  work.create(apiKeys, key)
  work.create(profiles, serviceAccountOf(key, client.name))
  work.create(memberships, membershipOfKey(key, grantOf(role)))
  increaseNodeUsage(work, key)
  changeRoleUsage(work, null, key.role)
  claimName(work, made, nowMs)
  work.audit(auditOfKey(made, 'api_key.created', limitsOf(made, role)))
}

/** What the key may do, where, from where and until when. An absent limit is no change. */
function limitsOf({ key, client }: IssuedKey, role: Role): AuditEntry['changes'] {
  const { ipAllowlist, validUntil } = client
  return [
    { field: 'role', from: null, to: role.key },
    { field: 'nodeId', from: null, to: key.nodeId },
    ...(ipAllowlist.length > 0 ? [{ field: 'ipAllowlist', from: null, to: ipAllowlist }] : []),
    ...(validUntil === null ? [] : [{ field: 'expiresAt', from: null, to: validUntil }]),
  ]
}

/** Ends a key for good. `by` is null for the operator of the service. */
export function revokeKey(
  work: UnitOfWork,
  issued: IssuedKey,
  { by, nowMs }: { readonly by: ApiKey['createdBy']; readonly nowMs: number },
): IssuedKey {
  const { key, client, usage } = issued
  const at = timestamp(nowMs)
  const version = key.version + 1
  const after = {
    key: { ...key, revocation: { at, by }, version },
    client: { ...client, revokedAt: at, secrets: [], version },
    usage,
  }
  work.update(apiKeys, key, after.key)
  changeClient(work, after.client)
  work.removePart(membershipKey(key.id, key.membershipId))
  decreaseNodeUsage(work, key.nodeId)
  changeRoleUsage(work, key.role, null)
  releaseName(work, issued, nowMs)
  work.audit(auditOfKey(after, 'api_key.revoked'))
  return after
}
