import { useRef } from 'preact/hooks'
import { Choice } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { Contact } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { FormAction } from '../parts/action.tsx'
import { confirmDone } from '../parts/confirmation.tsx'
import { textIn } from '../parts/form.tsx'
import { type MergeConflict, mergeChoices, takenFields } from './merge-choices.ts'

const texts = textsOf({
  en: {
    merge: 'Merge into this one',
    title: (name: string) => `Merge ${name} into this contact?`,
    text: 'Its requests, mails and tasks come along, and it is deleted. This cannot be undone.',
    filled: (names: string) => `Empty here, so taken over: ${names}.`,
    tags: (tags: string) => `Tags afterwards: ${tags}.`,
    choose: 'Both have a value. Choose the one that stays:',
    here: (value: string) => `${value} (here)`,
    merged: (name: string) => `${name} is merged into this contact.`,
    civilities: { mr: 'Mr', mrs: 'Mrs', mx: 'Mx', dr: 'Dr', maitre: 'Maître' },
    names: {
      civility: 'Title',
      firstName: 'First name',
      lastName: 'Last name',
      companyName: 'Name of the company',
      companyId: 'Company',
      siret: 'SIREN or SIRET number',
      email: 'E-mail address',
      mobilePhone: 'Mobile number',
      phone: 'Phone',
      address: 'Address',
      externalRef: 'Your reference',
    },
  },
  fr: {
    merge: 'Fusionner dans celui-ci',
    title: (name: string) => `Fusionner ${name} dans ce contact ?`,
    text: 'Ses demandes, envois et tâches sont repris, et il est supprimé. C’est irréversible.',
    filled: (names: string) => `Absents ici, donc repris : ${names}.`,
    tags: (tags: string) => `Étiquettes ensuite : ${tags}.`,
    choose: 'Les deux ont une valeur. Choisissez celle qui reste :',
    here: (value: string) => `${value} (ici)`,
    merged: (name: string) => `${name} est fusionné dans ce contact.`,
    civilities: { mr: 'M.', mrs: 'Mme', mx: 'Mx', dr: 'Dr', maitre: 'Maître' },
    names: {
      civility: 'Civilité',
      firstName: 'Prénom',
      lastName: 'Nom',
      companyName: 'Nom de l’entreprise',
      companyId: 'Entreprise',
      siret: 'Numéro SIREN ou SIRET',
      email: 'Adresse e-mail',
      mobilePhone: 'Numéro de mobile',
      phone: 'Téléphone',
      address: 'Adresse',
      externalRef: 'Votre référence',
    },
  },
})

interface MergeProps {
  /** The contact that stays. */
  readonly target: Contact
  /** The contact that is deleted. */
  readonly source: Contact
  readonly onMerged: () => Promise<void>
}

/** Merges a contact into the one of the screen. What is empty there is taken over; where both have a value, the reader chooses. */
export function MergeContact({ target, source, onMerged }: MergeProps) {
  const t = texts()
  const version = useRef(target.version)
  const { filled, conflicts, tags } = mergeChoices(target, source)
  async function merge(data: FormData): Promise<void> {
    const path = { contactId: target.id }
    const chosen = conflicts.map(({ name }) => name).filter((name) => textIn(data, name) === 'there')
    // A merge would replace the tags. They are united before it, because the other contact is gone afterwards.
    if (tags) {
      const patch = { path, body: { tags }, version: version.current }
      version.current = (await call('PATCH /v1/contacts/{contactId}', patch)).version
    }
    const body = { sourceId: source.id, takeFromSource: takenFields([...filled, ...chosen]) }
    await call('POST /v1/contacts/{contactId}/merge', { path, body })
    await onMerged()
    confirmDone(t.merged(source.displayName))
  }
  return (
    <FormAction
      label={t.merge}
      of={source.displayName}
      title={t.title(source.displayName)}
      submit={t.merge}
      onSubmit={merge}
    >
      <p>{t.text}</p>
      {filled.length > 0 && <p>{t.filled(filled.map((name) => t.names[name]).join(', '))}</p>}
      {tags && <p>{t.tags(tags.join(', '))}</p>}
      {conflicts.length > 0 && <p>{t.choose}</p>}
      {conflicts.map((conflict) => (
        <ConflictChoice key={conflict.name} {...conflict} />
      ))}
    </FormAction>
  )
}

function ConflictChoice({ name, here, there }: MergeConflict) {
  const t = texts()
  const words: Readonly<Record<string, string>> = name === 'civility' ? t.civilities : {}
  return (
    <fieldset>
      <legend>{t.names[name]}</legend>
      <Choice type="radio" name={name} value="here" checked label={t.here(words[here] ?? here)} />
      <Choice type="radio" name={name} value="there" label={words[there] ?? there} />
    </fieldset>
  )
}
