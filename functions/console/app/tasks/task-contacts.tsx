import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { call } from '../api.ts'
import { ContactSearch } from '../contacts/contact-search.tsx'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: { title: 'Contacts', remove: (name: string) => `Remove ${name}`, unknown: 'A contact that you cannot see' },
  fr: { title: 'Contacts', remove: (name: string) => `Retirer ${name}`, unknown: 'Un contact que vous ne voyez pas' },
})

/** Somebody whom a task is about. */
export interface TaskContact {
  readonly id: string
  /** Null: the reader may not see the contact. */
  readonly name: string | null
}

/** The contacts of a task by name. Those that cannot be read stay, without one. */
export async function taskContacts(contactIds: readonly string[]): Promise<TaskContact[]> {
  return await Promise.all(contactIds.map((contactId) => taskContact(contactId)))
}

async function taskContact(contactId: string): Promise<TaskContact> {
  const found = await call('GET /v1/contacts/{contactId}', { path: { contactId } }).catch(() => null)
  return { id: contactId, name: found?.displayName ?? null }
}

interface TaskContactsProps {
  readonly entityId: string
  readonly before: readonly TaskContact[]
}

/** Whom a task is about: the value `contactIds` of its form, as JSON. */
export function TaskContacts({ entityId, before }: TaskContactsProps) {
  const t = texts()
  const [contacts, onChange] = useState(before)
  const restore = async (ids: readonly string[]) => onChange(await Promise.all(ids.map(taskContact)))
  return (
    <fieldset>
      <legend>{t.title}</legend>
      <input
        type="hidden"
        name="contactIds"
        value={JSON.stringify(contacts.map(({ id }) => id))}
        onInput={(event) => void restore(JSON.parse(event.currentTarget.value))}
      />
      {contacts.length > 0 && (
        <ul>
          {contacts.map(({ id, name }) => (
            <li key={id} class="row-actions">
              {name ?? t.unknown}
              <Button
                kind="subtle"
                icon="trash"
                label={t.remove(name ?? t.unknown)}
                onClick={() => onChange(contacts.filter((each) => each.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <ContactSearch
        entityId={entityId}
        needsEmail={false}
        onChoose={({ id, displayName: name }) => {
          if (!contacts.some((each) => each.id === id)) onChange([...contacts, { id, name }])
        }}
      />
    </fieldset>
  )
}
