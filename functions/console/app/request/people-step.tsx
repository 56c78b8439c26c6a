import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Choice, SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import { ContactSearch } from '../contacts/contact-search.tsx'
import type { Entity } from '../context.ts'
import { textsOf } from '../language.ts'
import { Form } from '../parts/form.tsx'
import { useLoad } from '../parts/load.tsx'
import { DocumentField } from './document-field.tsx'
import { type DraftRequest, type DraftSigner, emptySigner, isTwice, movedSigner, signerOf } from './draft-request.ts'
import { MoreOptions } from './more-options.tsx'
import { SignerCard } from './signer-card.tsx'
import { signerMethods, usableMethods, vendorOf, withUsableMethods } from './usable-methods.ts'

const texts = textsOf({
  en: {
    entity: 'Entity',
    replaced: 'The fields that you placed stay where they fit. Check them on the new document.',
    title: 'Title',
    message: 'Message to the signers',
    add: 'Add a signer',
    sequential: 'They sign one after the other, in this order',
    followers: 'Who else gets a copy',
    followersHint: 'Of the signed document. One e-mail address a line.',
    next: 'Place the fields',
  },
  fr: {
    entity: 'Entité',
    replaced: 'Les champs placés restent là où ils conviennent. Vérifiez-les sur le nouveau document.',
    title: 'Titre',
    message: 'Message aux signataires',
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
  const { entityId } = draft
  // Where they cannot be read, the settings of the entity decide.
  const options = useLoad(() => call('GET /v1/signature-requests/options', { query: { entityId } }), [entityId])
  const methods = options.value ? usableMethods(options.value, draft) : signerMethods
  const isInTurn = options.value !== null && vendorOf(options.value, draft)?.supportsParallel === false
  useEffect(() => {
    const changed = withUsableMethods(signers, methods)
    if (changed) onChange({ signers: changed })
  }, [methods.join(), signers.length])
  const next = async () => {
    if (!leadToError()) onNext()
  }
  const add = (known: Partial<DraftSigner> = {}) => {
    const key = Math.max(0, ...signers.map((signer) => signer.key)) + 1
    const kept = signers.filter(({ email, lastName }) => email !== '' || lastName !== '')
    onChange({ signers: [...(known.email ? kept : signers), { ...emptySigner(key), ...known }] })
  }
  const [isReplaced, setIsReplaced] = useState(false)
  const choose = (file: File) => {
    setIsReplaced(draft.file !== null && draft.fields.length > 0)
    onChange({ file, title: draft.title || file.name.replace(/\.pdf$/i, '') })
  }
  return (
    <Form submit={t.next} onSubmit={next}>
      {entities.length > 1 && (
        <SelectField
          label={t.entity}
          value={draft.entityId}
          onChange={(event) => onChange({ entityId: event.currentTarget.value, eidasLevel: '', vendor: '' })}
          options={entities.map(({ entityId, entityName }) => ({ value: entityId, label: entityName }))}
        />
      )}
      <DocumentField file={draft.file} maxBytes={options.value?.maxFileBytes ?? null} onChoose={choose} />
      {isReplaced && (
        <Notice isUrgent>
          <p>{t.replaced}</p>
        </Notice>
      )}
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
          methods={methods}
          onChange={(part) =>
            onChange({ signers: signers.map((each) => (each.key === signer.key ? { ...each, ...part } : each)) })
          }
          isTwice={isTwice(signers, signer)}
          several={
            signers.length > 1
              ? {
                  count: signers.length,
                  onMove: (by) => onChange({ signers: movedSigner(signers, signer.key, by) }),
                  onRemove: () =>
                    onChange({
                      signers: signers.filter(({ key }) => key !== signer.key),
                      fields: draft.fields.filter((field) => field.signer !== signer.key),
                    }),
                }
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
      {signers.length > 1 && (draft.isSequential || isInTurn || options.value?.sequentialAllowed !== false) && (
        <Choice
          label={t.sequential}
          checked={draft.isSequential || isInTurn}
          disabled={isInTurn}
          onChange={(event) => onChange({ isSequential: event.currentTarget.checked })}
        />
      )}
      <TextArea
        label={t.followers}
        hint={t.followersHint}
        value={draft.followers}
        onInput={(event) => onChange({ followers: event.currentTarget.value })}
      />
      {options.value && <MoreOptions draft={draft} options={options.value} onChange={onChange} />}
    </Form>
  )
}

/** Brings the reader to the first value with an error, if there is one. */
function leadToError(): boolean {
  const wrong = document.querySelector<HTMLElement>('main [aria-invalid=true]')
  const folded = wrong?.closest('details')
  if (folded) folded.open = true
  wrong?.focus()
  return wrong !== null
}
