import { useState } from 'preact/hooks'
import { SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { type Answer, call } from '../api.ts'
import { screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Form, linesIn, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { Secret } from '../parts/secret.tsx'
import { nodesOf, rolesOf } from '../places.ts'
import { roleName } from '../role-names.ts'
import { goTo } from '../router.ts'
import { settings } from '../settings.ts'

const texts = textsOf({
  en: {
    title: 'Create an API key',
    above: 'API keys',
    name: 'Name',
    nameHint: 'Say which system uses it, such as “Rental software”.',
    role: 'Role',
    roleHint: 'What the key may do. “Member” is enough to send documents.',
    node: 'Covers',
    nodeHint: 'The key works in this part of the organization and below it.',
    ips: 'Allowed IP addresses',
    ipsHint: 'One address or range a line, such as 203.0.113.7 or 203.0.113.0/24. Empty: all addresses.',
    expiry: 'Expires on',
    expiryHint: 'Empty: the key does not expire.',
    submit: 'Create the key',
    created: 'The key is created',
    tokenUrl: 'Token address',
    scope: 'Scope',
  },
  fr: {
    title: 'Créer une clé d’API',
    above: 'Clés d’API',
    name: 'Nom',
    nameHint: 'Indiquez le système qui l’utilise, par exemple « Logiciel de location ».',
    role: 'Rôle',
    roleHint: 'Ce que la clé peut faire. « Membre » suffit pour envoyer des documents.',
    node: 'Portée',
    nodeHint: 'La clé agit dans cette partie de l’organisation et au-dessous.',
    ips: 'Adresses IP autorisées',
    ipsHint: 'Une adresse ou plage par ligne, comme 203.0.113.7 ou 203.0.113.0/24. Vide : toutes les adresses.',
    expiry: 'Expire le',
    expiryHint: 'Vide : la clé n’expire pas.',
    submit: 'Créer la clé',
    created: 'La clé est créée',
    tokenUrl: 'Adresse des jetons',
    scope: 'Portée OAuth (scope)',
  },
})

type Created = Answer<'POST /v1/orgs/{orgId}/api-keys'>

export default function NewApiKey() {
  const t = texts()
  const { org } = usePlace()
  const [created, setCreated] = useState<Created | null>(null)
  const choices = useLoad(async () => {
    const [roles, nodes] = await Promise.all([rolesOf(org.id), nodesOf(org.id)])
    // No key is an owner.
    return { roles: roles.filter(({ key }) => key !== 'owner'), nodes }
  }, [org.id])
  const above = { label: t.above, href: screenHref(org, 'api-keys') }
  async function create(data: FormData): Promise<void> {
    const day = textIn(data, 'expiresAt')
    const ipAllowlist = linesIn(data, 'ipAllowlist')
    const body = {
      name: textIn(data, 'name'),
      role: textIn(data, 'role'),
      nodeId: textIn(data, 'nodeId'),
      ...(ipAllowlist.length > 0 && { ipAllowlist }),
      ...(day !== '' && { expiresAt: new Date(`${day}T23:59:59`).toISOString() }),
    }
    setCreated(await call('POST /v1/orgs/{orgId}/api-keys', { path: { orgId: org.id }, body }))
  }
  if (created)
    return (
      <Screen key="created" title={t.created} above={above}>
        <Secret
          values={[
            { label: 'client_id', text: created.apiKey.clientId },
            { label: 'client_secret', text: created.clientSecret },
            { label: t.tokenUrl, text: `${settings.issuer}/oauth/v2/token` },
            { label: t.scope, text: settings.audienceScope },
          ]}
          onDone={() => goTo(screenHref(org, 'api-keys', created.apiKey.id))}
        />
      </Screen>
    )
  return (
    <Screen title={t.title} above={above}>
      <Loaded of={choices}>
        {({ roles, nodes }) => (
          <Form submit={t.submit} onSubmit={create} cancelHref={above.href}>
            <TextField label={t.name} hint={t.nameHint} name="name" maxLength={100} autocomplete="off" required />
            <SelectField
              label={t.role}
              hint={t.roleHint}
              name="role"
              value="member"
              options={roles.map((role) => ({ value: role.key, label: roleName(role) }))}
            />
            <SelectField
              label={t.node}
              hint={t.nodeHint}
              name="nodeId"
              value={org.id}
              options={nodes.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <TextArea label={t.ips} hint={t.ipsHint} name="ipAllowlist" />
            <TextField label={t.expiry} hint={t.expiryHint} name="expiresAt" type="date" />
          </Form>
        )}
      </Loaded>
    </Screen>
  )
}
