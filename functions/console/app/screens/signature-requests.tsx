import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { usePages } from '../parts/load.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Signature requests',
    create: 'New request',
    status: 'State',
    all: 'All',
    entity: 'Entity',
    search: 'Search',
    empty: 'There are no requests here.',
    name: 'Title',
    signers: 'Signers',
    signed: (signed: number, total: number) => `${signed} of ${total} signed`,
    created: 'Created',
  },
  fr: {
    title: 'Demandes de signature',
    create: 'Nouvelle demande',
    status: 'État',
    all: 'Toutes',
    entity: 'Entité',
    search: 'Rechercher',
    empty: 'Il n’y a pas de demande ici.',
    name: 'Titre',
    signers: 'Signataires',
    signed: (signed: number, total: number) => `${signed} sur ${total} ont signé`,
    created: 'Créée',
  },
})

const statuses = ['draft', 'pending_signature', 'completed', 'declined', 'expired', 'canceled'] as const

export default function SignatureRequests({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const entities = entitiesWith(place, 'signature.read')
  const status = statuses.find((each) => each === route.query.get('status'))
  const q = route.query.get('q') ?? ''
  const asked = route.query.get('entityId')
  const entityId = entities.find((entity) => entity.entityId === asked)?.entityId ?? entities[0]?.entityId ?? ''
  const requests = usePages(
    (pageToken) =>
      call('GET /v1/signature-requests', {
        query: { entityId, ...(status && { status: [status] }), ...(q && { q }), pageToken },
      }),
    [entityId, status, q],
  )
  const create = entitiesWith(place, 'signature.send').length > 0 && (
    <a class="button primary" href={screenHref(org, 'signature-requests', 'new')}>
      {t.create}
    </a>
  )
  return (
    <Screen title={t.title} actions={create}>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {entities.length > 1 && (
          <SelectField
            label={t.entity}
            value={entityId}
            onChange={(event) => changeQuery(route, { entityId: event.currentTarget.value })}
            options={entities.map((entity) => ({ value: entity.entityId, label: entity.entityName }))}
          />
        )}
        <SelectField
          label={t.status}
          value={status ?? ''}
          onChange={(event) => changeQuery(route, { status: event.currentTarget.value })}
          options={[
            { value: '', label: t.all },
            ...statuses.map((value) => ({ value, label: stateName(value, { isFeminine: true }) })),
          ]}
        />
        <TextField
          label={t.search}
          type="search"
          value={q}
          onChange={(event) => changeQuery(route, { q: event.currentTarget.value })}
        />
      </form>
      <PagedTable
        of={requests}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ id, title }) => <a href={screenHref(org, 'signature-requests', id)}>{title}</a>,
          },
          { title: t.status, cell: (request) => <StateBadge isFeminine state={request.status} /> },
          {
            title: t.signers,
            cell: ({ signers, progress }) => (
              <>
                {signers.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}
                <div class="quiet">{t.signed(progress.signed, progress.total)}</div>
              </>
            ),
          },
          { title: t.created, cell: ({ createdAt }) => timeOf(createdAt) },
        ]}
      />
    </Screen>
  )
}
