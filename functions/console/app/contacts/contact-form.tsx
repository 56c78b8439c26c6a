import { useState } from 'preact/hooks'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import type { Contact } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { Form, linesIn, textIn } from '../parts/form.tsx'
import { Pairs } from '../parts/screen.tsx'

const texts = textsOf({
  en: {
    kind: 'Kind',
    kinds: { person: 'Person', company: 'Company' },
    firstName: 'First name',
    lastName: 'Last name',
    companyName: 'Name of the company',
    siret: 'SIRET number',
    email: 'E-mail address',
    mobilePhone: 'Mobile number',
    phone: 'Phone',
    line1: 'Street and number',
    postalCode: 'Postal code',
    city: 'City',
    tags: 'Tags',
    tagsHint: 'Separated by commas.',
    externalRef: 'Your reference',
  },
  fr: {
    kind: 'Type',
    kinds: { person: 'Personne', company: 'Entreprise' },
    firstName: 'Prénom',
    lastName: 'Nom',
    companyName: 'Nom de l’entreprise',
    siret: 'Numéro SIRET',
    email: 'Adresse e-mail',
    mobilePhone: 'Numéro de mobile',
    phone: 'Téléphone',
    line1: 'Rue et numéro',
    postalCode: 'Code postal',
    city: 'Ville',
    tags: 'Étiquettes',
    tagsHint: 'Séparées par des virgules.',
    externalRef: 'Votre référence',
  },
})

/** What the form says of a contact. */
export interface ContactFields {
  readonly kind: 'person' | 'company'
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
  readonly siret: string | null
  readonly email: string | null
  readonly mobilePhone: string | null
  readonly phone: string | null
  readonly address: { readonly line1: string | null; readonly postalCode: string | null; readonly city: string | null }
  readonly tags: readonly string[]
  readonly externalRef: string | null
}

interface ContactFormProps {
  /** Absent for a new one. */
  readonly contact?: Contact
  readonly submit: string
  readonly cancelHref?: string
  /** Shows the values only. */
  readonly isReadOnly?: boolean
  readonly onSubmit: (fields: ContactFields) => Promise<void>
}

export function ContactForm({ contact, submit, cancelHref, isReadOnly = false, onSubmit }: ContactFormProps) {
  const t = texts()
  const [kind, setKind] = useState<ContactFields['kind']>(contact?.kind ?? 'person')
  const field = (name: 'firstName' | 'lastName' | 'companyName' | 'siret' | 'externalRef') => (
    <TextField label={t[name]} name={name} value={contact?.[name] ?? ''} autocomplete="off" />
  )
  const fieldsIn = (data: FormData): ContactFields => {
    const text = (name: string) => textIn(data, name) || null
    return {
      kind,
      firstName: text('firstName'),
      lastName: text('lastName'),
      companyName: text('companyName'),
      siret: text('siret'),
      email: text('email'),
      mobilePhone: text('mobilePhone'),
      phone: text('phone'),
      address: { line1: text('line1'), postalCode: text('postalCode'), city: text('city') },
      tags: linesIn(data, 'tags'),
      externalRef: text('externalRef'),
    }
  }
  if (contact && isReadOnly) return <ContactValues contact={contact} />
  return (
    <Form submit={submit} onSubmit={(data) => onSubmit(fieldsIn(data))} {...(cancelHref && { cancelHref })}>
      {!contact && (
        <SelectField
          label={t.kind}
          name="kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value === 'company' ? 'company' : 'person')}
          options={(['person', 'company'] as const).map((value) => ({ value, label: t.kinds[value] }))}
        />
      )}
      {kind === 'person' ? (
        <div class="two">
          {field('firstName')}
          {field('lastName')}
        </div>
      ) : (
        <div class="two">
          {field('companyName')}
          {field('siret')}
        </div>
      )}
      <TextField label={t.email} name="email" type="email" value={contact?.email ?? ''} autocomplete="off" />
      <div class="two">
        <TextField label={t.mobilePhone} name="mobilePhone" type="tel" value={contact?.mobilePhone ?? ''} />
        <TextField label={t.phone} name="phone" type="tel" value={contact?.phone ?? ''} />
      </div>
      <TextField label={t.line1} name="line1" value={contact?.address?.line1 ?? ''} />
      <div class="two">
        <TextField label={t.postalCode} name="postalCode" value={contact?.address?.postalCode ?? ''} />
        <TextField label={t.city} name="city" value={contact?.address?.city ?? ''} />
      </div>
      <TextField label={t.tags} hint={t.tagsHint} name="tags" value={contact?.tags.join(', ') ?? ''} />
      {field('externalRef')}
    </Form>
  )
}

function ContactValues({ contact }: { contact: Contact }) {
  const t = texts()
  const { kind, address, tags } = contact
  const names = kind === 'person' ? (['firstName', 'lastName'] as const) : (['companyName', 'siret'] as const)
  const plain = [...names, 'email', 'mobilePhone', 'phone', 'externalRef'] as const
  return (
    <Pairs
      of={[
        ...plain.map((name) => [t[name], contact[name] ?? ''] as const),
        [t.line1, address?.line1 ?? ''],
        [t.city, [address?.postalCode, address?.city].filter(Boolean).join(' ')],
        [t.tags, tags.join(', ')],
      ]}
    />
  )
}
