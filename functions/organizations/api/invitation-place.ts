import { recordsOf } from '../../../shared/store/collection.ts'
import { nodes } from '../../../shared/store/entities.ts'
import type { Invited } from '../model/members/invitation.ts'
import type { Shown } from './invitation-page.ts'

/** The name of where somebody is invited to: `Sales (Acme)`, or the organization's alone. */
export function placeOfInvited({ member: { nodeId, orgId }, beside }: Invited): string {
  const found = recordsOf(nodes, beside)
  const nameOf = (named: string) => {
    const node = found.find(({ id }) => id === named)
    if (!node) throw new Error(`the node ${named} of an invitation no longer exists`)
    return node.name
  }
  return nodeId === orgId ? nameOf(orgId) : `${nameOf(nodeId)} (${nameOf(orgId)})`
}

/** The page for a person who has already accepted. */
export function acceptedPage(accepted: Invited): Shown {
  return { state: 'accepted', place: placeOfInvited(accepted), locale: accepted.member.person.locale }
}

/** Of a link that opens nothing only the browser tells which language is read. */
export function goneFor(headers: Readonly<Record<string, string | undefined>>): Shown {
  return { state: 'gone', locale: headers['accept-language']?.split(',')[0] ?? 'en' }
}
