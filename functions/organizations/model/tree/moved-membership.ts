import { membershipKey } from '../../../../shared/auth/principal.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'

interface Moved {
  readonly accountId: string
  readonly id: string
  readonly ancestorIds: readonly string[]
  readonly version: number
}

/** What a membership permits stays. The write of its member, or of its key, guards both. */
export function moveMembership(work: UnitOfWork, { accountId, id, ancestorIds, version }: Moved): void {
  const update = {
    Key: membershipKey(accountId, id),
    UpdateExpression: 'SET #record.ancestorIds = :ancestorIds, #record.#version = :version',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#record': 'record', '#version': 'version' },
    ExpressionAttributeValues: { ':ancestorIds': ancestorIds, ':version': version },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}
