import { refuse } from '../errors/refusal.ts'
import { marshalled } from '../store/attributes.ts'
import type { Work } from '../store/work.ts'
import { type CustomRole, customRoleKey, isCustom, type RoleReference } from './custom-role.ts'

function holdersKey(id: string) {
  return { PK: customRoleKey(id).PK, SK: 'HOLDERS' }
}

/** Written together with a new role: counts the members, invitations, API keys and applications that have it. */
export function openHolders(work: Work, { id }: CustomRole): void {
  const Item = marshalled({ ...holdersKey(id), type: 'role_holders', holders: 0 })
  work.write((TableName) => ({ Put: { TableName, Item } }), 'stale')
}

/** Somebody has another role than before (null: none). Stale where the new one is gone. */
export function changeHolder(work: Work, before: RoleReference | null, after: RoleReference | null): void {
  if (before?.id === after?.id) return
  if (before && isCustom(before)) addHolder(work, before.id, -1)
  if (after && isCustom(after)) addHolder(work, after.id, 1)
}

function addHolder(work: Work, id: string, change: number): void {
  const update = {
    Key: marshalled(holdersKey(id)),
    UpdateExpression: 'ADD holders :change',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: marshalled({ ':change': change }),
  }
  work.write((TableName) => ({ Update: { TableName, ...update } }), 'stale')
}

/** Removed together with the role, and only when nobody has it. */
export function closeHolders(work: Work, { id }: CustomRole): void {
  const held = refuse(
    'still_referenced',
    'Members, invitations, API keys or applications have this role: give them another one first.',
  )
  const removal = {
    Key: marshalled(holdersKey(id)),
    ConditionExpression: 'holders = :none',
    ExpressionAttributeValues: marshalled({ ':none': 0 }),
  }
  work.write((TableName) => ({ Delete: { TableName, ...removal } }), held)
}
