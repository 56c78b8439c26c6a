import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Choice, FormField, SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call, type Input, uploaded } from '../api.ts'
import type { Settings } from '../api-types.ts'
import { usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { nodesOf } from '../places.ts'
import { changeQuery } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'Settings',
    place: 'Settings of',
    features: 'Features',
    featureNames: { signature: 'Signature', registered_mail: 'Registered mail', tasks: 'Tasks' },
    above: { organization: 'Default', entity: 'As the organization' },
    inherit: (above: string, value: string | number) => `${above} (${value})`,
    on: 'On',
    off: 'Off',
    signature: 'Signature',
    expiry: 'Days to sign',
    emptyHint: (above: string) => `Empty: ${above}.`,
    timezone: 'Time zone',
    reminders: 'Reminders',
    branding: 'Branding',
    brandingLead: 'Shown in e-mails and on the pages of signers and recipients.',
    logo: 'Logo',
    logoHint: 'A PNG or JPEG of at most 1 MB. It is shown at most 400 × 120 pixels large.',
    logoNow: 'The current logo',
    removeLogo: 'Remove the logo',
    accent: 'Accent colour',
    accentHint: 'Such as #2447c6.',
    senderName: 'Name of the sender of e-mails',
    contactEmail: 'Contact e-mail',
    contactPhone: 'Contact phone',
    legalName: 'Legal name',
    legalAddress: 'Legal address',
    privacy: 'Address of the privacy notice',
    save: 'Save',
    saved: 'The settings are saved.',
  },
  fr: {
    title: 'Paramètres',
    place: 'Paramètres de',
    features: 'Fonctions',
    featureNames: { signature: 'Signature', registered_mail: 'Envoi recommandé', tasks: 'Tâches' },
    above: { organization: 'Par défaut', entity: 'Comme l’organisation' },
    inherit: (above: string, value: string | number) => `${above} (${value})`,
    on: 'Activée',
    off: 'Désactivée',
    signature: 'Signature',
    expiry: 'Jours pour signer',
    emptyHint: (above: string) => `Vide : ${above}.`,
    timezone: 'Fuseau horaire',
    reminders: 'Relances',
    branding: 'Identité visuelle',
    brandingLead: 'Visible dans les e-mails et sur les pages des signataires et des destinataires.',
    logo: 'Logo',
    logoHint: 'Un PNG ou JPEG de 1 Mo au plus. Il est affiché en 400 × 120 pixels au plus.',
    logoNow: 'Le logo actuel',
    removeLogo: 'Retirer le logo',
    accent: 'Couleur d’accent',
    accentHint: 'Par exemple #2447c6.',
    senderName: 'Nom de l’expéditeur des e-mails',
    contactEmail: 'E-mail de contact',
    contactPhone: 'Téléphone de contact',
    legalName: 'Raison sociale',
    legalAddress: 'Adresse du siège',
    privacy: 'Adresse de la politique de confidentialité',
    save: 'Enregistrer',
    saved: 'Les paramètres sont enregistrés.',
  },
})

const features = ['signature', 'registered_mail', 'tasks'] as const
type Body = Input<'PATCH /v1/nodes/{nodeId}/settings'>['body']

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
              <NodeSettings key={nodeId} nodeId={nodeId} orgId={org.id} />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function NodeSettings({ nodeId, orgId }: { nodeId: string; orgId: string }) {
  const t = texts()
  const settings = useLoad(() => call('GET /v1/nodes/{nodeId}/settings', { path: { nodeId } }), [nodeId])
  /** Only hints need what an entity inherits, so that a refusal is not shown. */
  const inherited = useLoad(
    async () =>
      nodeId === orgId ? null : (await call('GET /v1/nodes/{nodeId}/settings', { path: { nodeId: orgId } })).effective,
    [nodeId, orgId],
  )
  const [isSaved, setIsSaved] = useState(false)
  async function save({ version }: Settings, body: Body): Promise<void> {
    setIsSaved(false)
    settings.replace(await call('PATCH /v1/nodes/{nodeId}/settings', { path: { nodeId }, body, version }))
    setIsSaved(true)
  }
  return (
    <>
      {isSaved && (
        <Notice kind="success" isUrgent>
          <p>{t.saved}</p>
        </Notice>
      )}
      <Loaded of={settings}>
        {(shown) => (
          <div key={shown.nodeId}>
            <FeaturesForm settings={shown} onSave={(body) => save(shown, body)} />
            <SignatureForm settings={shown} inherited={inherited.value} onSave={(body) => save(shown, body)} />
            <BrandingForm settings={shown} onSave={(body) => save(shown, body)} />
          </div>
        )}
      </Loaded>
    </>
  )
}

interface SettingsFormProps {
  readonly settings: Settings
  readonly onSave: (body: Body) => Promise<void>
}

function FeaturesForm({ settings, onSave }: SettingsFormProps) {
  const t = texts()
  const word = (isOn: boolean) => (isOn ? t.on : t.off)
  const above = t.above[settings.type]
  const chosen = (data: FormData, feature: (typeof features)[number]) => {
    const value = textIn(data, feature)
    return value === '' ? null : value === 'on'
  }
  return (
    <Card title={t.features}>
      <Form
        submit={t.save}
        onSubmit={(data) =>
          onSave({ features: Object.fromEntries(features.map((feature) => [feature, chosen(data, feature)])) })
        }
      >
        {features.map((feature) => {
          const own = settings.features[feature]
          return (
            <SelectField
              key={feature}
              label={t.featureNames[feature]}
              name={feature}
              value={own === null ? '' : own ? 'on' : 'off'}
              options={[
                {
                  value: '',
                  label: own === null ? t.inherit(above, word(settings.effective.features[feature])) : above,
                },
                { value: 'on', label: t.on },
                { value: 'off', label: t.off },
              ]}
            />
          )
        })}
      </Form>
    </Card>
  )
}

interface SignatureFormProps extends SettingsFormProps {
  /** What holds in the organization of an entity; null: not known. */
  readonly inherited: Settings['effective'] | null
}

function SignatureForm({ settings, inherited, onSave }: SignatureFormProps) {
  const t = texts()
  const { signature, effective, timezone } = settings
  const above = t.above[settings.type].toLowerCase()
  /** What holds is inherited only where nothing of its own stands before it. */
  const hintOf = (own: string | number | null, inForce: string | number, instead: string | number | undefined) => {
    const value = own === null ? inForce : instead
    return t.emptyHint(value === undefined ? above : t.inherit(above, value))
  }
  async function save(data: FormData): Promise<void> {
    const days = textIn(data, 'defaultExpiryDays')
    const isInherited = data.get('remindersInherit') === 'on'
    await onSave({
      timezone: textIn(data, 'timezone') || null,
      signature: {
        defaultExpiryDays: days === '' ? null : Number(days),
        ...(isInherited && { reminders: null }),
      },
    })
  }
  return (
    <Card title={t.signature}>
      <Form submit={t.save} onSubmit={save}>
        <TextField
          label={t.expiry}
          hint={hintOf(
            signature.defaultExpiryDays,
            effective.signature.defaultExpiryDays,
            inherited?.signature.defaultExpiryDays,
          )}
          name="defaultExpiryDays"
          type="number"
          value={signature.defaultExpiryDays === null ? '' : String(signature.defaultExpiryDays)}
        />
        <TextField
          label={t.timezone}
          hint={hintOf(timezone, effective.timezone, inherited?.timezone)}
          name="timezone"
          value={timezone ?? ''}
          placeholder="Europe/Paris"
        />
        {signature.reminders && <Choice name="remindersInherit" label={`${t.reminders}: ${t.above[settings.type]}`} />}
      </Form>
    </Card>
  )
}

const brandingFields = [
  'accentColor',
  'senderName',
  'contactEmail',
  'contactPhone',
  'legalName',
  'privacyNoticeUrl',
] as const

function BrandingForm({ settings, onSave }: SettingsFormProps) {
  const t = texts()
  const { branding, effective } = settings
  const labels = {
    accentColor: t.accent,
    senderName: t.senderName,
    contactEmail: t.contactEmail,
    contactPhone: t.contactPhone,
    legalName: t.legalName,
    privacyNoticeUrl: t.privacy,
  }
  const hintOf = (field: (typeof brandingFields)[number] | 'legalAddress') => {
    const above = branding[field] === null ? effective.branding[field] : null
    return above
      ? t.emptyHint(t.inherit(t.above[settings.type].toLowerCase(), above))
      : field === 'accentColor'
        ? t.accentHint
        : undefined
  }
  const names = [...brandingFields, 'legalAddress'] as const
  async function save(data: FormData): Promise<void> {
    const logo = data.get('logo')
    const isRemoved = data.get('removeLogo') === 'on'
    const logoUploadId = logo instanceof File && logo.size > 0 ? await uploaded(logo) : isRemoved ? null : undefined
    const values = Object.fromEntries(names.map((name) => [name, textIn(data, name) || null]))
    await onSave({ branding: { ...values, ...(logoUploadId !== undefined && { logoUploadId }) } })
  }
  return (
    <Card title={t.branding}>
      <p>{t.brandingLead}</p>
      <Form submit={t.save} onSubmit={save}>
        {branding.logoUrl && <img class="brand-logo" src={branding.logoUrl} alt={t.logoNow} />}
        <FormField label={t.logo} hint={t.logoHint}>
          {(described) => <input {...described} type="file" name="logo" accept="image/png,image/jpeg" />}
        </FormField>
        {branding.logoUrl && <Choice name="removeLogo" label={t.removeLogo} />}
        {brandingFields.map((field) => (
          <TextField
            key={field}
            label={labels[field]}
            hint={hintOf(field)}
            name={field}
            value={branding[field] ?? ''}
          />
        ))}
        <TextArea
          label={t.legalAddress}
          hint={hintOf('legalAddress')}
          name="legalAddress"
          value={branding.legalAddress ?? ''}
        />
      </Form>
    </Card>
  )
}
