import type { DelegatedScope } from '../../../../shared/auth/permissions.ts'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { Grant, Member } from '../api-types.ts'
import { hasPermission, type Org, personName, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { GrantState } from '../parts/grant-state.tsx'
import { GrantedScopes } from '../parts/granted-scopes.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Screen } from '../parts/screen.tsx'
import { waitsForApproval } from '../waiting-grants.ts'

const texts = textsOf({
  en: {
    title: 'Applications',
    lead: 'Software of others that may act in this organization, and what it may do.',
    empty: 'No application may act in this organization.',
    application: 'Application',
    kind: 'Kind',
    kinds: {
      installed: 'Administers the organization',
      provisioned: 'Created the organization',
    },
    actsFor: (name: string) => `Acts for ${name}`,
    actsForAll: 'Acts for all members',
    state: 'State',
    scopes: 'May',
    by: (name: string) => `Allowed by ${name}`,
    last: (time: string) => `Last use: ${time}`,
    never: 'Never used',
    actions: 'Actions',
    approve: 'Approve',
    decline: 'Decline',
    revoke: 'Revoke',
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeText: 'It can do nothing here any more.',
  },
  fr: {
    title: 'Applications',
    lead: 'Logiciels tiers qui peuvent agir dans cette organisation, et ce qu’ils peuvent faire.',
    empty: 'Aucune application ne peut agir dans cette organisation.',
    application: 'Application',
    kind: 'Type',
    kinds: {
      installed: 'Administre l’organisation',
      provisioned: 'A créé l’organisation',
    },
    actsFor: (name: string) => `Agit pour ${name}`,
    actsForAll: 'Agit pour tous les membres',
    state: 'État',
    scopes: 'Peut',
    by: (name: string) => `Autorisée par ${name}`,
    last: (time: string) => `Dernière utilisation : ${time}`,
    never: 'Jamais utilisée',
    actions: 'Actions',
    approve: 'Approuver',
    decline: 'Refuser',
    revoke: 'Révoquer',
    revokeTitle: (name: string) => `Révoquer ${name} ?`,
    revokeText: 'Elle ne pourra plus rien faire ici.',
  },
})

type Person = Member['user']

export default function Applications() {
  const t = texts()
  const { org } = usePlace()
  const grants = useLoad(() => grantsWithPeople(org), [org.id])
  return (
    <Screen title={t.title}>
      <p>{t.lead}</p>
      <Loaded of={grants}>
        {({ results, people }) =>
          results.length === 0 ? (
            <Empty>{t.empty}</Empty>
          ) : (
            <Table
              caption={t.title}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.application,
                  cell: ({ application }) => (
                    <>
                      {application.name}
                      <div class="quiet">{application.publisher}</div>
                    </>
                  ),
                },
                { title: t.kind, cell: (grant) => <Kind grant={grant} person={personOf(grant, people)} /> },
                { title: t.state, cell: (grant) => <State grant={grant} /> },
                { title: t.scopes, cell: (grant) => <GrantedScopes grant={grant} /> },
                {
                  title: t.actions,
                  cell: (grant) => (
                    <GrantActions grant={grant} person={personOf(grant, people)} onChange={grants.reload} />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Screen>
  )
}

async function grantsWithPeople(org: Org) {
  const { results } = await call('GET /v1/orgs/{orgId}/grants', { path: { orgId: org.id } })
  const people = results.some(({ userId }) => userId !== null) ? await peopleOf(org) : []
  return { results, people: new Map(people.map((person) => [person.id, person])) }
}

/** Nobody where they cannot be read: grants are shown all the same. */
async function peopleOf(org: Org): Promise<Person[]> {
  if (!hasPermission(org, 'members.read')) return []
  const members = await call('GET /v1/orgs/{orgId}/members', { path: { orgId: org.id } }).catch(() => null)
  return members?.results.map(({ user }) => user) ?? []
}

/** Whom a grant is for. Of somebody who has left, only the id is known. */
function personOf({ userId }: Grant, people: ReadonlyMap<string, Person>): Person | null {
  if (userId === null) return null
  return people.get(userId) ?? { id: userId, email: null, firstName: null, lastName: null }
}

const nameOf = (person: Person) => (person.email === null ? person.id : personName(person))

interface KindProps {
  readonly grant: Grant
  readonly person: Person | null
}

function Kind({ grant: { kind }, person }: KindProps) {
  const t = texts()
  if (kind !== 'delegated') return <>{t.kinds[kind]}</>
  if (person === null) return <>{t.actsForAll}</>
  return (
    <>
      {t.actsFor(nameOf(person))}
      {person.email !== nameOf(person) && <div class="quiet">{person.email}</div>}
    </>
  )
}

function State({ grant }: { grant: Grant }) {
  const t = texts()
  const { status, grantedBy, lastUsedAt } = grant
  return (
    <>
      <GrantState grant={grant} />
      {status !== 'pending' && grantedBy && <div class="quiet">{t.by(personName(grantedBy))}</div>}
      <div class="quiet">{lastUsedAt ? t.last(timeOf(lastUsedAt)) : t.never}</div>
    </>
  )
}

interface GrantActionsProps extends KindProps {
  readonly onChange: () => Promise<void>
}

function GrantActions({ grant, person, onChange }: GrantActionsProps) {
  const t = texts()
  if (grant.status === 'revoked') return null
  const { id: grantId, orgId, version, application } = grant
  const path = { orgId, grantId }
  // As they are: the API may know scopes that this version does not.
  const delegatedScopes = grant.delegatedScopes as readonly DelegatedScope[]
  const of = person ? `${application.name}, ${nameOf(person)}` : application.name
  // What is shown is decided about. If it changed meanwhile, the decision is refused, and the list shows it as it is now.
  const decide = (decision: () => Promise<unknown>) => () =>
    decision()
      .finally(onChange)
      .then(() => undefined)
  return (
    <div class="row-actions">
      {waitsForApproval(grant) && (
        <Action
          label={t.approve}
          of={of}
          onAction={decide(() => call('POST /v1/orgs/{orgId}/grants/{grantId}/approve', { path, version }))}
        />
      )}
      {waitsForApproval(grant) && grant.status === 'active' && (
        <Action
          label={t.decline}
          of={of}
          onAction={decide(() =>
            call('PATCH /v1/orgs/{orgId}/grants/{grantId}', { path, version, body: { delegatedScopes } }),
          )}
        />
      )}
      <ConfirmedAction
        label={t.revoke}
        of={of}
        title={t.revokeTitle(application.name)}
        explanation={t.revokeText}
        onAction={async () => {
          await call('POST /v1/orgs/{orgId}/grants/{grantId}/revoke', { path })
          await onChange()
        }}
      />
    </div>
  )
}
