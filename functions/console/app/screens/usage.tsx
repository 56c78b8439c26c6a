import { Card } from '../../../../shared/pages/components/card.tsx'
import { Progress } from '../../../../shared/pages/components/spinner.tsx'
import { Table } from '../../../../shared/pages/components/table.tsx'
import { call } from '../api.ts'
import { usePlace } from '../context.ts'
import { dayOf, numberOf, textsOf, timeOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'

const texts = textsOf({
  en: {
    title: 'Usage and quotas',
    quotas: 'Quotas of this month',
    noQuota: 'There is no limit.',
    used: (used: string, limit: string) => `${used} of ${limit} used`,
    unlimited: (used: string) => `${used} used, without limit`,
    resets: (day: string) => `starts again on ${day}`,
    metrics: { signature_requests: 'Signature requests', registered_mail_items: 'Registered mails' },
    months: 'By month',
    noMonth: 'Nothing has been used yet.',
    month: 'Month',
    what: 'What',
    count: 'Number',
    clients: 'By API key',
    name: 'Name',
    requests: 'Requests',
    refused: 'Refused',
    lastUse: 'Last use',
  },
  fr: {
    title: 'Consommation et quotas',
    quotas: 'Quotas de ce mois',
    noQuota: 'Il n’y a pas de limite.',
    used: (used: string, limit: string) => `Utilisation : ${used} sur ${limit}`,
    unlimited: (used: string) => `Utilisation : ${used}, sans limite`,
    resets: (day: string) => `repart à zéro le ${day}`,
    metrics: { signature_requests: 'Demandes de signature', registered_mail_items: 'Envois recommandés' },
    months: 'Par mois',
    noMonth: 'Rien n’a encore été utilisé.',
    month: 'Mois',
    what: 'Quoi',
    count: 'Nombre',
    clients: 'Par clé d’API',
    name: 'Nom',
    requests: 'Requêtes',
    refused: 'Refusées',
    lastUse: 'Dernière utilisation',
  },
})

export default function UsageScreen() {
  const t = texts()
  const { org } = usePlace()
  const usage = useLoad(() => call('GET /v1/orgs/{orgId}/usage', { path: { orgId: org.id } }), [org.id])
  return (
    <Screen title={t.title}>
      <Loaded of={usage}>
        {({ quotas, months, clients }) => (
          <>
            <Card title={t.quotas}>
              {quotas.length === 0 && <p>{t.noQuota}</p>}
              {quotas.map(({ metric, limit, used, resetsAt, entityId }) => (
                <div key={`${metric} ${entityId}`}>
                  <h3>{t.metrics[metric]}</h3>
                  <p>
                    {limit === null ? t.unlimited(numberOf(used)) : t.used(numberOf(used), numberOf(limit))},{' '}
                    {t.resets(dayOf(resetsAt))}
                  </p>
                  {limit !== null && <Progress share={limit > 0 ? used / limit : 1} label={t.metrics[metric]} />}
                </div>
              ))}
            </Card>
            <h2>{t.months}</h2>
            {months.length === 0 ? (
              <p>{t.noMonth}</p>
            ) : (
              <Table
                caption={t.months}
                rows={months}
                keyOf={({ month, metric }) => `${month} ${metric}`}
                columns={[
                  { title: t.month, cell: ({ month }) => month },
                  { title: t.what, cell: ({ metric }) => t.metrics[metric] },
                  { title: t.count, cell: ({ used }) => numberOf(used) },
                ]}
              />
            )}
            <h2>{t.clients}</h2>
            <Table
              caption={t.clients}
              rows={clients}
              keyOf={({ clientId }) => clientId}
              columns={[
                { title: t.name, cell: ({ name }) => name },
                { title: t.requests, cell: ({ requests }) => numberOf(requests) },
                { title: t.refused, cell: ({ refusedRequests }) => numberOf(refusedRequests) },
                { title: t.lastUse, cell: ({ lastUsedAt }) => (lastUsedAt ? timeOf(lastUsedAt) : '—') },
              ]}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
