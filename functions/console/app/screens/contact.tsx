import { useState } from 'preact/hooks'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { Contact } from '../api-types.ts'
import { ContactForm } from '../contacts/contact-form.tsx'
import { MergeContact } from '../contacts/merge-contact.tsx'
import { atHome, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { ConfirmedAction } from '../parts/action.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    above: 'Contacts',
    title: 'Contact',
    save: 'Save',
    saved: 'The contact is saved.',
    remove: 'Delete the contact',
    removeTitle: 'Delete this contact?',
    removeText: 'Requests and mails keep the name and the address.',
    duplicates: 'Possible duplicates',
    reasons: { email: 'same e-mail address', siret: 'same SIRET', name: 'same name' },
  },
  fr: {
    above: 'Contacts',
    title: 'Contact',
    save: 'Enregistrer',
    saved: 'Le contact est enregistré.',
    remove: 'Supprimer le contact',
    removeTitle: 'Supprimer ce contact ?',
    removeText: 'Les demandes et les envois gardent le nom et l’adresse.',
    duplicates: 'Doublons possibles',
    reasons: { email: 'même adresse e-mail', siret: 'même SIRET', name: 'même nom' },
  },
})

export default function ContactScreen({ ids: { contactId = '' } }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { me, org } = place
  const path = { contactId }
  const contact = useLoad(async () => atHome(place, await call('GET /v1/contacts/{contactId}', { path })), [contactId])
  const [isSaved, setIsSaved] = useState(false)
  const above = { label: t.above, href: screenHref(org, 'contacts') }
  const entity = me.scopes.find(({ entityId }) => entityId === contact.value?.entityId)
  const may = (permission: 'contacts.write' | 'contacts.manage') => entity?.permissions.includes(permission) ?? false
  return (
    <Screen title={contact.value?.displayName ?? t.title} above={above}>
      {isSaved && (
        <Notice kind="success" isUrgent>
          <p>{t.saved}</p>
        </Notice>
      )}
      <Loaded of={contact}>
        {(found) => (
          <>
            <Card>
              <ContactForm
                isReadOnly={!may('contacts.write')}
                key={found.version}
                contact={found}
                submit={t.save}
                onSubmit={async ({ kind, ...body }) => {
                  setIsSaved(false)
                  const { version } = found
                  const address = { ...found.address, ...body.address }
                  const changed = { ...body, address }
                  contact.replace(await call('PATCH /v1/contacts/{contactId}', { path, body: changed, version }))
                  setIsSaved(true)
                }}
              />
            </Card>
            {may('contacts.manage') && <Duplicates contact={found} onMerged={contact.reload} />}
            {may('contacts.write') && (
              <ConfirmedAction
                label={t.remove}
                title={t.removeTitle}
                explanation={t.removeText}
                onAction={async () => {
                  await call('DELETE /v1/contacts/{contactId}', { path })
                  goTo(above.href)
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Duplicates({ contact, onMerged }: { contact: Contact; onMerged: () => Promise<void> }) {
  const t = texts()
  const { entityId, email, siret, firstName, lastName, companyName } = contact
  const asked = Object.entries({ email, siret, firstName, lastName, companyName }).filter(([, value]) => value)
  const query = { entityId, ...Object.fromEntries(asked) }
  const duplicates = useLoad(() => call('GET /v1/contacts/duplicates', { query }), [contact.id, contact.version])
  return (
    <Loaded of={duplicates}>
      {({ results }) => {
        const others = results.filter(({ contact: other }) => other.id !== contact.id && other.kind === contact.kind)
        if (others.length === 0) return null
        return (
          <Card title={t.duplicates}>
            <ul class="concerns">
              {others.map(({ contact: other, reasons }) => (
                <li key={other.id} class="row-actions">
                  <span>
                    <strong>{other.displayName}</strong>{' '}
                    <span class="quiet">{reasons.map((reason) => t.reasons[reason]).join(', ')}</span>
                  </span>
                  <MergeContact target={contact} source={other} onMerged={onMerged} />
                </li>
              ))}
            </ul>
          </Card>
        )
      }}
    </Loaded>
  )
}
