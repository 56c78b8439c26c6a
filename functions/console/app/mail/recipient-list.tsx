import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { SelectField, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { ContactSearch } from '../contacts/contact-search.tsx'
import { isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { type DraftRecipient, emptyRecipient, recipientOf } from './draft-mail.ts'

const texts = textsOf({
  en: {
    title: 'Recipients',
    recipient: (number: number) => `Recipient ${number}`,
    kind: 'Kind',
    kinds: {
      individual: 'A person',
      professional: 'A company or professional',
      administration: 'An administration',
      association: 'An association',
    },
    firstName: 'First name',
    lastName: 'Last name',
    company: 'Company',
    email: 'E-mail address',
    testHint: 'In a test organization, ada+deliver@example.com accepts by itself, and +refuse refuses.',
    consentOn: 'Agreed to electronic mail on',
    consentEvidence: 'Where this is recorded',
    add: 'Add a recipient',
    remove: (number: number) => `Remove recipient ${number}`,
  },
  fr: {
    title: 'Destinataires',
    recipient: (number: number) => `Destinataire ${number}`,
    kind: 'Type',
    kinds: {
      individual: 'Une personne',
      professional: 'Une entreprise ou un professionnel',
      administration: 'Une administration',
      association: 'Une association',
    },
    firstName: 'Prénom',
    lastName: 'Nom',
    company: 'Entreprise',
    email: 'Adresse e-mail',
    testHint: 'Dans une organisation de test, ada+deliver@example.com accepte de lui-même, et +refuse refuse.',
    consentOn: 'A accepté l’envoi électronique le',
    consentEvidence: 'Où cela est consigné',
    add: 'Ajouter un destinataire',
    remove: (number: number) => `Retirer le destinataire ${number}`,
  },
})

interface RecipientListProps {
  readonly entityId: string
  readonly needsConsent: boolean
  readonly before: readonly DraftRecipient[]
}

/** The recipients of a mail, from the contacts or by hand: the value `recipients` of its form, as JSON. */
export function RecipientList({ entityId, needsConsent, before }: RecipientListProps) {
  const t = texts()
  const [recipients, onChange] = useState(before)
  const nextKey = Math.max(0, ...recipients.map(({ key }) => key)) + 1
  const change = (key: number, changed: Partial<DraftRecipient>) =>
    onChange(recipients.map((each) => (each.key === key ? { ...each, ...changed } : each)))
  const isUntouched = ({ email, lastName }: DraftRecipient) => email === '' && lastName === ''
  return (
    <fieldset>
      <legend>{t.title}</legend>
      <input
        type="hidden"
        name="recipients"
        value={JSON.stringify(recipients)}
        onInput={(event) => onChange(JSON.parse(event.currentTarget.value))}
      />
      <ContactSearch
        entityId={entityId}
        onChoose={(contact) => {
          const others = recipients.filter((each) => !isUntouched(each))
          onChange([...others, { ...emptyRecipient(nextKey), ...recipientOf(contact) }])
        }}
      />
      {recipients.map((recipient, index) => (
        <Recipient
          key={recipient.key}
          title={t.recipient(index + 1)}
          recipient={recipient}
          needsConsent={needsConsent}
          onChange={(changed) => change(recipient.key, changed)}
        >
          {recipients.length > 1 && (
            <Button
              icon="trash"
              label={t.remove(index + 1)}
              onClick={() => onChange(recipients.filter(({ key }) => key !== recipient.key))}
            />
          )}
        </Recipient>
      ))}
      <Button icon="plus" onClick={() => onChange([...recipients, emptyRecipient(nextKey)])}>
        {t.add}
      </Button>
    </fieldset>
  )
}

const kinds = ['individual', 'professional', 'administration', 'association'] as const

interface RecipientProps {
  readonly title: string
  readonly recipient: DraftRecipient
  readonly needsConsent: boolean
  readonly onChange: (changed: Partial<DraftRecipient>) => void
  readonly children: ComponentChildren
}

function Recipient({ title, recipient, needsConsent, onChange, children }: RecipientProps) {
  const t = texts()
  const { org } = usePlace()
  const { kind } = recipient
  const field = (name: 'firstName' | 'lastName' | 'company' | 'email' | 'consentOn' | 'consentEvidence') => ({
    label: t[name],
    value: recipient[name],
    onInput: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <fieldset>
      <legend>{title}</legend>
      <SelectField
        label={t.kind}
        value={kind}
        options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
        onChange={(event) =>
          onChange({ kind: kinds.find((each) => each === event.currentTarget.value) ?? 'individual' })
        }
      />
      <div class="two">
        <TextField {...field('firstName')} maxLength={100} required={kind === 'individual'} />
        <TextField {...field('lastName')} maxLength={100} required={kind === 'individual'} />
        {kind !== 'individual' && <TextField {...field('company')} maxLength={200} required />}
        <TextField {...field('email')} type="email" hint={isTest(org) ? t.testHint : undefined} required />
        {needsConsent && kind === 'individual' && (
          <>
            <TextField {...field('consentOn')} type="date" required />
            <TextField {...field('consentEvidence')} maxLength={500} required />
          </>
        )}
      </div>
      {children}
    </fieldset>
  )
}
