import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import { screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { isForAllEvents } from '../webhook-events.ts'
import { stateOfWebhook } from '../webhook-health.ts'

const texts = textsOf({
  en: {
    title: 'Webhooks',
    create: 'Create a webhook',
    empty: 'There is no webhook yet. A webhook posts each event to an address of yours, as soon as it happens.',
    url: 'Address',
    state: 'State',
    events: 'Events',
    allEvents: 'All',
    lastSuccess: 'Last success',
    lastFailure: 'Last failure',
    never: 'Never',
    failures: (count: string) => `${count} failures in a row`,
  },
  fr: {
    title: 'Webhooks',
    create: 'Créer un webhook',
    empty:
      'Il n’y a pas encore de webhook. Un webhook envoie chaque événement à une de vos adresses, dès qu’il se produit.',
    url: 'Adresse',
    state: 'État',
    events: 'Événements',
    allEvents: 'Tous',
    lastSuccess: 'Dernier succès',
    lastFailure: 'Dernier échec',
    never: 'Jamais',
    failures: (count: string) => `${count} échecs de suite`,
  },
})

export default function Webhooks() {
  const t = texts()
  const { org } = usePlace()
  const webhooks = useLoad(() => call('GET /v1/orgs/{orgId}/webhooks', { path: { orgId: org.id } }), [org.id])
  const create = (
    <a class="button primary" href={screenHref(org, 'webhooks', 'new')}>
      {t.create}
    </a>
  )
  const timeOrNever = (time: string | null) => (time ? timeOf(time) : t.never)
  return (
    <Screen title={t.title} actions={create}>
      <Loaded of={webhooks}>
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
                  title: t.url,
                  cell: ({ id, url, description }) => (
                    <>
                      <a href={screenHref(org, 'webhooks', id)}>{url}</a>
                      {description && <div class="quiet">{description}</div>}
                    </>
                  ),
                },
                {
                  title: t.state,
                  cell: (webhook) => (
                    <>
                      <StateBadge state={stateOfWebhook(webhook)} />
                      {webhook.consecutiveFailures > 0 && (
                        <div class="quiet">{t.failures(numberOf(webhook.consecutiveFailures))}</div>
                      )}
                    </>
                  ),
                },
                {
                  title: t.events,
                  cell: ({ events }) => (isForAllEvents(events) ? t.allEvents : numberOf(events.length)),
                },
                { title: t.lastSuccess, cell: ({ lastSuccessAt }) => timeOrNever(lastSuccessAt) },
                { title: t.lastFailure, cell: ({ lastFailureAt }) => timeOrNever(lastFailureAt) },
              ]}
            />
          )
        }
      </Loaded>
    </Screen>
  )
}
