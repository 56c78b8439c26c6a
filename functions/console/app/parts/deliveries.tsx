import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { EventType, Webhook } from '../api-types.ts'
import { screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { changeQuery, type Route } from '../router.ts'
import { Form, textIn } from './form.tsx'
import { usePages, useRepeat } from './load.tsx'
import { PagedTable } from './paged-table.tsx'
import { StateBadge, stateName } from './state-badge.tsx'

const texts = textsOf({
  en: {
    title: 'Delivery log',
    empty: 'There are no deliveries here.',
    status: 'State',
    all: 'All',
    eventType: 'Event type',
    from: 'From',
    event: 'Event',
    at: 'Time',
    attempts: 'Attempts',
    answer: 'Answer',
    replaySince: 'Replay deliveries since a time',
    replayFrom: 'Since',
    replayWhich: 'Which',
    dead: 'Given up only',
    allDeliveries: 'All',
    replay: 'Replay',
    replayed: (count: string) => `Deliveries that are sent again: ${count}.`,
  },
  fr: {
    title: 'Journal des livraisons',
    empty: 'Il n’y a pas de livraison ici.',
    status: 'État',
    all: 'Tous',
    eventType: 'Type d’événement',
    from: 'Depuis',
    event: 'Événement',
    at: 'Heure',
    attempts: 'Essais',
    answer: 'Réponse',
    replaySince: 'Renvoyer les livraisons depuis un moment',
    replayFrom: 'Depuis',
    replayWhich: 'Lesquelles',
    dead: 'Abandonnées seulement',
    allDeliveries: 'Toutes',
    replay: 'Renvoyer',
    replayed: (count: string) => `Livraisons renvoyées : ${count}.`,
  },
})

const pageSize = 50

const statuses = ['pending', 'retrying', 'succeeded', 'dead', 'canceled'] as const

interface DeliveriesProps {
  readonly webhook: Webhook
  readonly types: readonly EventType[]
  readonly route: Route
}

/** The log of a subscription. Its filters stand in the address. */
export function Deliveries({ webhook, types, route }: DeliveriesProps) {
  const t = texts()
  const { org } = usePlace()
  const status = statuses.find((each) => each === route.query.get('status'))
  const eventType = route.query.get('eventType') ?? ''
  const day = route.query.get('from') ?? ''
  const path = { orgId: org.id, webhookId: webhook.id }
  const deliveries = usePages(
    (pageToken) =>
      call('GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries', {
        path,
        query: {
          status,
          ...(eventType && { eventType }),
          ...(day && { from: new Date(`${day}T00:00:00`).toISOString() }),
          pageSize,
          pageToken,
        },
      }),
    [webhook.id, status, eventType, day],
  )
  const isMoving = deliveries.value?.results.some((each) => each.status === 'pending') ?? false
  // New deliveries appear while somebody looks at the log. Reading it again would drop further pages.
  const isFirstPage = (deliveries.value?.results.length ?? 0) <= pageSize
  useRepeat(isFirstPage, deliveries.reload, isMoving ? 2000 : 5000)
  return (
    <section>
      <h2>{t.title}</h2>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={t.status}
          value={status ?? ''}
          onChange={(event) => changeQuery(route, { status: event.currentTarget.value })}
          options={[
            { value: '', label: t.all },
            ...statuses.map((value) => ({ value, label: stateName(value, { isFeminine: true }) })),
          ]}
        />
        <SelectField
          label={t.eventType}
          value={eventType}
          onChange={(event) => changeQuery(route, { eventType: event.currentTarget.value })}
          options={[{ value: '', label: t.all }, ...types.map(({ type }) => ({ value: type, label: type }))]}
        />
        <TextField
          label={t.from}
          type="date"
          value={day}
          onChange={(event) => changeQuery(route, { from: event.currentTarget.value })}
        />
      </form>
      <PagedTable
        of={deliveries}
        empty={t.empty}
        caption={t.title}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.event,
            cell: ({ id, eventType: type }) => (
              <a href={screenHref(org, 'webhooks', webhook.id, 'deliveries', id)}>{type}</a>
            ),
          },
          { title: t.status, cell: (delivery) => <StateBadge isFeminine state={delivery.status} /> },
          { title: t.at, cell: ({ createdAt }) => timeOf(createdAt) },
          { title: t.attempts, cell: ({ attemptCount }) => numberOf(attemptCount) },
          { title: t.answer, cell: ({ lastResponseCode }) => lastResponseCode ?? '—' },
        ]}
      />
      <ReplaySince webhook={webhook} onReplayed={deliveries.reload} />
    </section>
  )
}

function ReplaySince({ webhook, onReplayed }: { webhook: Webhook; onReplayed: () => Promise<void> }) {
  const t = texts()
  const { org } = usePlace()
  const [count, setCount] = useState<number | null>(null)
  async function replay(data: FormData): Promise<void> {
    const body = {
      from: new Date(textIn(data, 'from')).toISOString(),
      status: textIn(data, 'which') === 'all' ? ('all' as const) : ('dead' as const),
    }
    const path = { orgId: org.id, webhookId: webhook.id }
    const answer = await call('POST /v1/orgs/{orgId}/webhooks/{webhookId}/replay', { path, body })
    setCount(answer.count)
    await onReplayed()
  }
  return (
    <Disclosure summary={t.replaySince}>
      <Card>
        <Form submit={t.replay} onSubmit={replay}>
          <TextField label={t.replayFrom} name="from" type="datetime-local" required />
          <SelectField
            label={t.replayWhich}
            name="which"
            options={[
              { value: 'dead', label: t.dead },
              { value: 'all', label: t.allDeliveries },
            ]}
          />
          {count !== null && (
            <Notice kind="success" isUrgent>
              <p>{t.replayed(numberOf(count))}</p>
            </Notice>
          )}
        </Form>
      </Card>
    </Disclosure>
  )
}
