import * as v from 'valibot'
import { accessThrough, featureIsOff, membershipsReaching, type Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
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

/** Refuses links to what does not exist or what the caller may not read. Links that were there before stay. */
export function linkRefusal(
  links: readonly TaskLink[],
  before: readonly TaskLink[],
  items: readonly Item[],
  { principal, orgId }: { principal: Principal; orgId: string },
): Refusal<'invalid_reference'> | null {
  const readable = new Set(recordsOf(requests, items).flatMap((each) => (mayRead(principal, each) ? each.id : [])))
  for (const { type, id } of links) {
    if (before.some((link) => link.type === type && link.id === id)) continue
    const found = type === 'signature_request' && readable.has(id)
    const isOfOrganization = recordsOf(requests, items).some((each) => each.id === id && each.orgId === orgId)
    if (!found || !isOfOrganization)
      return refuse('invalid_reference', `links names a ${type} that does not exist or that you may not read: ${id}.`)
  }
  return null
}

function mayRead(principal: Principal, request: RequestRecord): boolean {
  const reaching = membershipsReaching(principal, request)
  return (
    accessThrough(principal, reaching, request, 'signature.read') !== null &&
    !featureIsOff(reaching, request.entityId, 'signature')
  )
}

/** The links of a task as a reader sees them. Links to resources that were deleted are left out. */
export async function shownLinks(
  table: Table,
  links: readonly TaskLink[],
  { principal, nowMs }: { principal: Principal; nowMs: number },
  known?: readonly Item[],
): Promise<LinkView[]> {
  if (links.length === 0) return []
  const found = recordsOf(requests, known ?? (await getItems(table, keysOfLinks(links))))
  return links.flatMap((link) => {
    const request = found.find(({ id }) => id === link.id)
    if (!request) return []
    const { title } = request
    return mayRead(principal, request)
      ? { ...link, title, status: statusAt(request, nowMs) }
      : { ...link, title: null, status: null }
  })
}
