import { useCallback, useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { EventType, Webhook } from '../api-types.ts'
import { screenHref, usePlace } from '../context.ts'
import { hasUnsent } from '../entries.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Deliveries } from '../parts/deliveries.tsx'
import { EventChoices } from '../parts/event-choices.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad, useRepeat } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { Secret } from '../parts/secret.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'
import { changedEvents, isForAllEvents } from '../webhook-events.ts'
import { stateOfWebhook } from '../webhook-health.ts'

const texts = textsOf({
  en: {
    above: 'Webhooks',
    title: 'Webhook',
    state: 'State',
    events: 'Events',
    allEvents: 'All events, present and future',
    lastSuccess: 'Last success',
    lastFailure: 'Last failure',
    never: 'Never',
    failures: 'Failures in a row',
    disabledAt: (time: string) => `Disabled since ${time}.`,
    byFailures: 'The service disabled it after too many failures. Enable it again when your server answers.',
    test: 'Send a test event',
    tested: 'The test event is on its way. It appears in the log below.',
    enable: 'Enable',
    disable: 'Disable',
    change: 'Change the address or the events',
    url: 'Address',
    description: 'Description',
    save: 'Save',
    rotate: 'Replace the signing secret',
    overlap: 'The old secret stays valid',
    overlapHint: 'Until then, each event carries a signature by each secret.',
    hours: (hours: number) => (hours === 0 ? 'Not at all' : hours === 1 ? '1 hour' : `${hours} hours`),
    previous: (time: string) => `The previous secret is valid until ${time}.`,
    newSecret: 'The new signing secret',
    remove: 'Delete',
    removeTitle: 'Delete this webhook?',
    removeText: 'It gets no more events, and its log is lost.',
  },
  fr: {
    above: 'Webhooks',
    title: 'Webhook',
    state: 'État',
    events: 'Événements',
    allEvents: 'Tous les événements, présents et futurs',
    lastSuccess: 'Dernier succès',
    lastFailure: 'Dernier échec',
    never: 'Jamais',
    failures: 'Échecs de suite',
    disabledAt: (time: string) => `Désactivé depuis le ${time}.`,
    byFailures: 'Le service l’a désactivé après trop d’échecs. Réactivez-le quand votre serveur répond.',
    test: 'Envoyer un événement de test',
    tested: 'L’événement de test est en route. Il apparaît dans le journal ci-dessous.',
    enable: 'Activer',
    disable: 'Désactiver',
    change: 'Modifier l’adresse ou les événements',
    url: 'Adresse',
    description: 'Description',
    save: 'Enregistrer',
    rotate: 'Remplacer le secret de signature',
    overlap: 'L’ancien secret reste valable',
    overlapHint: 'Jusque-là, chaque événement porte une signature par secret.',
    hours: (hours: number) => (hours === 0 ? 'Pas du tout' : hours === 1 ? '1 heure' : `${hours} heures`),
    previous: (time: string) => `L’ancien secret est valable jusqu’au ${time}.`,
    newSecret: 'Le nouveau secret de signature',
    remove: 'Supprimer',
    removeTitle: 'Supprimer ce webhook ?',
    removeText: 'Il ne reçoit plus d’événements, et son journal est perdu.',
  },
})

export default function WebhookScreen({ ids: { webhookId = '' }, route }: ScreenInput) {
  const t = texts()
  const { org } = usePlace()
  const path = { orgId: org.id, webhookId }
  const loaded = useLoad(async () => {
    const [webhook, types] = await Promise.all([
      call('GET /v1/orgs/{orgId}/webhooks/{webhookId}', { path }),
      call('GET /v1/webhook-events', {}),
    ])
    return { webhook, types: types.results }
  }, [webhookId])
  // Its health changes with every delivery. A form that somebody fills in stays as it is.
  const lookAgain = useCallback(async () => {
    if (!hasUnsent()) await loaded.reload()
  }, [loaded.reload])
  useRepeat(loaded.value !== null, lookAgain, 5000)
  const [sent, setSent] = useState(0)
  const above = { label: t.above, href: screenHref(org, 'webhooks') }
  return (
    <Screen title={loaded.value?.webhook.url ?? t.title} above={above}>
      <Loaded of={loaded}>
        {({ webhook, types }) => (
          <>
            <Overview webhook={webhook} onSent={() => setSent(sent + 1)} onChange={loaded.reload} />
            {sent > 0 && (
              <Notice kind="success" isUrgent>
                <p>{t.tested}</p>
              </Notice>
            )}
            <Deliveries key={sent} webhook={webhook} types={types} route={route} />
            <Rotation webhook={webhook} onChange={loaded.reload} />
            <Change key={webhook.version} webhook={webhook} types={types} onChange={loaded.reload} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface WebhookProps {
  readonly webhook: Webhook
  readonly onChange: () => Promise<void>
}

function Overview({ webhook, onSent, onChange }: WebhookProps & { onSent: () => void }) {
  const t = texts()
  const { org } = usePlace()
  const path = { orgId: org.id, webhookId: webhook.id }
  const timeOrNever = (time: string | null) => (time ? timeOf(time) : t.never)
  async function test(): Promise<void> {
    await call('POST /v1/orgs/{orgId}/webhooks/{webhookId}/test', { path })
    onSent()
  }
  async function turn(to: 'enable' | 'disable'): Promise<void> {
    await call(`POST /v1/orgs/{orgId}/webhooks/{webhookId}/${to}`, { path })
    await onChange()
  }
  async function remove(): Promise<void> {
    await call('DELETE /v1/orgs/{orgId}/webhooks/{webhookId}', { path })
    goTo(screenHref(org, 'webhooks'))
  }
  return (
    <Card>
      {webhook.disabledAt && (
        <Notice kind="warning">
          <p>{t.disabledAt(timeOf(webhook.disabledAt))}</p>
          {webhook.disabledReason === 'consecutive_failures' && <p>{t.byFailures}</p>}
        </Notice>
      )}
      <Pairs
        of={[
          [t.state, <StateBadge key="state" state={stateOfWebhook(webhook)} />],
          [t.failures, numberOf(webhook.consecutiveFailures)],
          [t.lastSuccess, timeOrNever(webhook.lastSuccessAt)],
          [t.lastFailure, timeOrNever(webhook.lastFailureAt)],
          [t.description, webhook.description ?? ''],
          [t.events, isForAllEvents(webhook.events) ? t.allEvents : webhook.events.join(', ')],
        ]}
      />
      <div class="actions">
        {webhook.status === 'enabled' ? (
          <>
            <Action label={t.test} kind="primary" onAction={test} />
            <Action label={t.disable} onAction={() => turn('disable')} />
          </>
        ) : (
          <Action label={t.enable} kind="primary" onAction={() => turn('enable')} />
        )}
        <ConfirmedAction
          label={t.remove}
          title={t.removeTitle}
          explanation={t.removeText}
          kind="subtle"
          onAction={remove}
        />
      </div>
    </Card>
  )
}

const overlaps = [24, 72, 1, 0]

function Rotation({ webhook, onChange }: WebhookProps) {
  const t = texts()
  const { org } = usePlace()
  const [secret, setSecret] = useState<string | null>(null)
  async function rotate(data: FormData): Promise<void> {
    const body = { previousSecretExpiresInHours: Number(textIn(data, 'hours')) }
    const path = { orgId: org.id, webhookId: webhook.id }
    const answer = await call('POST /v1/orgs/{orgId}/webhooks/{webhookId}/rotate-secret', { path, body })
    setSecret(answer.secret)
  }
  async function done(): Promise<void> {
    setSecret(null)
    await onChange()
  }
  if (secret !== null)
    return (
      <Card title={t.newSecret}>
        <Secret values={[{ label: t.newSecret, text: secret }]} onDone={() => void done()} />
      </Card>
    )
  return (
    <Disclosure summary={t.rotate}>
      <Card>
        {webhook.previousSecretExpiresAt && <p>{t.previous(timeOf(webhook.previousSecretExpiresAt))}</p>}
        <Form submit={t.rotate} onSubmit={rotate}>
          <SelectField
            label={t.overlap}
            hint={t.overlapHint}
            name="hours"
            options={overlaps.map((hours) => ({ value: String(hours), label: t.hours(hours) }))}
          />
        </Form>
      </Card>
    </Disclosure>
  )
}

function Change({ webhook, types, onChange }: WebhookProps & { types: readonly EventType[] }) {
  const t = texts()
  const { org } = usePlace()
  async function change(data: FormData): Promise<void> {
    const url = textIn(data, 'url')
    const body = {
      // A new address asks for a recent sign-in.
      ...(url !== webhook.url && { url }),
      description: textIn(data, 'description') || null,
      events: changedEvents(webhook.events, data.getAll('events').map(String), types),
    }
    const path = { orgId: org.id, webhookId: webhook.id }
    await call('PATCH /v1/orgs/{orgId}/webhooks/{webhookId}', { path, body, version: webhook.version })
    await onChange()
  }
  return (
    <Disclosure summary={t.change}>
      <Card>
        <Form submit={t.save} onSubmit={change}>
          <TextField label={t.url} name="url" type="url" value={webhook.url} required />
          <TextField label={t.description} name="description" value={webhook.description ?? ''} />
          <EventChoices
            types={types}
            chosen={isForAllEvents(webhook.events) ? types.map(({ type }) => type) : webhook.events}
          />
        </Form>
      </Card>
    </Disclosure>
  )
}
