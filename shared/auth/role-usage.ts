import { refuse } from '../errors/refusal.ts'
import type { UnitOfWork } from '../store/unit-of-work.ts'
import { type CustomRole, customRoleKey, isCustom, type RoleReference } from './custom-role.ts'

function roleUsageKey(id: string) {
  return { PK: customRoleKey(id).PK, SK: 'HOLDERS' }
}

/** Written together with a new role: counts the members, invitations, API keys and applications that have it. */
export function openRoleUsage(work: UnitOfWork, { id }: CustomRole): void {
  const Item = { ...roleUsageKey(id), type: 'role_holders', holders: 0 }
  work.write((TableName) => ({ Put: { TableName, Item } }), 'stale')
}

/** Somebody has another role than before (null: none). Stale where the new one is gone. */
export function changeRoleUsage(work: UnitOfWork, before: RoleReference | null, after: RoleReference | null): void {
  if (before?.id === after?.id) return
  if (before && isCustom(before)) increaseRoleUsage(work, before.id, -1)
  if (after && isCustom(after)) increaseRoleUsage(work, after.id, 1)
}

function increaseRoleUsage(work: UnitOfWork, id: string, change: number): void {
  const update = {
    Key: roleUsageKey(id),
    UpdateExpression: 'ADD holders :change',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: { ':change': change },
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** Removed together with the role, and only when nobody has it. */
export function closeRoleUsage(work: UnitOfWork, { id }: CustomRole): void {
  const held = refuse(
    'still_referenced',
    'Members, invitations, API keys or applications still have this role. Give them another role first.',
  )
  const removal = {
    Key: roleUsageKey(id),
    ConditionExpression: 'holders = :none',
    ExpressionAttributeValues: { ':none': 0 },
  }
  work.write((TableName) => ({ Delete: { TableName, ...removal } }), held)
}
