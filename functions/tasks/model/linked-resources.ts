import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import { type FeatureStates, featuresAmong } from '../../../shared/store/feature-switches.ts'
import { switchesKey } from '../../../shared/store/settings-keys.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import { type RequestRecord, requestKey, requests } from '../../signature/model/request.ts'
import { statusAt } from '../../signature/model/transitions.ts'
import { type TaskLink, taskLinkSchema } from './task.ts'

/** A linked resource. Readers who may not read it see its type and id. */
export const linkView = v.object({
  ...taskLinkSchema.entries,
  title: v.nullable(v.string()),
  status: v.nullable(v.string()),
})
export type LinkView = v.InferOutput<typeof linkView>

/** Where the linked resources are. Registered mails do not exist yet. */
export function keysOfLinks(links: readonly TaskLink[]): Key[] {
  return links.flatMap(({ type, id }) => (type === 'signature_request' ? requestKey(id) : []))
}

/** Whether requests of an entity can be read: its feature may be off. */
export type IsReadable = (place: EntityPlace) => boolean

/** The same for the requests among what was read for a task. Those of its own entity need no further read. */
export async function readableIn(
  table: Table,
  place: EntityPlace,
  features: FeatureStates,
  items: readonly Item[],
): Promise<IsReadable> {
  const isElsewhere = recordsOf(requests, items).some(({ entityId }) => entityId !== place.entityId)
  const featuresOf = featuresAmong(isElsewhere ? await getItems(table, [switchesKey(place.orgId)]) : [])
  return (of) => (of.entityId === place.entityId ? features.signature : featuresOf(of).signature)
}

/** Refuses links to what does not exist or what the caller may not read. Links that were there before stay. */
export function linkRefusal(
  links: readonly TaskLink[],
  before: readonly TaskLink[],
  items: readonly Item[],
  { principal, orgId, isReadable }: { principal: Principal; orgId: string; isReadable: IsReadable },
): Refusal<'invalid_reference'> | null {
  const found = recordsOf(requests, items).filter(
    (request) => request.orgId === orgId && mayRead(principal, request, isReadable),
  )
  for (const { type, id } of links) {
    if (before.some((link) => link.type === type && link.id === id)) continue
    if (type !== 'signature_request' || !found.some((request) => request.id === id))
      return refuse('invalid_reference', `links names a ${type} that does not exist or that you may not read: ${id}.`)
  }
  return null
}

function mayRead(principal: Principal, request: RequestRecord, isReadable: IsReadable): boolean {
  const reaching = membershipsReaching(principal, request)
  return accessThrough(principal, reaching, request, 'signature.read') !== null && isReadable(request)
}

/** The links of a task as a reader sees them. Links to resources that were deleted are left out. */
export async function shownLinks(
  table: Table,
  { links, orgId }: { readonly links: readonly TaskLink[]; readonly orgId: string },
  { principal, nowMs }: { principal: Principal; nowMs: number },
): Promise<LinkView[]> {
  if (links.length === 0) return []
  const items = await getItems(table, [...keysOfLinks(links), switchesKey(orgId)])
  const featuresOf = featuresAmong(items)
  const found = new Map(recordsOf(requests, items).map((request) => [request.id, request]))
  return links.flatMap((link) => {
    const request = found.get(link.id)
    if (!request) return []
    return mayRead(principal, request, (place) => featuresOf(place).signature)
      ? { ...link, title: request.title, status: statusAt(request, nowMs) }
      : { ...link, title: null, status: null }
  })
}
