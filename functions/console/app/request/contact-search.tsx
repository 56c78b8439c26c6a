import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { Contact } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'
import type { DraftSigner } from './draft-request.ts'

const texts = textsOf({
  en: { label: 'Add from the contacts', none: 'No contact with an e-mail address matches.' },
  fr: { label: 'Ajouter depuis les contacts', none: 'Aucun contact avec une adresse e-mail ne correspond.' },
})

interface ContactSearchProps {
  readonly entityId: string
  readonly onChoose: (signer: Partial<DraftSigner>) => void
}

/** Finds people of the address book, to sign. */
export function ContactSearch({ entityId, onChoose }: ContactSearchProps) {
  const t = texts()
  const [q, setQ] = useState('')
  return (
    <div>
      <TextField label={t.label} type="search" value={q} onInput={(event) => setQ(event.currentTarget.value)} />
      {q.trim().length >= 2 && (
        <Found
          entityId={entityId}
          q={q.trim()}
          onChoose={(contact) => {
            onChoose(signerOf(contact))
            setQ('')
          }}
        />
      )}
    </div>
  )
}

function signerOf({ id, firstName, lastName, companyName, email, mobilePhone }: Contact): Partial<DraftSigner> {
  return {
    contactId: id,
    firstName: firstName ?? '',
    lastName: lastName ?? companyName ?? '',
    email: email ?? '',
    phone: mobilePhone ?? '',
  }
}

interface FoundProps {
  readonly entityId: string
  readonly q: string
  readonly onChoose: (contact: Contact) => void
}

function Found({ entityId, q, onChoose }: FoundProps) {
  const t = texts()
  const query = { entityId, q, kind: 'person' as const, pageSize: 10 }
  const contacts = useLoad(() => call('GET /v1/contacts', { query }), [entityId, q])
  return (
    <Loaded of={contacts}>
      {({ results }) => {
        const reachable = results.filter(({ email }) => email !== null)
        if (reachable.length === 0) return <p class="quiet">{t.none}</p>
        return (
          <div class="row-actions">
            {reachable.map((contact) => (
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
