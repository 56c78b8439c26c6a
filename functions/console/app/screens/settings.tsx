import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Choice, FormField, SelectField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call, uploaded } from '../api.ts'
import type { Settings } from '../api-types.ts'
import { type Org, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { bodyOf, type SettingsAt, type SettingsGroup, settingsGroups, settingsIn } from '../node-settings/sections.ts'
import { connectionsOf, vendorNames } from '../node-settings/vendor-names.ts'
import { Form } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { nodesOf } from '../places.ts'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Settings',
    place: 'Settings of',
    brandingLead: 'Shown in e-mails and on the pages of signers and recipients.',
    logo: 'Logo',
    logoHint: 'A PNG or JPEG of at most 1 MB. It is shown at most 400 × 120 pixels large.',
    logoNow: 'The current logo',
    removeLogo: 'Remove the logo',
    save: 'Save',
    saved: 'The settings are saved.',
  },
  fr: {
    title: 'Paramètres',
    place: 'Paramètres de',
    brandingLead: 'Visible dans les e-mails et sur les pages des signataires et des destinataires.',
    logo: 'Logo',
    logoHint: 'Un PNG ou JPEG de 1 Mo au plus. Il est affiché en 400 × 120 pixels au plus.',
    logoNow: 'Le logo actuel',
    removeLogo: 'Retirer le logo',
    save: 'Enregistrer',
    saved: 'Les paramètres sont enregistrés.',
  },
})

export default function SettingsScreen({ route }: ScreenInput) {
  const t = texts()
  const { org } = usePlace()
  const nodes = useLoad(async () => (await nodesOf(org.id)).filter(({ type }) => type !== 'group'), [org.id])
  const asked = route.query.get('nodeId')
  return (
    <Screen title={t.title}>
      <Loaded of={nodes}>
        {(found) => {
          // Of another organization, such as the test one, nothing is changed below the header of this one.
          const nodeId = (found.find(({ id }) => id === asked) ?? found[0])?.id ?? org.id
          return (
            <>
              <form class="filters" onSubmit={(event) => event.preventDefault()}>
                <SelectField
                  label={t.place}
                  value={nodeId}
                  onChange={(event) => changeQuery(route, { nodeId: event.currentTarget.value })}
                  options={found.map(({ id, name }) => ({ value: id, label: name }))}
                />
              </form>
              <NodeSettings key={nodeId} nodeId={nodeId} org={org} />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

interface Read {
  readonly settings: Settings
  readonly inOrganization: Settings['effective'] | null
  readonly connections: Awaited<ReturnType<typeof connectionsOf>>
}

async function read(nodeId: string, org: Org): Promise<Read> {
  const [settings, inOrganization, connections] = await Promise.all([
    call('GET /v1/nodes/{nodeId}/settings', { path: { nodeId } }),
    // Only the words beside fields need what an entity inherits, so that a refusal is not shown.
    nodeId === org.id
      ? null
      : call('GET /v1/nodes/{nodeId}/settings', { path: { nodeId: org.id } }).then(
          ({ effective }) => effective,
          () => null,
        ),
    connectionsOf(org),
  ])
  return { settings, inOrganization, connections }
}

function NodeSettings({ nodeId, org }: { nodeId: string; org: Org }) {
  const t = texts()
  const loaded = useLoad(() => read(nodeId, org), [nodeId, org.id])
  return (
    <Loaded of={loaded}>
      {({ settings, inOrganization, connections }) => {
        const vendors = {
          signature: vendorNames('signature', connections, org),
          registered_mail: vendorNames('registered_mail', connections, org),
        }
        const replace = (changed: Settings) => loaded.replace({ settings: changed, inOrganization, connections })
        const at = { settings, inOrganization, organizationName: org.name }
        return settingsGroups(vendors).map((group) => (
          <GroupForm key={group.title} group={group} at={at} onSaved={replace}>
            {group.section === 'branding' && <p>{t.brandingLead}</p>}
            {group.section === 'branding' && <Logo url={settings.branding.logoUrl} />}
          </GroupForm>
        ))
      }}
    </Loaded>
  )
}

interface GroupFormProps {
  readonly group: SettingsGroup
  readonly at: SettingsAt
  readonly onSaved: (settings: Settings) => void
  readonly children: ComponentChildren
}

/** A group of settings with a button of its own. */
function GroupForm({ group, at, onSaved, children }: GroupFormProps) {
  const t = texts()
  const [isSaved, setIsSaved] = useState(false)
  const { nodeId, version } = at.settings
  async function save(data: FormData): Promise<void> {
    setIsSaved(false)
    const body = bodyOf(group, data, group.section === 'branding' ? await logoIn(data) : {})
    onSaved(await call('PATCH /v1/nodes/{nodeId}/settings', { path: { nodeId }, body, version }))
    setIsSaved(true)
  }
  return (
    <Card title={group.title}>
      <Form submit={t.save} of={group.title} onSubmit={save}>
        {children}
        {settingsIn(group, at).map(({ field, setting }) => (
          <div key={setting.name}>{field.kind.render(setting)}</div>
        ))}
        {isSaved && (
          <Notice kind="success" isUrgent>
            <p>{t.saved}</p>
          </Notice>
        )}
      </Form>
    </Card>
  )
}

function Logo({ url }: { url: string | null }) {
  const t = texts()
  return (
    <>
      {url && <img class="brand-logo" src={url} alt={t.logoNow} />}
      <FormField label={t.logo} hint={t.logoHint}>
        {(described) => <input {...described} type="file" name="logo" accept="image/png,image/jpeg" />}
      </FormField>
      {url && <Choice name="removeLogo" label={t.removeLogo} />}
    </>
  )
}

/** A logo that is left out stays as it is. */
async function logoIn(data: FormData): Promise<{ logoUploadId?: string | null }> {
  const logo = data.get('logo')
  if (logo instanceof File && logo.size > 0) return { logoUploadId: await uploaded(logo) }
  return data.get('removeLogo') === 'on' ? { logoUploadId: null } : {}
}
