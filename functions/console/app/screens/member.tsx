import { Card } from '../../../../shared/pages/components/card.tsx'
import { SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { Member } from '../api-types.ts'
import { atHomeByNode, hasPermission, isTest, personName, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { MoveMember } from '../members/move-member.tsx'
import { ConfirmedAction } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { nodesOf, rolesOf } from '../places.ts'
import { roleName, rolesToGive } from '../role-names.ts'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    above: 'Members',
    title: 'Member',
    email: 'E-mail address',
    state: 'State',
    role: 'Role',
    place: 'Belongs to',
    since: 'Since',
    change: 'Change the role',
    remove: 'Remove from the organization',
    removeTitle: 'Remove this member?',
    removeText: 'They lose access at once. What they created stays.',
  },
  fr: {
    above: 'Membres',
    title: 'Membre',
    email: 'Adresse e-mail',
    state: 'État',
    role: 'Rôle',
    place: 'Appartient à',
    since: 'Depuis',
    change: 'Changer le rôle',
    remove: 'Retirer de l’organisation',
    removeTitle: 'Retirer ce membre ?',
    removeText: 'Il perd l’accès aussitôt. Ce qu’il a créé reste.',
  },
})

export default function MemberScreen({ ids: { membershipId = '' } }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const path = { membershipId }
  const loaded = useLoad(async () => {
    const [member, roles, nodes] = await Promise.all([
      call('GET /v1/memberships/{membershipId}', { path }),
      rolesOf(org.id),
      nodesOf(org.id),
    ])
    return { member: await atHomeByNode(place, member), roles, nodes }
  }, [membershipId])
  const above = { label: t.above, href: screenHref(org, 'members') }
  async function change(member: Member, data: FormData): Promise<void> {
    const body = { role: textIn(data, 'role') }
    await call('PATCH /v1/memberships/{membershipId}', { path, body, version: member.version })
    await loaded.reload()
  }
  return (
    <Screen title={loaded.value ? personName(loaded.value.member.user) : t.title} above={above}>
      <Loaded of={loaded}>
        {({ member, roles, nodes }) => (
          <>
            <Card>
              <Pairs
                of={[
                  [t.email, member.user.email],
                  [t.state, <StateBadge key="state" state={member.status} />],
                  [t.role, roleName(member.role)],
                  [t.place, member.node?.name ?? ''],
                  [t.since, timeOf(member.createdAt)],
                ]}
              />
            </Card>
            {hasPermission(org, 'members.manage') && !isTest(org) && (
              <>
                <Card title={t.change}>
                  <Form key={member.version} submit={t.change} onSubmit={(data) => change(member, data)}>
                    <SelectField
                      label={t.role}
                      name="role"
                      value={member.role.key}
                      options={rolesToGive(org, roles, member.role.key).map((role) => ({
                        value: role.key,
                        label: roleName(role),
                      }))}
                    />
                  </Form>
                </Card>
                <div class="actions">
                  <MoveMember member={member} nodes={nodes} onChange={loaded.reload} />
                  <ConfirmedAction
                    label={t.remove}
                    title={t.removeTitle}
                    explanation={t.removeText}
                    onAction={async () => {
                      await call('DELETE /v1/memberships/{membershipId}', { path })
                      goTo(above.href)
                    }}
                  />
                </div>
              </>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
