import { Card } from '../../../../shared/pages/components/card.tsx'
import { call } from '../api.ts'
import { entitiesWith, hasPermission, type Place, screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'
import { waitingByApplication } from '../waiting-grants.ts'
import { stateOfWebhook } from '../webhook-health.ts'

const texts = textsOf({
  en: {
    title: 'What needs attention',
    nothing: 'Nothing needs your attention.',
    waiting: (count: string) => `Requests that wait for signatures: ${count}`,
    bounced: (title: string) => `An e-mail to a signer of “${title}” could not be delivered`,
    seal: (title: string) => `“${title}” could not be sealed`,
    consents: (application: string, count: string) => `Consents to ${application} that wait for approval: ${count}`,
    failing: (url: string) => `Webhook ${url} fails`,
    disabled: (url: string) => `Webhook ${url} was disabled after too many failures`,
    quota: (used: string, limit: string) => `The quota is nearly used up: ${used} of ${limit}`,
  },
  fr: {
    title: 'À surveiller',
    nothing: 'Rien ne demande votre attention.',
    waiting: (count: string) => `Demandes en attente de signature : ${count}`,
    bounced: (title: string) => `Un e-mail à un signataire de « ${title} » n’a pas pu être remis`,
    seal: (title: string) => `« ${title} » n’a pas pu être scellé`,
    consents: (application: string, count: string) =>
      `Autorisations pour ${application} en attente d’approbation : ${count}`,
    failing: (url: string) => `Le webhook ${url} échoue`,
    disabled: (url: string) => `Le webhook ${url} a été désactivé après trop d’échecs`,
    quota: (used: string, limit: string) => `Le quota est presque épuisé : ${used} sur ${limit}`,
  },
})

interface Concern {
  readonly text: string
  readonly href: string
}

/** Looks at so many of the latest requests of an entity. */
const looked = 25

/** What somebody should do something about. */
export function Attention() {
  const t = texts()
  const place = usePlace()
  const concerns = useLoad(() => concernsOf(place), [place.org.id])
  return (
    <Card title={t.title}>
      <Loaded of={concerns}>
        {(found) =>
          found.length === 0 ? (
            <p>{t.nothing}</p>
          ) : (
            <ul class="concerns">
              {found.map(({ text, href }) => (
                <li key={text}>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

async function concernsOf(place: Place): Promise<Concern[]> {
  const all = await Promise.all([ofRequests(place), ofConsents(place), ofWebhooks(place), ofQuotas(place)])
  return all.flat()
}

async function ofRequests(place: Place): Promise<Concern[]> {
  const t = texts()
  const { org } = place
  const found = await Promise.all(
    entitiesWith(place, 'signature.read').map(async ({ entityId }) => {
      const [waiting, completed] = await Promise.all(
        (['pending_signature', 'completed'] as const).map((status) =>
          call('GET /v1/signature-requests', { query: { entityId, status: [status], pageSize: looked } }),
        ),
      )
      return { waiting: waiting?.results ?? [], completed: completed?.results ?? [] }
    }),
  )
  const waiting = found.flatMap((each) => each.waiting)
  const href = (id: string) => screenHref(org, 'signature-requests', id)
  return [
    ...waiting
      .filter(({ signers }) => signers.some(({ emailDelivery }) => emailDelivery === 'bounced'))
      .map(({ id, title }) => ({ text: t.bounced(title), href: href(id) })),
    ...found
      .flatMap(({ completed }) => completed)
      .filter(({ document }) => document?.sealStatus === 'failed')
      .map(({ id, title }) => ({ text: t.seal(title), href: href(id) })),
    ...(waiting.length > 0
      ? [
          {
            text: t.waiting(
              found.some((each) => each.waiting.length === looked) ? `${looked}+` : numberOf(waiting.length),
            ),
            href: `${screenHref(org, 'signature-requests')}?status=pending_signature`,
          },
        ]
      : []),
  ]
}

async function ofConsents({ org }: Place): Promise<Concern[]> {
  if (!hasPermission(org, 'integrations.manage')) return []
  const t = texts()
  const { results } = await call('GET /v1/orgs/{orgId}/grants', { path: { orgId: org.id } })
  const href = screenHref(org, 'applications')
  return [...waitingByApplication(results)].map(([name, count]) => ({ text: t.consents(name, numberOf(count)), href }))
}

async function ofWebhooks({ org }: Place): Promise<Concern[]> {
  if (!hasPermission(org, 'integrations.manage')) return []
  const t = texts()
  const { results } = await call('GET /v1/orgs/{orgId}/webhooks', { path: { orgId: org.id } })
  return results.flatMap((webhook) => {
    const href = screenHref(org, 'webhooks', webhook.id)
    if (webhook.disabledReason === 'consecutive_failures') return [{ text: t.disabled(webhook.url), href }]
    return stateOfWebhook(webhook) === 'failing' ? [{ text: t.failing(webhook.url), href }] : []
  })
}

async function ofQuotas({ org }: Place): Promise<Concern[]> {
  if (!hasPermission(org, 'settings.manage')) return []
  const t = texts()
  const { quotas } = await call('GET /v1/orgs/{orgId}/usage', { path: { orgId: org.id } })
  return quotas.flatMap(({ limit, used }) =>
    limit !== null && used >= limit * 0.9
      ? [{ text: t.quota(numberOf(used), numberOf(limit)), href: screenHref(org, 'usage') }]
      : [],
  )
}
