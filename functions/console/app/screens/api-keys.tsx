import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import { screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { roleName } from '../role-names.ts'

const texts = textsOf({
  en: {
    title: 'API keys',
    create: 'Create an API key',
    empty: 'There is no API key yet. Your software needs one to call the API.',
    name: 'Name',
    role: 'Role',
    place: 'Covers',
    state: 'State',
    lastUse: 'Last use',
    never: 'Never used',
    requests: 'Requests',
    refused: (count: string) => `${count} refused`,
  },
  fr: {
    title: 'Clés d’API',
    create: 'Créer une clé d’API',
    empty: 'Il n’y a pas encore de clé d’API. Votre logiciel en a besoin pour appeler l’API.',
    name: 'Nom',
    role: 'Rôle',
    place: 'Portée',
    state: 'État',
    lastUse: 'Dernière utilisation',
    never: 'Jamais utilisée',
    requests: 'Requêtes',
    refused: (count: string) => `Refusées : ${count}`,
  },
})

export default function ApiKeys() {
  const t = texts()
  const { org } = usePlace()
  const keys = useLoad(() => call('GET /v1/orgs/{orgId}/api-keys', { path: { orgId: org.id } }), [org.id])
  const create = (
    <a class="button primary" href={screenHref(org, 'api-keys', 'new')}>
      {t.create}
    </a>
  )
  return (
    <Screen title={t.title} actions={create}>
      <Loaded of={keys}>
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
                  title: t.name,
                  cell: ({ id, name, secretHint }) => (
                    <>
                      <a href={screenHref(org, 'api-keys', id)}>{name}</a>
                      <br />
                      <span class="quiet">…{secretHint}</span>
                    </>
                  ),
                },
                { title: t.state, cell: ({ status }) => <StateBadge isFeminine state={status} /> },
                { title: t.role, cell: ({ role }) => roleName(role) },
                { title: t.place, cell: ({ node }) => node?.name ?? '—' },
                {
                  title: t.lastUse,
                  cell: ({ lastUsedAt, lastUsedIp }) =>
                    lastUsedAt ? (
                      <>
                        {timeOf(lastUsedAt)}
                        <br />
                        <span class="quiet">{lastUsedIp}</span>
                      </>
                    ) : (
                      t.never
                    ),
                },
                {
                  title: t.requests,
                  cell: ({ requestCount, refusedCount }) => (
                    <>
                      {numberOf(requestCount)}
                      {refusedCount > 0 && <div class="quiet">{t.refused(numberOf(refusedCount))}</div>}
                    </>
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
