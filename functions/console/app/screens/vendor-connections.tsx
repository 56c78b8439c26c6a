import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Copyable } from '../../../../shared/pages/components/copyable.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { ConfiguredVendorConnection, VendorConnection } from '../api-types.ts'
import { isTest, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Pairs, Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const texts = textsOf({
  en: {
    title: 'Vendor connections',
    lead: 'With an account at an outside vendor, requests can be signed there, and registered mail sent. The credentials are stored encrypted, and nobody can read them again.',
    none: 'This installation offers no outside vendor.',
    state: 'State',
    since: 'Connected on',
    checked: 'Last check',
    never: 'Never',
    kinds: { signature: 'Signature', registered_mail: 'Registered mail' },
    kind: 'For',
    environments: { live: 'Live account', sandbox: 'Sandbox of the vendor' },
    environment: 'Account',
    lastError: (error: string) => `The vendor answered: ${error}`,
    connect: 'Connect',
    replace: 'Replace the credentials',
    replaceHint: 'Enter all values again: the stored ones are not shown.',
    webhookUrl: 'Address for the vendor’s webhooks',
    webhookHint: 'Enter it at the vendor now. It is shown once.',
    connected: 'The vendor is connected.',
    untried: 'The credentials are stored, but not tried yet.',
    refused: 'The credentials are stored, but do not work. Enter others, or try them again later.',
    copy: 'Copy',
    copied: 'Copied',
    check: 'Try the credentials',
    remove: 'Disconnect',
    removeTitle: (name: string) => `Disconnect ${name}?`,
    removeText: 'The credentials are deleted. New requests and mail cannot use the vendor.',
    optional: (name: string) => `${name} (optional)`,
    webhookSecretHint:
      'The vendor shows it once it has our address. To get the address, connect with any text here; then replace the credentials. The address stays.',
    fields: {
      apiKey: 'API key',
      webhookSecret: 'Secret of the webhooks',
      token: 'Token',
      privateKey: 'Private key',
      paymentSlug: 'Means of payment (payment slug)',
      baseUrl: 'Address of the service',
      clientId: 'Client id',
      clientSecret: 'Client secret',
    },
  },
  fr: {
    title: 'Connexions aux prestataires',
    lead: 'Avec un compte chez un prestataire externe, les demandes peuvent y être signées et les recommandés envoyés. Les identifiants sont stockés chiffrés et personne ne peut les relire.',
    none: 'Cette installation ne propose aucun prestataire externe.',
    state: 'État',
    since: 'Connecté le',
    checked: 'Dernière vérification',
    never: 'Jamais',
    kinds: { signature: 'Signature', registered_mail: 'Envoi recommandé' },
    kind: 'Pour',
    environments: { live: 'Compte réel', sandbox: 'Bac à sable du prestataire' },
    environment: 'Compte',
    lastError: (error: string) => `Le prestataire a répondu : ${error}`,
    connect: 'Connecter',
    replace: 'Remplacer les identifiants',
    replaceHint: 'Saisissez à nouveau toutes les valeurs : celles qui sont stockées ne sont pas affichées.',
    webhookUrl: 'Adresse pour les webhooks du prestataire',
    webhookHint: 'Saisissez-la maintenant chez le prestataire. Elle n’est affichée qu’une fois.',
    connected: 'Le prestataire est connecté.',
    untried: 'Les identifiants sont enregistrés, mais pas encore essayés.',
    refused:
      'Les identifiants sont enregistrés, mais ne fonctionnent pas. Saisissez-en d’autres, ou essayez-les à nouveau plus tard.',
    copy: 'Copier',
    copied: 'Copié',
    check: 'Essayer les identifiants',
    remove: 'Déconnecter',
    removeTitle: (name: string) => `Déconnecter ${name} ?`,
    removeText:
      'Les identifiants sont supprimés. De nouvelles demandes et de nouveaux envois ne peuvent plus utiliser ce prestataire.',
    optional: (name: string) => `${name} (facultatif)`,
    webhookSecretHint:
      'Le prestataire l’affiche une fois qu’il a notre adresse. Pour obtenir l’adresse, connectez-le avec un texte quelconque ici, puis remplacez les identifiants. L’adresse reste la même.',
    fields: {
      apiKey: 'Clé d’API',
      webhookSecret: 'Secret des webhooks',
      token: 'Jeton',
      privateKey: 'Clé privée',
      paymentSlug: 'Moyen de paiement (payment slug)',
      baseUrl: 'Adresse du service',
      clientId: 'Identifiant du client',
      clientSecret: 'Secret du client',
    },
  },
})

export default function VendorConnections() {
  const t = texts()
  const { org } = usePlace()
  const path = { orgId: org.id }
  const connections = useLoad(() => call('GET /v1/orgs/{orgId}/vendor-connections', { path }), [org.id])
  return (
    <Screen title={t.title}>
      <p>{t.lead}</p>
      <Loaded of={connections}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty>{t.none}</Empty>
          ) : (
            results.map((connection) => (
              <Connection key={connection.vendor} connection={connection} onChange={connections.reload} />
            ))
          )
        }
      </Loaded>
    </Screen>
  )
}

/** What the vendor calls a value; one that this version does not know by its word in the API. */
function labelOf(name: string): string {
  const known: Readonly<Record<string, string>> = texts().fields
  return known[name] ?? name
}

interface ConnectionProps {
  readonly connection: VendorConnection
  readonly onChange: () => Promise<void>
}

function Connection({ connection, onChange }: ConnectionProps) {
  const t = texts()
  const { org } = usePlace()
  const { vendor, name, kind, status, environment, configuredAt, lastCheckAt, lastError } = connection
  const path = { orgId: org.id, vendor }
  const isConnected = status !== 'not_configured'
  const [made, setMade] = useState<ConfiguredVendorConnection | null>(null)
  async function connect(data: FormData): Promise<void> {
    const given = connection.fields.map((field) => [field.name, textIn(data, field.name)] as const)
    const credentials = Object.fromEntries(given.filter(([, value]) => value !== ''))
    const body = { environment: isTest(org) ? ('sandbox' as const) : ('live' as const), credentials }
    const stored = await call('PUT /v1/orgs/{orgId}/vendor-connections/{vendor}', { path, body })
    setMade(stored)
    // Some vendors are tried by the operation itself.
    const tried = stored.lastCheckAt === null ? check() : onChange()
    await tried.catch(onChange)
  }
  async function check(): Promise<void> {
    await call('POST /v1/orgs/{orgId}/vendor-connections/{vendor}/check', { path })
    await onChange()
  }
  return (
    <Card title={name}>
      <Pairs
        of={[
          [t.kind, t.kinds[kind]],
          [t.state, <StateBadge key="state" isFeminine state={status} />],
          ...(environment ? [[t.environment, t.environments[environment]] as const] : []),
          ...(configuredAt ? [[t.since, timeOf(configuredAt)] as const] : []),
          ...(isConnected ? [[t.checked, lastCheckAt ? timeOf(lastCheckAt) : t.never] as const] : []),
        ]}
      />
      {lastError && (
        <Notice kind="warning" isUrgent>
          <p>{t.lastError(lastError)}</p>
        </Notice>
      )}
      {made && <Made made={made} connection={connection} />}
      {isConnected && (
        <div class="actions">
          <Action label={t.check} of={name} onAction={check} />
          <ConfirmedAction
            label={t.remove}
            of={name}
            title={t.removeTitle(name)}
            explanation={t.removeText}
            onAction={async () => {
              await call('DELETE /v1/orgs/{orgId}/vendor-connections/{vendor}', { path })
              setMade(null)
              await onChange()
            }}
          />
        </div>
      )}
      <details open={!isConnected}>
        <summary>{isConnected ? t.replace : t.connect}</summary>
        {isConnected && <p class="quiet">{t.replaceHint}</p>}
        <Form key={configuredAt} submit={isConnected ? t.replace : t.connect} onSubmit={connect}>
          {connection.fields.map((field) => (
            <TextField
              key={field.name}
              label={field.required ? labelOf(field.name) : t.optional(labelOf(field.name))}
              hint={field.name === 'webhookSecret' ? t.webhookSecretHint : undefined}
              name={field.name}
              type={field.secret ? 'password' : 'text'}
              autocomplete="off"
              maxLength={500}
              required={field.required}
            />
          ))}
        </Form>
      </details>
    </Card>
  )
}

interface MadeProps {
  /** What storing the credentials answered: only it has the address for webhooks. */
  readonly made: ConfiguredVendorConnection
  /** What was read last. */
  readonly connection: VendorConnection
}

function Made({ made, connection }: MadeProps) {
  const t = texts()
  const { status, lastCheckAt } = connection.configuredAt === made.configuredAt ? connection : made
  const words =
    status === 'error'
      ? ({ kind: 'warning', text: t.refused } as const)
      : lastCheckAt === null
        ? ({ kind: 'info', text: t.untried } as const)
        : ({ kind: 'success', text: t.connected } as const)
  // Each mail tells AR24 an address of its own.
  const isToBeEntered = connection.vendor !== 'ar24'
  return (
    <Notice kind={words.kind} isUrgent>
      <p>{words.text}</p>
      {made.webhookUrl && isToBeEntered && words.kind === 'success' && (
        <>
          <p>
            {t.webhookUrl}. {t.webhookHint}
          </p>
          <Copyable text={made.webhookUrl} copy={t.copy} copied={t.copied} />
        </>
      )}
    </Notice>
  )
}
