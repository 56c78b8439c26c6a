import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { Contact } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'

const texts = textsOf({
  en: {
    label: 'Add from the contacts',
    none: 'No contact matches.',
    noneWithEmail: 'No contact with an e-mail address matches.',
  },
  fr: {
    label: 'Ajouter depuis les contacts',
    none: 'Aucun contact ne correspond.',
    noneWithEmail: 'Aucun contact avec une adresse e-mail ne correspond.',
  },
})

interface ContactSearchProps {
  readonly entityId: string
  /** Whether they are to be written to. */
  readonly needsEmail?: boolean
  readonly onChoose: (contact: Contact) => void
}

/** Finds people of the address book. */
export function ContactSearch({ entityId, needsEmail = true, onChoose }: ContactSearchProps) {
  const t = texts()
  const [q, setQ] = useState('')
  return (
    <div>
      <TextField label={t.label} type="search" value={q} onInput={(event) => setQ(event.currentTarget.value)} />
      {q.trim().length >= 2 && (
        <Found
          entityId={entityId}
          q={q.trim()}
          needsEmail={needsEmail}
          onChoose={(contact) => {
            onChoose(contact)
            setQ('')
          }}
        />
      )}
    </div>
  )
}

interface FoundProps {
  readonly entityId: string
  readonly q: string
  readonly needsEmail: boolean
  readonly onChoose: (contact: Contact) => void
}

function Found({ entityId, q, needsEmail, onChoose }: FoundProps) {
  const t = texts()
  const query = { entityId, q, kind: 'person' as const, pageSize: 10 }
  const contacts = useLoad(() => call('GET /v1/contacts', { query }), [entityId, q])
  return (
    <Loaded of={contacts}>
      {({ results }) => {
        const offered = needsEmail ? results.filter(({ email }) => email !== null) : results
        if (offered.length === 0) return <p class="quiet">{needsEmail ? t.noneWithEmail : t.none}</p>
        return (
          <div class="row-actions">
            {offered.map((contact) => (
              <Button key={contact.id} icon="plus" onClick={() => onChoose(contact)}>
                {contact.displayName}
              </Button>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}
