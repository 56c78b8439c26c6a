import { Card } from '../../../../shared/pages/components/card.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import type { DeliveryAttempt, DeliveryWithAttempts } from '../api-types.ts'
import { screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    above: 'The webhook',
    title: 'Delivery',
    state: 'State',
    created: 'Created',
    next: 'Next attempt',
    eventId: 'Event',
    attempts: 'Attempts',
    number: 'No.',
    at: 'Time',
    took: 'Took',
    answer: 'Answer',
    payload: 'What is sent',
    replay: 'Send it again',
    none: 'No attempt was made yet.',
    errors: {
      timeout: 'Your server did not answer within ten seconds.',
      connection_error: 'Your server could not be reached.',
      dns_error: 'The name of your server is unknown.',
      tls_error: 'The certificate of your server is not valid.',
      redirect: 'Your server redirects. Enter the final address.',
      blocked_address: 'The address lies in a private network.',
      http_status: 'Your server answered with an error.',
    },
  },
  fr: {
    above: 'Le webhook',
    title: 'Livraison',
    state: 'État',
    created: 'Créée',
    next: 'Prochain essai',
    eventId: 'Événement',
    attempts: 'Essais',
    number: 'N°',
    at: 'Heure',
    took: 'Durée',
    answer: 'Réponse',
    payload: 'Ce qui est envoyé',
    replay: 'Renvoyer',
    none: 'Aucun essai n’a encore eu lieu.',
    errors: {
      timeout: 'Votre serveur n’a pas répondu en dix secondes.',
      connection_error: 'Votre serveur n’a pas pu être joint.',
      dns_error: 'Le nom de votre serveur est inconnu.',
      tls_error: 'Le certificat de votre serveur n’est pas valable.',
      redirect: 'Votre serveur redirige. Saisissez l’adresse finale.',
      blocked_address: 'L’adresse se trouve dans un réseau privé.',
      http_status: 'Votre serveur a répondu par une erreur.',
    },
  },
})

export default function DeliveryScreen({ ids: { webhookId = '', deliveryId = '' } }: ScreenInput) {
  const t = texts()
  const { org } = usePlace()
  const path = { orgId: org.id, webhookId, deliveryId }
  const delivery = useLoad(
    () => call('GET /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}', { path }),
    [deliveryId],
  )
  useRepeat(delivery.value?.status === 'pending', delivery.reload)
  const above = { label: t.above, href: screenHref(org, 'webhooks', webhookId) }
  async function replay(): Promise<void> {
    await call('POST /v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', { path })
    await delivery.reload()
  }
  return (
    <Screen
      title={delivery.value?.eventType ?? t.title}
      above={above}
      actions={<Action label={t.replay} icon="refresh" onAction={replay} />}
    >
      <Loaded of={delivery}>{(found) => <Found delivery={found} />}</Loaded>
    </Screen>
  )
}

function Found({ delivery }: { delivery: DeliveryWithAttempts }) {
  const t = texts()
  const errors: Readonly<Record<string, string>> = t.errors
  const answerOf = ({ responseCode, responseBody, error }: DeliveryAttempt) => (
    <>
      {responseCode !== null && <strong>{responseCode}</strong>} {error && (errors[error] ?? error)}
      {responseBody && <pre class="body">{responseBody}</pre>}
    </>
  )
  return (
    <>
      <Card>
        <Pairs
          of={[
            [t.state, <StateBadge key="state" isFeminine state={delivery.status} />],
            [t.created, timeOf(delivery.createdAt)],
            [t.next, delivery.nextAttemptAt ? timeOf(delivery.nextAttemptAt) : ''],
            [t.eventId, <code key="id">{delivery.eventId}</code>],
          ]}
        />
      </Card>
      <h2>{t.attempts}</h2>
      {delivery.attempts.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <Table
          caption={t.attempts}
          rows={delivery.attempts}
          keyOf={({ number }) => number}
          columns={[
            { title: t.number, cell: ({ number }) => numberOf(number) },
            { title: t.at, cell: ({ at }) => timeOf(at) },
            { title: t.took, cell: ({ durationMs }) => `${numberOf(durationMs)} ms` },
            { title: t.answer, cell: answerOf },
          ]}
        />
      )}
      <h2>{t.payload}</h2>
      <CodeBlock label={t.payload} text={JSON.stringify(delivery.payload, null, 2)} />
    </>
  )
}
