import { useRef } from 'preact/hooks'
import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { Member } from '../api-types.ts'
import { personName, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { FormAction } from '../parts/action.tsx'
import { confirmDone } from '../parts/confirmation.tsx'
import { textIn } from '../parts/form.tsx'
import type { PlacedNode } from '../places.ts'
import { goTo } from '../router.ts'

const texts = textsOf({
  en: {
    move: 'Move',
    title: (name: string) => `Move ${name}`,
    to: 'To',
    choose: 'Choose a place',
    within: 'The role stays, and holds in the new place and below it.',
    across:
      'To another entity, or to the whole organization, the person is added there with the same role first, and then removed here. They need not accept again.',
    pending: 'Somebody who has not accepted the invitation yet can be moved within their entity only.',
    moved: 'The member is moved.',
    twin: 'In the test organization, the change follows within a few minutes.',
    whole:
      'A member of the whole organization belongs to every entity. For a single entity only, remove them and invite them there.',
  },
  fr: {
    move: 'Déplacer',
    title: (name: string) => `Déplacer ${name}`,
    to: 'Vers',
    choose: 'Choisissez une place',
    within: 'Le rôle reste le même et vaut à la nouvelle place et au-dessous.',
    across:
      'Vers une autre entité, ou vers toute l’organisation, la personne y est d’abord ajoutée avec le même rôle, puis retirée d’ici. Elle n’a rien à accepter de nouveau.',
    pending: 'Qui n’a pas encore accepté l’invitation ne peut être déplacé qu’au sein de son entité.',
    moved: 'Le membre est déplacé.',
    twin: 'Dans l’organisation de test, la modification suit dans les minutes qui viennent.',
    whole:
      'Un membre de toute l’organisation appartient à chaque entité. Pour une seule entité, retirez-le puis invitez-le là-bas.',
  },
})

interface MoveMemberProps {
  readonly member: Member
  readonly nodes: readonly PlacedNode[]
  readonly onChange: () => Promise<void>
}

/** Moves a member to another place of the tree, or says why that is not possible; nothing where there is no other place. */
export function MoveMember({ member, nodes, onChange }: MoveMemberProps) {
  const t = texts()
  const { org } = usePlace()
  /** Added at the other entity already, in a try whose second half failed. */
  const added = useRef<Member | null>(null)
  const isOfEntity = member.node.entityId !== null
  const mayLeaveEntity = isOfEntity && member.status === 'active' && member.user.email !== null
  const isWithin = ({ entityId }: PlacedNode) => entityId === member.node.entityId
  const choices = nodes.filter((node) => node.id !== member.node.id && (isWithin(node) || mayLeaveEntity))
  const whyNot = mayLeaveEntity ? null : isOfEntity ? t.pending : t.whole
  if (choices.length === 0) return nodes.length > 1 && whyNot ? <p class="quiet">{whyNot}</p> : null
  const tellMoved = () => confirmDone(org.twinOrgId ? `${t.moved} ${t.twin}` : t.moved)
  async function move(data: FormData): Promise<void> {
    const node = choices.find(({ id }) => id === textIn(data, 'nodeId'))
    if (!node) return
    const path = { membershipId: member.id }
    if (isWithin(node)) {
      await call('PATCH /v1/memberships/{membershipId}', { path, body: { nodeId: node.id }, version: member.version })
      await onChange()
      return tellMoved()
    }
    added.current ??= await call('POST /v1/orgs/{orgId}/members', {
      path: { orgId: org.id },
      body: copyAt(node, member),
    })
    await call('DELETE /v1/memberships/{membershipId}', { path })
    goTo(screenHref(org, 'members', added.current.id))
    tellMoved()
  }
  return (
    <FormAction label={t.move} title={t.title(personName(member.user))} submit={t.move} onSubmit={move}>
      <p>{t.within}</p>
      {whyNot !== null && <p>{whyNot}</p>}
      {whyNot === null && choices.some((node) => !isWithin(node)) && <p>{t.across}</p>}
      <SelectField
        label={t.to}
        name="nodeId"
        required
        options={[{ value: '', label: t.choose }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </FormAction>
  )
}

/** The same membership at another node, without an invitation: the person is a member of the organization. */
function copyAt(node: PlacedNode, { user, role, locale }: Member) {
  return {
    email: user.email ?? '',
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    nodeId: node.id,
    role: role.key,
    locale,
    sendInvitation: false,
  }
}
