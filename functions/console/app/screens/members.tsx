import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { Member } from '../api-types.ts'
import { hasPermission, isTest, personName, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { MembersOfTest } from '../members-of-test.tsx'
import { Action } from '../parts/action.tsx'
import { confirmDone } from '../parts/confirmation.tsx'
import { useLoad, usePages } from '../parts/load.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'
import { rolesOf } from '../places.ts'
import { roleName } from '../role-names.ts'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Members',
    invite: 'Invite a member',
    status: 'State',
    all: 'All',
    search: 'Search',
    empty: 'There are no members here.',
    name: 'Name',
    role: 'Role',
    place: 'Belongs to',
    since: 'Since',
    invitation: 'Invitation',
    expires: (time: string) => `until ${time}`,
    resend: 'Send again',
    resent: 'The invitation is on its way again.',
    actions: 'Actions',
  },
  fr: {
    title: 'Membres',
    invite: 'Inviter un membre',
    status: 'État',
    all: 'Tous',
    search: 'Rechercher',
    empty: 'Il n’y a pas de membre ici.',
    name: 'Nom',
    role: 'Rôle',
    place: 'Appartient à',
    since: 'Depuis',
    invitation: 'Invitation',
    expires: (time: string) => `jusqu’au ${time}`,
    resend: 'Renvoyer',
    resent: 'L’invitation est de nouveau en route.',
    actions: 'Actions',
  },
})

const statuses = ['active', 'pending', 'expired'] as const

export default function Members({ route }: ScreenInput) {
  const t = texts()
  const { org } = usePlace()
  const status = statuses.find((each) => each === route.query.get('status'))
  const role = route.query.get('role') ?? ''
  const q = route.query.get('q') ?? ''
  const path = { orgId: org.id }
  const members = usePages(
    (pageToken) =>
      call('GET /v1/orgs/{orgId}/members', {
        path,
        query: { ...(status && { status }), ...(role && { role }), ...(q && { q }), pageToken },
      }),
    [org.id, status, role, q],
  )
  const { value: roles } = useLoad(() => rolesOf(org.id), [org.id])
  // Members of a test organization follow those of the live one.
  const mayManage = hasPermission(org, 'members.manage') && !isTest(org)
  const invite = mayManage && (
    <a class="button primary" href={screenHref(org, 'members', 'new')}>
      {t.invite}
    </a>
  )
  return (
    <Screen title={t.title} actions={invite}>
      {isTest(org) && <MembersOfTest />}
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={t.status}
          value={status ?? ''}
          onChange={(event) => changeQuery(route, { status: event.currentTarget.value })}
          options={[{ value: '', label: t.all }, ...statuses.map((value) => ({ value, label: stateName(value) }))]}
        />
        {roles && (
          <SelectField
            label={t.role}
            value={role}
            onChange={(event) => changeQuery(route, { role: event.currentTarget.value })}
            options={[{ value: '', label: t.all }, ...roles.map((each) => ({ value: each.id, label: roleName(each) }))]}
          />
        )}
        <TextField
          label={t.search}
          type="search"
          value={q}
          onChange={(event) => changeQuery(route, { q: event.currentTarget.value })}
        />
      </form>
      <PagedTable
        of={members}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ id, user }) => (
              <>
                <a href={screenHref(org, 'members', id)}>{personName(user)}</a>
                <div class="quiet">{user.email}</div>
              </>
            ),
          },
          { title: t.status, cell: (member) => <StateBadge state={member.status} /> },
          { title: t.role, cell: ({ role }) => roleName(role) },
          { title: t.place, cell: ({ node }) => node?.name ?? '—' },
          {
            title: t.since,
            cell: (member) => <Since member={member} mayResend={mayManage} onChange={members.reload} />,
          },
        ]}
      />
    </Screen>
  )
}

interface SinceProps {
  readonly member: Member
  readonly mayResend: boolean
  readonly onChange: () => Promise<void>
}

function Since({ member, mayResend, onChange }: SinceProps) {
  const t = texts()
  if (member.status === 'active') return <>{timeOf(member.createdAt)}</>
  return (
    <>
      {member.invitationExpiresAt && (
        <div>
          {t.invitation} {t.expires(timeOf(member.invitationExpiresAt))}
        </div>
      )}
      {mayResend && (
        <Action
          label={t.resend}
          of={personName(member.user)}
          onAction={async () => {
            const path = { membershipId: member.id }
            await call('POST /v1/memberships/{membershipId}/resend-invitation', { path })
            await onChange()
            confirmDone(t.resent)
          }}
        />
      )}
    </>
  )
}
