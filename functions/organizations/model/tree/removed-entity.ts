import * as v from 'valibot'
import { hourMs, minuteMs, timestamp } from '../../../../shared/platform/clock.ts'
import type { Versioned } from '../../../../shared/store/collection.ts'
import { dueKeys } from '../../../../shared/store/due.ts'
import { type Entity, entitySchema, nodes, placeOf, wholeOf } from '../../../../shared/store/entities.ts'
import { writeSwitches } from '../../../../shared/store/feature-switches.ts'
import { increaseNodeUsage, openNodeUsage } from '../../../../shared/store/node-usage.ts'
import { settingsKey } from '../../../../shared/store/settings-keys.ts'
import type { Key } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { letTwinFollow } from '../test-mode/follow.ts'
import { auditOfNode } from './audit.ts'

/**
 * The first is longer than any request takes that has read the entity before it went. The index that tells what is in it may lag
 * behind, so that it is asked again.
 */
const lookedAtAfterMs = [2 * minuteMs, hourMs] as const

/**
 * An entity that was deleted with nothing in it. A request that had read it just before may still put a contact or a signature
 * request there: nothing makes it wait for the deletion, since that would cost each of them a write. So whoever deletes is looked
 * after: once no such request can be under way any more, the entity comes back if there is something in it by then.
 */
const removedEntitySchema = v.object({
  entity: entitySchema,
  dueAt: v.string(),
  /** How often nothing was found in it, and 1. */
  version: v.number(),
})
export type RemovedEntity = v.InferOutput<typeof removedEntitySchema>

const partitionStart = 'REMOVED#'

export const removedEntities: Versioned<RemovedEntity> = {
  name: 'removed_entity',
  schema: removedEntitySchema,
  key: ({ entity }) => removedEntityKey(entity.id),
  indexKeys: ({ entity, dueAt }) => dueKeys(entity.id, dueAt),
}

export function removedEntityKey(entityId: string): Key {
  return { PK: `${partitionStart}${entityId}`, SK: 'ENTITY' }
}

export function isRemovedEntityKey({ PK }: Key): boolean {
  return PK.startsWith(partitionStart)
}

/** Part of the commit that deletes it. */
export function noteRemoved(work: UnitOfWork, entity: Entity, nowMs: number): void {
  work.create(removedEntities, { entity, dueAt: timestamp(nowMs + lookedAtAfterMs[0]), version: 1 })
}

/** Whether it is forgotten if nothing is found in it this time. */
export function isLastLook({ version }: RemovedEntity): boolean {
  return lookedAtAfterMs[version] === undefined
}

/** Nothing was found in it: it is looked at again, or forgotten. */
export function noteEmpty(work: UnitOfWork, removed: RemovedEntity, nowMs: number): void {
  const { version } = removed
  const waitMs = lookedAtAfterMs[version]
  if (waitMs === undefined) {
    work.remove(removedEntities, removed)
    forgetSettings(work, removed.entity)
  } else work.update(removedEntities, removed, { ...removed, dueAt: timestamp(nowMs + waitMs), version: version + 1 })
}

/** Its settings stay until then: it would come back with every feature on. */
function forgetSettings(work: UnitOfWork, { id: nodeId, orgId }: Entity): void {
  work.removePart(settingsKey(nodeId))
  writeSwitches(work, { orgId, nodeId }, { tasks: null, signature: null, registered_mail: null })
}

/** It is there again, but for what a partner application called it, which may name another one by now. */
export function putBack(work: UnitOfWork, removed: RemovedEntity): void {
  const { partnerName: _, ...own } = removed.entity
  const entity = { ...own, version: own.version + 1 }
  work.remove(removedEntities, removed)
  work.create(nodes, entity)
  openNodeUsage(work, placeOf(entity))
  increaseNodeUsage(work, wholeOf(entity.orgId))
  work.audit(auditOfNode(entity, 'node.restored'))
  letTwinFollow(work, entity)
}
