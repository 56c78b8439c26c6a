import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { Grant } from '../api-types.ts'
import { personName, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

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
      delegated: 'Acts for members',
    },
    state: 'State',
    scopes: 'May',
    by: 'Allowed by',
    last: 'Last use',
    never: 'Never',
    actions: 'Actions',
    approve: 'Approve',
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
      delegated: 'Agit pour des membres',
    },
    state: 'État',
    scopes: 'Peut',
    by: 'Autorisée par',
    last: 'Dernière utilisation',
    never: 'Jamais',
    actions: 'Actions',
    approve: 'Approuver',
    revoke: 'Révoquer',
    revokeTitle: (name: string) => `Révoquer ${name} ?`,
    revokeText: 'Elle ne pourra plus rien faire ici.',
  },
})

export default function Applications() {
  const t = texts()
  const { org } = usePlace()
  const grants = useLoad(() => call('GET /v1/orgs/{orgId}/grants', { path: { orgId: org.id } }), [org.id])
  return (
    <Screen title={t.title}>
      <p>{t.lead}</p>
      <Loaded of={grants}>
        {({ results }) =>
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
                { title: t.kind, cell: ({ kind }) => t.kinds[kind] },
                { title: t.state, cell: ({ status }) => <StateBadge isFeminine state={status} /> },
                { title: t.scopes, cell: ({ scopes, delegatedScopes }) => [...scopes, ...delegatedScopes].join(', ') },
                { title: t.by, cell: ({ grantedBy }) => (grantedBy ? personName(grantedBy) : '—') },
                { title: t.last, cell: ({ lastUsedAt }) => (lastUsedAt ? timeOf(lastUsedAt) : t.never) },
                { title: t.actions, cell: (grant) => <GrantActions grant={grant} onChange={grants.reload} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Screen>
  )
}

function GrantActions({ grant, onChange }: { grant: Grant; onChange: () => Promise<void> }) {
  const t = texts()
  const path = { orgId: grant.orgId, grantId: grant.id }
  if (grant.status === 'revoked') return null
  return (
    <div class="row-actions">
      {grant.status === 'pending' && (
        <Action
          label={t.approve}
          of={grant.application.name}
          onAction={async () => {
            await call('POST /v1/orgs/{orgId}/grants/{grantId}/approve', { path })
            await onChange()
          }}
        />
      )}
      <ConfirmedAction
        label={t.revoke}
        of={grant.application.name}
        title={t.revokeTitle(grant.application.name)}
        explanation={t.revokeText}
        onAction={async () => {
          await call('POST /v1/orgs/{orgId}/grants/{grantId}/revoke', { path })
          await onChange()
        }}
      />
    </div>
  )
}
