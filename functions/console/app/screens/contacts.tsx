import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { EntityFilter } from '../parts/entity-filter.tsx'
import { usePages } from '../parts/load.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Screen } from '../parts/screen.tsx'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Contacts',
    create: 'New contact',
    import: 'Import',
    kind: 'Kind',
    all: 'All',
    kinds: { person: 'People', company: 'Companies' },
    search: 'Search',
    empty: 'There are no contacts here.',
    name: 'Name',
    email: 'E-mail address',
    phone: 'Phone',
    tags: 'Tags',
  },
  fr: {
    title: 'Contacts',
    create: 'Nouveau contact',
    import: 'Importer',
    kind: 'Type',
    all: 'Tous',
    kinds: { person: 'Personnes', company: 'Entreprises' },
    search: 'Rechercher',
    empty: 'Il n’y a pas de contact ici.',
    name: 'Nom',
    email: 'Adresse e-mail',
    phone: 'Téléphone',
    tags: 'Étiquettes',
  },
})

const kinds = ['person', 'company'] as const

export default function Contacts({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const entities = entitiesWith(place, 'contacts.read')
  const asked = route.query.get('entityId')
  const entity = entities.find(({ entityId }) => entityId === asked) ?? entities[0]
  const query = entity ? `?entityId=${entity.entityId}` : ''
  const may = (permission: 'contacts.write' | 'contacts.manage') => entity?.permissions.includes(permission) ?? false
  const actions = (
    <>
      {may('contacts.manage') && (
        <a class="button" href={`${screenHref(org, 'contacts', 'import')}${query}`}>
          {t.import}
        </a>
      )}
      {may('contacts.write') && (
        <a class="button primary" href={`${screenHref(org, 'contacts', 'new')}${query}`}>
          {t.create}
        </a>
      )}
    </>
  )
  return (
    <Screen title={t.title} actions={actions}>
      {entity && <ContactsOf entityId={entity.entityId} route={route} />}
    </Screen>
  )
}

function ContactsOf({ entityId, route }: Pick<ScreenInput, 'route'> & { entityId: string }) {
  const t = texts()
  const { org } = usePlace()
  const kind = kinds.find((each) => each === route.query.get('kind'))
  const q = route.query.get('q') ?? ''
  const contacts = usePages(
    (pageToken) => call('GET /v1/contacts', { query: { entityId, ...(kind && { kind }), ...(q && { q }), pageToken } }),
    [entityId, kind, q],
  )
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <EntityFilter permission="contacts.read" route={route} entityId={entityId} />
        <SelectField
          label={t.kind}
          value={kind ?? ''}
          onChange={(event) => changeQuery(route, { kind: event.currentTarget.value })}
          options={[{ value: '', label: t.all }, ...kinds.map((value) => ({ value, label: t.kinds[value] }))]}
        />
        <TextField
          label={t.search}
          type="search"
          value={q}
          onChange={(event) => changeQuery(route, { q: event.currentTarget.value })}
        />
      </form>
      <PagedTable
        of={contacts}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ id, displayName, company }) => (
              <>
                <a href={screenHref(org, 'contacts', id)}>{displayName}</a>
                {company && <div class="quiet">{company.displayName}</div>}
              </>
            ),
          },
          { title: t.email, cell: ({ email }) => email ?? '—' },
          { title: t.phone, cell: ({ mobilePhone, phone }) => mobilePhone ?? phone ?? '—' },
          { title: t.tags, cell: ({ tags }) => tags.join(', ') },
        ]}
      />
    </>
  )
}
