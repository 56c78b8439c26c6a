import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { ApiKey } from '../api-types.ts'
import { personName, screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { ConfirmedAction } from '../parts/action.tsx'
import { Form, linesIn, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Pairs, Screen } from '../parts/screen.tsx'
import { CopyText, Secret } from '../parts/secret.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { roleName } from '../role-names.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    above: 'API keys',
    title: 'API key',
    state: 'State',
    role: 'Role',
    place: 'Covers',
    ips: 'Allowed IP addresses',
    all: 'All',
    expires: 'Expires',
    never: 'Never',
    lastUse: 'Last use',
    requests: 'Requests',
    refused: 'Refused requests',
    created: 'Created',
    change: 'Change the key',
    name: 'Name',
    ipsHint: 'One a line. Empty: all addresses.',
    save: 'Save',
    saved: 'The change is saved.',
    rotate: 'Replace the secret',
    rotateHint: 'The old secret stays valid as long as you choose, so that your systems can change without a pause.',
    overlap: 'The old secret stays valid',
    hours: (hours: number) => (hours === 0 ? 'Not at all' : hours === 1 ? '1 hour' : `${hours} hours`),
    previous: (time: string) => `The previous secret is valid until ${time}.`,
    rotated: 'The new secret',
    revoke: 'Revoke the key',
    revokeTitle: 'Revoke this key?',
    revokeText: 'Every system that uses it is refused at once. This cannot be undone.',
  },
  fr: {
    above: 'Clés d’API',
    title: 'Clé d’API',
    state: 'État',
    role: 'Rôle',
    place: 'Portée',
    ips: 'Adresses IP autorisées',
    all: 'Toutes',
    expires: 'Expire',
    never: 'Jamais',
    lastUse: 'Dernière utilisation',
    requests: 'Requêtes',
    refused: 'Requêtes refusées',
    created: 'Créée',
    change: 'Modifier la clé',
    name: 'Nom',
    ipsHint: 'Une par ligne. Vide : toutes les adresses.',
    save: 'Enregistrer',
    saved: 'La modification est enregistrée.',
    rotate: 'Remplacer le secret',
    rotateHint:
      'L’ancien secret reste valable aussi longtemps que vous le choisissez, pour que vos systèmes changent sans interruption.',
    overlap: 'L’ancien secret reste valable',
    hours: (hours: number) => (hours === 0 ? 'Pas du tout' : hours === 1 ? '1 heure' : `${hours} heures`),
    previous: (time: string) => `L’ancien secret est valable jusqu’au ${time}.`,
    rotated: 'Le nouveau secret',
    revoke: 'Révoquer la clé',
    revokeTitle: 'Révoquer cette clé ?',
    revokeText: 'Tout système qui l’utilise est refusé aussitôt. C’est irréversible.',
  },
})

export default function ApiKeyScreen({ ids: { keyId = '' } }: ScreenInput) {
  const t = texts()
  const { org } = usePlace()
  const path = { orgId: org.id, keyId }
  const key = useLoad(() => call('GET /v1/orgs/{orgId}/api-keys/{keyId}', { path }), [keyId])
  const above = { label: t.above, href: screenHref(org, 'api-keys') }
  return (
    <Screen title={key.value?.name ?? t.title} above={above}>
      <Loaded of={key}>
        {(apiKey) => (
          <>
            <Overview apiKey={apiKey} />
            {apiKey.status === 'active' && (
              <>
                <Rotation apiKey={apiKey} onChange={key.reload} />
                <Change key={apiKey.version} apiKey={apiKey} onChange={key.replace} />
                <ConfirmedAction
                  label={t.revoke}
                  title={t.revokeTitle}
                  explanation={t.revokeText}
                  onAction={async () => {
                    key.replace(await call('POST /v1/orgs/{orgId}/api-keys/{keyId}/revoke', { path }))
                  }}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Overview({ apiKey }: { apiKey: ApiKey }) {
  const t = texts()
  return (
    <Card>
      <Pairs
        of={[
          ['client_id', <CopyText key="id" text={apiKey.clientId} />],
          [t.state, <StateBadge key="state" isFeminine state={apiKey.status} />],
          [t.role, roleName(apiKey.role)],
          [t.place, apiKey.node?.name ?? '—'],
          [t.ips, apiKey.ipAllowlist.join(', ') || t.all],
          [t.expires, apiKey.expiresAt ? timeOf(apiKey.expiresAt) : t.never],
          [t.lastUse, apiKey.lastUsedAt ? `${timeOf(apiKey.lastUsedAt)} (${apiKey.lastUsedIp ?? ''})` : t.never],
          [t.requests, numberOf(apiKey.requestCount)],
          [t.refused, numberOf(apiKey.refusedCount)],
          [t.created, `${timeOf(apiKey.createdAt)}, ${apiKey.createdBy ? personName(apiKey.createdBy) : '—'}`],
        ]}
      />
    </Card>
  )
}

const overlaps = [24, 72, 168, 1, 0]

function Rotation({ apiKey, onChange }: { apiKey: ApiKey; onChange: () => Promise<void> }) {
  const t = texts()
  const [secret, setSecret] = useState<string | null>(null)
  async function rotate(data: FormData): Promise<void> {
    const body = { previousSecretExpiresInHours: Number(textIn(data, 'hours')) }
    const path = { orgId: apiKey.orgId, keyId: apiKey.id }
    const answer = await call('POST /v1/orgs/{orgId}/api-keys/{keyId}/rotate-secret', { path, body })
    setSecret(answer.clientSecret)
  }
  async function done(): Promise<void> {
    setSecret(null)
    await onChange()
  }
  if (secret !== null)
    return (
      <Card title={t.rotated}>
        <Secret values={[{ label: 'client_secret', text: secret }]} onDone={() => void done()} />
      </Card>
    )
  return (
    <Card title={t.rotate}>
      {apiKey.previousSecretExpiresAt && (
        <Notice>
          <p>{t.previous(timeOf(apiKey.previousSecretExpiresAt))}</p>
        </Notice>
      )}
      <Form submit={t.rotate} onSubmit={rotate}>
        <SelectField
          label={t.overlap}
          hint={t.rotateHint}
          name="hours"
          options={overlaps.map((hours) => ({ value: String(hours), label: t.hours(hours) }))}
        />
      </Form>
    </Card>
  )
}

function Change({ apiKey, onChange }: { apiKey: ApiKey; onChange: (changed: ApiKey) => void }) {
  const t = texts()
  async function change(data: FormData): Promise<void> {
    const body = { name: textIn(data, 'name'), ipAllowlist: linesIn(data, 'ipAllowlist') }
    const path = { orgId: apiKey.orgId, keyId: apiKey.id }
    const { version } = apiKey
    onChange(await call('PATCH /v1/orgs/{orgId}/api-keys/{keyId}', { path, body, version }))
  }
  return (
    <Disclosure summary={t.change}>
      <Card>
        <Form submit={t.save} onSubmit={change}>
          <TextField label={t.name} name="name" value={apiKey.name} autocomplete="off" required />
          <TextArea label={t.ips} hint={t.ipsHint} name="ipAllowlist" value={apiKey.ipAllowlist.join('\n')} />
        </Form>
      </Card>
    </Disclosure>
  )
}
