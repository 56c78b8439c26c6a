import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { recipientName } from '../mail/recipient-name.ts'
import { EntityFilter } from '../parts/entity-filter.tsx'
import { usePages } from '../parts/load.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge, stateName } from '../parts/state-badge.tsx'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Registered mails',
    status: 'State',
    all: 'All',
    search: 'Search',
    empty: 'There is no registered mail here.',
    subject: 'Subject',
    noSubject: 'Without subject',
    recipients: 'Recipients',
    created: 'Created',
    create: 'New registered mail',
  },
  fr: {
    title: 'Envois recommandés',
    status: 'État',
    all: 'Tous',
    search: 'Rechercher',
    empty: 'Il n’y a pas d’envoi recommandé ici.',
    subject: 'Objet',
    noSubject: 'Sans objet',
    recipients: 'Destinataires',
    created: 'Créé',
    create: 'Nouvel envoi recommandé',
  },
})

const statuses = ['draft', 'sending', 'in_progress', 'completed', 'partially_failed', 'failed', 'canceled'] as const

export default function RegisteredMails({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const entities = entitiesWith(place, 'registered_mail.read')
  const asked = route.query.get('entityId')
  const entity = entities.find(({ entityId }) => entityId === asked) ?? entities[0]
  if (!entity) return null
  const create = entitiesWith(place, 'registered_mail.send').length > 0 && (
    <a class="button primary" href={`${screenHref(place.org, 'registered-mails', 'new')}?entityId=${entity.entityId}`}>
      {t.create}
    </a>
  )
  return (
    <Screen title={t.title} actions={create}>
      <MailsOf entityId={entity.entityId} route={route} />
    </Screen>
  )
}

function MailsOf({ entityId, route }: Pick<ScreenInput, 'route'> & { entityId: string }) {
  const t = texts()
  const { org } = usePlace()
  const status = statuses.find((each) => each === route.query.get('status'))
  const q = route.query.get('q') ?? ''
  const mails = usePages(
    (pageToken) =>
      call('GET /v1/registered-mails', {
        query: { entityId, ...(status && { status: [status] }), ...(q && { q }), pageToken },
      }),
    [entityId, status, q],
  )
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <EntityFilter permission="registered_mail.read" route={route} entityId={entityId} />
        <SelectField
          label={t.status}
          value={status ?? ''}
          onChange={(event) => changeQuery(route, { status: event.currentTarget.value })}
          options={[{ value: '', label: t.all }, ...statuses.map((value) => ({ value, label: stateName(value) }))]}
        />
        <TextField
          label={t.search}
          type="search"
          value={q}
          onChange={(event) => changeQuery(route, { q: event.currentTarget.value })}
        />
      </form>
      <PagedTable
        of={mails}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.subject,
            cell: ({ id, subject }) => <a href={screenHref(org, 'registered-mails', id)}>{subject || t.noSubject}</a>,
          },
          { title: t.status, cell: (mail) => <StateBadge state={mail.status} /> },
          {
            title: t.recipients,
            cell: ({ items }) => items.map(recipientName).join('; '),
          },
          { title: t.created, cell: ({ createdAt }) => timeOf(createdAt) },
        ]}
      />
    </>
  )
}
