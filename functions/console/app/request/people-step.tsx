import { Button } from '../../../../shared/pages/components/button.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Choice, FormField, SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { languageNames, readerLocaleOf, readerLocales } from '../../../../shared/platform/locale.ts'
import { ContactSearch } from '../contacts/contact-search.tsx'
import type { Entity } from '../context.ts'
import { isTest, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Form } from '../parts/form.tsx'
import { type DraftRequest, type DraftSigner, emptySigner, signerOf } from './draft-request.ts'

const texts = textsOf({
  en: {
    entity: 'Entity',
    file: 'Document',
    fileHint: 'A PDF of up to 15 MB.',
    chosen: (name: string) => `Chosen: ${name}`,
    title: 'Title',
    message: 'Message to the signers',
    signer: (number: number) => `Signer ${number}`,
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail address',
    testHint:
      'In a test organization, jane+sign@example.com signs by itself, and +decline declines. For other addresses, simulate it once the request is sent.',
    phone: 'Mobile number',
    language: 'Language of the e-mails and pages',
    method: 'Proof of identity',
    methods: { none: 'None', email_otp: 'Code by e-mail', sms_otp: 'Code by SMS' },
    remove: 'Remove',
    add: 'Add a signer',
    sequential: 'They sign one after the other, in this order',
    followers: 'Who else gets a copy',
    followersHint: 'Of the signed document. One e-mail address a line.',
    next: 'Place the fields',
  },
  fr: {
    entity: 'Entité',
    file: 'Document',
    fileHint: 'Un PDF de 15 Mo au plus.',
    chosen: (name: string) => `Choisi : ${name}`,
    title: 'Titre',
    message: 'Message aux signataires',
    signer: (number: number) => `Signataire ${number}`,
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'Adresse e-mail',
    testHint:
      'Dans une organisation de test, jane+sign@example.com signe de lui-même, et +decline refuse. Pour les autres adresses, simulez-le une fois la demande envoyée.',
    phone: 'Numéro de mobile',
    language: 'Langue des e-mails et des pages',
    method: 'Preuve d’identité',
    methods: { none: 'Aucune', email_otp: 'Code par e-mail', sms_otp: 'Code par SMS' },
    remove: 'Retirer',
    add: 'Ajouter un signataire',
    sequential: 'Ils signent l’un après l’autre, dans cet ordre',
    followers: 'Qui d’autre reçoit une copie',
    followersHint: 'Du document signé. Une adresse e-mail par ligne.',
    next: 'Placer les champs',
  },
})

interface PeopleStepProps {
  readonly draft: DraftRequest
  readonly entities: readonly Entity[]
  readonly onChange: (part: Partial<DraftRequest>) => void
  readonly onNext: () => void
}

/** The document and its signers. */
export function PeopleStep({ draft, entities, onChange, onNext }: PeopleStepProps) {
  const t = texts()
  const { signers } = draft
  const add = (known: Partial<DraftSigner> = {}) => {
    const key = Math.max(0, ...signers.map((signer) => signer.key)) + 1
    const kept = signers.filter(({ email, lastName }) => email !== '' || lastName !== '')
    onChange({ signers: [...(known.email ? kept : signers), { ...emptySigner(key), ...known }] })
  }
  const choose = (file: File | undefined) => {
    // Fields that were kept while somebody signed in again belong to the document that is chosen again.
    const fields = draft.file ? [] : draft.fields
    if (file) onChange({ file, fields, title: draft.title || file.name.replace(/\.pdf$/i, '') })
  }
  return (
    <Form submit={t.next} onSubmit={async () => onNext()}>
      {entities.length > 1 && (
        <SelectField
          label={t.entity}
          value={draft.entityId}
          onChange={(event) => onChange({ entityId: event.currentTarget.value })}
          options={entities.map(({ entityId, entityName }) => ({ value: entityId, label: entityName }))}
        />
      )}
      <FormField label={t.file} hint={draft.file ? t.chosen(draft.file.name) : t.fileHint}>
        {(described) => (
          <input
            {...described}
            type="file"
            accept="application/pdf"
            required={!draft.file}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        )}
      </FormField>
      <TextField
        label={t.title}
        value={draft.title}
        maxLength={200}
        onInput={(event) => onChange({ title: event.currentTarget.value })}
        required
      />
      <TextArea
        label={t.message}
        value={draft.message}
        maxLength={1000}
        onInput={(event) => onChange({ message: event.currentTarget.value })}
      />
      {signers.map((signer, index) => (
        <SignerCard
          key={signer.key}
          number={index + 1}
          signer={signer}
          onChange={(part) =>
            onChange({ signers: signers.map((each) => (each.key === signer.key ? { ...each, ...part } : each)) })
          }
          onRemove={
            signers.length > 1
              ? () =>
                  onChange({
                    signers: signers.filter(({ key }) => key !== signer.key),
                    fields: draft.fields.filter((field) => field.signer !== signer.key),
                  })
              : null
          }
        />
      ))}
      <ContactSearch entityId={draft.entityId} onChoose={(contact) => add(signerOf(contact))} />
      <p>
        <Button icon="plus" onClick={() => add()}>
          {t.add}
        </Button>
      </p>
      {signers.length > 1 && (
        <Choice
          label={t.sequential}
          checked={draft.isSequential}
          onChange={(event) => onChange({ isSequential: event.currentTarget.checked })}
        />
      )}
      <TextArea
        label={t.followers}
        hint={t.followersHint}
        value={draft.followers}
        onInput={(event) => onChange({ followers: event.currentTarget.value })}
      />
    </Form>
  )
}

const methods = ['email_otp', 'sms_otp', 'none'] as const

interface SignerCardProps {
  readonly number: number
  readonly signer: DraftSigner
  readonly onChange: (part: Partial<DraftSigner>) => void
  readonly onRemove: (() => void) | null
}

function SignerCard({ number, signer, onChange, onRemove }: SignerCardProps) {
  const t = texts()
  const { org } = usePlace()
  return (
    <Card title={t.signer(number)}>
      <div class="two">
        <TextField
          label={t.firstName}
          value={signer.firstName}
          onInput={(event) => onChange({ firstName: event.currentTarget.value })}
          required
        />
        <TextField
          label={t.lastName}
          value={signer.lastName}
          onInput={(event) => onChange({ lastName: event.currentTarget.value })}
          required
        />
      </div>
      <TextField
        label={t.email}
        type="email"
        hint={isTest(org) ? t.testHint : undefined}
        value={signer.email}
        onInput={(event) => onChange({ email: event.currentTarget.value })}
        required
      />
      <SelectField
        label={t.language}
        value={signer.locale}
        onChange={(event) => onChange({ locale: readerLocaleOf(event.currentTarget.value) })}
        options={readerLocales.map((value) => ({ value, label: languageNames[value] }))}
      />
      <SelectField
        label={t.method}
        value={signer.authMethod}
        onChange={(event) =>
          onChange({ authMethod: methods.find((each) => each === event.currentTarget.value) ?? 'email_otp' })
        }
        options={methods.map((value) => ({ value, label: t.methods[value] }))}
      />
      {signer.authMethod === 'sms_otp' && (
        <TextField
          label={t.phone}
          type="tel"
          value={signer.phone}
          onInput={(event) => onChange({ phone: event.currentTarget.value })}
          required
        />
      )}
      {onRemove && (
        <Button kind="subtle" onClick={onRemove}>
          {t.remove}
        </Button>
      )}
    </Card>
  )
}
