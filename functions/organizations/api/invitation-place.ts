import { brandIn, logosAt } from '../../../shared/pages/stored-brand.ts'
import { localeOf } from '../../../shared/platform/locale.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodes } from '../../../shared/store/entities.ts'
import type { Invited } from '../model/members/invitation.ts'
import { partsIn } from '../model/members/member-parts.ts'
import { roleInWords } from '../model/members/role-in-words.ts'
import type { Place, Shown } from './invitation-page.ts'

/** Where somebody is invited to, such as `Sales (Acme)`, by whom and as what. */
export function placeOfInvited({ member, beside }: Invited, baseUrl: string): Place {
  const { nodeId, orgId, invitedBy, person } = member
  const found = recordsOf(nodes, beside)
  const nameOf = (named: string) => {
    const node = found.find(({ id }) => id === named)
    if (!node) throw new Error(`the node ${named} of an invitation no longer exists`)
    return node.name
  }
  const organization = nameOf(orgId)
  return {
    place: nodeId === orgId ? organization : `${nameOf(nodeId)} (${organization})`,
    brand: brandIn(beside, { orgId, entityId: nodeId }, { organization, logos: logosAt(baseUrl) }),
    inviter: inviterName(invitedBy),
    role: roleInWords(partsIn(beside, member).role, localeOf(person.locale)),
    locale: person.locale,
  }
}

/** People by their names; the name of an API key says nothing to who is invited. */
function inviterName(inviter: Invited['member']['invitedBy']): string | null {
  if (!inviter?.email) return null
  return [inviter.firstName, inviter.lastName].filter(Boolean).join(' ') || null
}

/** The page for a person who has already accepted. */
export function acceptedPage(accepted: Invited, baseUrl: string): Shown {
  return { state: 'accepted', ...placeOfInvited(accepted, baseUrl) }
}

/** Of a link that opens nothing only the browser tells which language is read. */
export function goneFor(headers: Readonly<Record<string, string | undefined>>): Shown {
  return { state: 'gone', locale: headers['accept-language']?.split(',')[0] ?? 'en' }
}
