import { call } from '../api.ts'
import { ContactForm } from '../contacts/contact-form.tsx'
import { entityFor, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { Screen } from '../parts/screen.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: { title: 'New contact', above: 'Contacts', submit: 'Create the contact' },
  fr: { title: 'Nouveau contact', above: 'Contacts', submit: 'Créer le contact' },
})

export default function NewContact({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const { org } = place
  const entityId = entityFor(place, 'contacts.write', route.query.get('entityId'))?.entityId ?? ''
  const above = { label: t.above, href: screenHref(org, 'contacts') }
  return (
    <Screen title={t.title} above={above}>
      <ContactForm
        submit={t.submit}
        cancelHref={above.href}
        onSubmit={async (fields) => {
          const contact = await call('POST /v1/contacts', { body: { entityId, ...fields } })
          goTo(screenHref(org, 'contacts', contact.id))
        }}
      />
    </Screen>
  )
}
