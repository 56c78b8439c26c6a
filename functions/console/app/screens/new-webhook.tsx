import { useState } from 'preact/hooks'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { type Answer, call } from '../api.ts'
import { screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { EventChoices } from '../parts/event-choices.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { Secret } from '../parts/secret.tsx'
import { goTo } from '../router.ts'
import { settings } from '../settings.ts'

const texts = textsOf({
  en: {
    title: 'Create a webhook',
    above: 'Webhooks',
    url: 'Address',
    urlHint: 'Your server answers there with 2xx within ten seconds.',
    localHint: 'For a receiver on this machine, enter http://localhost:8088/. The next page says how to start it.',
    description: 'Description',
    submit: 'Create the webhook',
    created: 'The webhook is created',
    secret: 'Signing secret',
    receiver: 'A receiver on this machine that checks the signatures (in the project’s folder)',
  },
  fr: {
    title: 'Créer un webhook',
    above: 'Webhooks',
    url: 'Adresse',
    urlHint: 'Votre serveur y répond par 2xx en moins de dix secondes.',
    localHint:
      'Pour un récepteur sur cette machine, saisissez http://localhost:8088/. La page suivante dit comment le lancer.',
    description: 'Description',
    submit: 'Créer le webhook',
    created: 'Le webhook est créé',
    secret: 'Secret de signature',
    receiver: 'Un récepteur sur cette machine qui vérifie les signatures (dans le dossier du projet)',
  },
})

/** What most subscribers want to know. */
const usualEvents = ['signature.signed', 'signature.completed', 'signature.declined', 'signature.expired']

/** Whether the service runs on the reader's own machine. */
const isLocal = new URL(settings.baseUrl).hostname === 'localhost'

export default function NewWebhook() {
  const t = texts()
  const { org } = usePlace()
  const [created, setCreated] = useState<Answer<'POST /v1/orgs/{orgId}/webhooks'> | null>(null)
  const types = useLoad(() => call('GET /v1/webhook-events', {}), [])
  const above = { label: t.above, href: screenHref(org, 'webhooks') }
  async function create(data: FormData): Promise<void> {
    const description = textIn(data, 'description')
    const events = data.getAll('events').map(String)
    const body = { url: textIn(data, 'url'), events, ...(description && { description }) }
    setCreated(await call('POST /v1/orgs/{orgId}/webhooks', { path: { orgId: org.id }, body }))
  }
  if (created)
    return (
      <Screen key="created" title={t.created} above={above}>
        <Secret
          values={[
            { label: t.secret, text: created.secret },
            ...(isLocal
              ? [
                  {
                    label: t.receiver,
                    text: `npm run webhooks:listen -- ${portOf(created.webhook.url)}--secret ${created.secret}`,
                  },
                ]
              : []),
          ]}
          onDone={() => goTo(screenHref(org, 'webhooks', created.webhook.id))}
        />
      </Screen>
    )
  return (
    <Screen title={t.title} above={above}>
      <Loaded of={types}>
        {({ results }) => (
          <Form submit={t.submit} onSubmit={create} cancelHref={above.href}>
            <TextField
              label={t.url}
              hint={isLocal ? `${t.urlHint} ${t.localHint}` : t.urlHint}
              name="url"
              type="url"
              placeholder={isLocal ? 'http://localhost:8088/' : 'https://example.com/webhooks'}
              required
            />
            <TextField label={t.description} name="description" maxLength={200} />
            <EventChoices types={results} chosen={usualEvents} />
          </Form>
        )}
      </Loaded>
    </Screen>
  )
}

/** The port of an address on this machine, if the receiver would listen on another one. */
function portOf(url: string): string {
  const { hostname, port } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
  return isHere && port !== '8088' ? `--port ${port || '80'} ` : ''
}
