import { useState } from 'preact/hooks'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { RegisteredMailOptions } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { isOutsideVendor, mailVendorName } from '../node-settings/vendor-names.ts'
import { Form, textIn } from '../parts/form.tsx'

const texts = textsOf({
  en: {
    add: 'Add a sender',
    vendor: 'Sent by',
    unavailable: (name: string) => `${name} (does not work at the moment)`,
    mode: 'Account',
    modes: (vendor: string) => ({ create: `A new one at ${vendor}`, link: `One that exists at ${vendor} already` }),
    linkHint: (vendor: string) => `${vendor} asks its owner by e-mail whether you may use it.`,
    label: 'Name of the sender in lists',
    company: 'Company',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address of the sender',
    address: 'Address of the sender',
    line1: 'Street and number',
    postalCode: 'Postal code',
    city: 'City',
    country: 'Country code',
  },
  fr: {
    add: 'Ajouter un expéditeur',
    vendor: 'Envoyé par',
    unavailable: (name: string) => `${name} (ne fonctionne pas en ce moment)`,
    mode: 'Compte',
    modes: (vendor: string) => ({ create: `Un nouveau chez ${vendor}`, link: `Un qui existe déjà chez ${vendor}` }),
    linkHint: (vendor: string) => `${vendor} demande à son titulaire par e-mail si vous pouvez l’utiliser.`,
    label: 'Nom de l’expéditeur dans les listes',
    company: 'Entreprise',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail de l’expéditeur',
    address: 'Adresse de l’expéditeur',
    line1: 'Rue et numéro',
    postalCode: 'Code postal',
    city: 'Ville',
    country: 'Code du pays',
  },
})

const modes = ['create', 'link'] as const

interface NewSenderProps {
  readonly entityId: string
  readonly options: RegisteredMailOptions
  readonly onChange: () => Promise<void>
}

/** A new account at a vendor, or one that its owner has there already. */
export function NewSender({ entityId, options, onChange }: NewSenderProps) {
  const t = texts()
  const { vendors, defaultVendor } = options
  const [vendor, setVendor] = useState(vendors.find(({ key }) => key === defaultVendor)?.key ?? vendors[0]?.key ?? '')
  const [wantsLink, setWantsLink] = useState(false)
  const isLinked = wantsLink && isOutsideVendor(vendor)
  const needsAddress = vendor === 'ar24' && !isLinked
  const vendorName = mailVendorName(vendor)
  async function add(data: FormData): Promise<void> {
    const text = (name: string) => textIn(data, name)
    const company = text('company') || null
    const address = {
      line1: text('line1'),
      postalCode: text('postalCode'),
      city: text('city'),
      country: text('country'),
    }
    const body = {
      entityId,
      ...(vendor && { vendor }),
      mode: isLinked ? ('link' as const) : ('create' as const),
      kind: company ? ('professional' as const) : ('individual' as const),
      label: text('label'),
      company,
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      ...(needsAddress && { address }),
    }
    await call('POST /v1/registered-mails/sender-accounts', { body })
    await onChange()
  }
  return (
    <Form submit={t.add} onSubmit={add}>
      {vendors.length > 1 && (
        <SelectField
          label={t.vendor}
          name="vendor"
          value={vendor}
          onChange={(event) => setVendor(event.currentTarget.value)}
          options={vendors.map(({ key, status }) => {
            const name = mailVendorName(key)
            return { value: key, label: status === 'available' ? name : t.unavailable(name) }
          })}
        />
      )}
      {isOutsideVendor(vendor) && vendor !== '' && (
        <SelectField
          label={t.mode}
          name="mode"
          value={wantsLink ? 'link' : 'create'}
          onChange={(event) => setWantsLink(event.currentTarget.value === 'link')}
          options={modes.map((value) => ({ value, label: t.modes(vendorName)[value] }))}
        />
      )}
      {isLinked && <p class="quiet">{t.linkHint(vendorName)}</p>}
      <TextField label={t.label} name="label" maxLength={100} required />
      <TextField label={t.company} name="company" maxLength={200} />
      <TextField label={t.firstName} name="firstName" maxLength={100} required />
      <TextField label={t.lastName} name="lastName" maxLength={100} required />
      <TextField label={t.email} name="email" type="email" required />
      {needsAddress && (
        <fieldset>
          <legend>{t.address}</legend>
          <TextField label={t.line1} name="line1" maxLength={200} required />
          <div class="two">
            <TextField label={t.postalCode} name="postalCode" maxLength={20} required />
            <TextField label={t.city} name="city" maxLength={100} required />
            <TextField label={t.country} name="country" maxLength={2} value="FR" required />
          </div>
        </fieldset>
      )}
    </Form>
  )
}
