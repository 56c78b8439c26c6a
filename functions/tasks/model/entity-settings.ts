import { defaultTimeZone } from '../../../shared/platform/day-in-zone.ts'
import type { Entity, EntityPlace } from '../../../shared/store/entities.ts'
import type { Table } from '../../../shared/store/table.ts'

/** The time zone of an entity's tasks whose callers name none. */
export function timeZoneOf(_entity: Entity): string {
  return defaultTimeZone
}

/** The same for an entity that was not read. */
export async function defaultTimeZoneFor(_table: Table, _place: EntityPlace): Promise<string> {
  return defaultTimeZone
}
