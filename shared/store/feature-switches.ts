import * as v from 'valibot'
import type { EntityPlace } from './entities.ts'
import { type Feature, features } from './features.ts'
import { switchesKey } from './settings-keys.ts'
import type { Item } from './table.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const switchesSchema = v.object({
  tasks: v.optional(v.nullable(v.boolean()), null),
  signature: v.optional(v.nullable(v.boolean()), null),
  registered_mail: v.optional(v.nullable(v.boolean()), null),
})
/** What a node has chosen for each feature. Null: it inherits. */
export type Switches = v.InferOutput<typeof switchesSchema>

/** What holds where neither the entity nor its organization has chosen. */
export const standardFeatures = { tasks: true, signature: true, registered_mail: true } as const satisfies FeatureStates

/**
 * Finds what nodes have chosen, among what was read. One item of each organization holds the switches of the organization and of its
 * entities, each under the node's id: every request for a resource asks for it, and knows no more than the organization then.
 */
export function switchesAmong(items: readonly Item[]): (place: { orgId: string; nodeId: string }) => Switches {
  return ({ orgId, nodeId }) => {
    const { PK, SK } = switchesKey(orgId)
    const item = items.find((each) => each.PK === PK && each.SK === SK)
    return v.parse(switchesSchema, item?.[nodeId] ?? {})
  }
}

export type FeatureStates = Readonly<Record<Feature, boolean>>

/** Finds which features are on at entities: by the entity's switch, else the organization's, else the standard. */
export function featuresAmong(items: readonly Item[]): (place: EntityPlace) => FeatureStates {
  const chosenBy = switchesAmong(items)
  return ({ orgId, entityId }) => {
    const [own, above] = [chosenBy({ orgId, nodeId: entityId }), chosenBy({ orgId, nodeId: orgId })]
    const states = features.map((name) => [name, own[name] ?? above[name] ?? standardFeatures[name]])
    return Object.fromEntries(states) as FeatureStates
  }
}

/** Writes the switches of a node. The write of the node's settings guards them. */
export function writeSwitches(
  work: UnitOfWork,
  { orgId, nodeId }: { orgId: string; nodeId: string },
  chosen: Switches,
): void {
  const own = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== null))
  const isSet = Object.keys(own).length > 0
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: switchesKey(orgId),
        UpdateExpression: `SET #type = :type${isSet ? ', #node = :own' : ' REMOVE #node'}`,
        ExpressionAttributeNames: { '#type': 'type', '#node': nodeId },
        ExpressionAttributeValues: { ':type': 'features', ...(isSet && { ':own': own }) },
      },
    }),
    'stale',
  )
}
