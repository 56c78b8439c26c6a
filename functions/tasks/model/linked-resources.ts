import * as v from 'valibot'
import { accessThrough, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import { type FeatureStates, featuresAmong } from '../../../shared/store/feature-switches.ts'
import { switchesKey } from '../../../shared/store/settings-keys.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import { mailKey, mails } from '../../registered-mail/model/mail.ts'
import { requestKey, requests } from '../../signature/model/request.ts'
import { statusAt } from '../../signature/model/transitions.ts'
import { type TaskLink, taskLinkSchema } from './task.ts'

/** A linked resource. Readers who may not read it see its type and id. */
export const linkView = v.object({
  ...taskLinkSchema.entries,
  title: v.nullable(v.string()),
  status: v.nullable(v.string()),
})
export type LinkView = v.InferOutput<typeof linkView>

/** Where the linked resources are. */
export function keysOfLinks(links: readonly TaskLink[]): Key[] {
  return links.map(({ type, id }) => keyOf[type](id))
}

const keyOf = { signature_request: requestKey, registered_mail: mailKey } as const

/** What a caller needs to read a resource of a type. */
const rightTo = {
  signature_request: { permission: 'signature.read', feature: 'signature' },
  registered_mail: { permission: 'registered_mail.read', feature: 'registered_mail' },
} as const

interface LinkedResource extends EntityPlace, TaskLink {
  readonly title: string
  readonly status: string
}

/** The linked resources among what was read. */
function resourcesIn(items: readonly Item[], nowMs: number): LinkedResource[] {
  const ofRequests = recordsOf(requests, items).map((request) => ({
    type: 'signature_request' as const,
    ...placeAndId(request),
    title: request.title,
    status: statusAt(request, nowMs),
  }))
  const ofMails = recordsOf(mails, items).map((mail) => ({
    type: 'registered_mail' as const,
    ...placeAndId(mail),
    title: mail.subject ?? mail.reference ?? '',
    status: mail.status,
  }))
  return [...ofRequests, ...ofMails]
}

function placeAndId({ id, orgId, entityId }: EntityPlace & { readonly id: string }) {
  return { id, orgId, entityId }
}

/** Whether resources of an entity can be read: their feature may be off. */
export type IsReadable = (resource: EntityPlace & Pick<TaskLink, 'type'>) => boolean

/** The same for the resources among what was read for a task. Those of its own entity need no further read. */
export async function readableIn(
  table: Table,
  place: EntityPlace,
  features: FeatureStates,
  items: readonly Item[],
): Promise<IsReadable> {
  const isElsewhere = resourcesIn(items, 0).some(({ entityId }) => entityId !== place.entityId)
  const featuresOf = featuresAmong(isElsewhere ? await getItems(table, [switchesKey(place.orgId)]) : [])
  return (of) => (of.entityId === place.entityId ? features : featuresOf(of))[rightTo[of.type].feature]
}

/** Refuses links to what does not exist or what the caller may not read. Links that were there before stay. */
export function linkRefusal(
  links: readonly TaskLink[],
  before: readonly TaskLink[],
  items: readonly Item[],
  { principal, orgId, isReadable }: { principal: Principal; orgId: string; isReadable: IsReadable },
): Refusal<'invalid_reference'> | null {
  const found = resourcesIn(items, 0).filter(
    (resource) => resource.orgId === orgId && mayRead(principal, resource, isReadable),
  )
  for (const { type, id } of links) {
    if (before.some((link) => link.type === type && link.id === id)) continue
    if (!found.some((resource) => resource.type === type && resource.id === id))
      return refuse('invalid_reference', `links names a ${type} that does not exist or that you may not read: ${id}.`)
  }
  return null
}

function mayRead(principal: Principal, resource: LinkedResource, isReadable: IsReadable): boolean {
  const reaching = membershipsReaching(principal, resource)
  const { permission } = rightTo[resource.type]
  return accessThrough(principal, reaching, resource, permission) !== null && isReadable(resource)
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
  const found = new Map(resourcesIn(items, nowMs).map((resource) => [resource.id, resource]))
  return links.flatMap((link) => {
    const resource = found.get(link.id)
    if (!resource) return []
    return mayRead(principal, resource, (of) => featuresOf(of)[rightTo[of.type].feature])
      ? { ...link, title: resource.title, status: resource.status }
      : { ...link, title: null, status: null }
  })
}
