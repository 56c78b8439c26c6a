import { useState } from 'preact/hooks'
import { FormField, SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { RegisteredMailOptions, SenderAccount } from '../api-types.ts'
import { entitiesWith, screenHref, usePlace } from '../context.ts'
import { textsOf } from '../language.ts'
import { emptyRecipient, letterOf, recipientsOf } from '../mail/draft-mail.ts'
import { RecipientList } from '../mail/recipient-list.tsx'
import { SenderAccounts } from '../mail/sender-accounts.tsx'
import { EntityFilter } from '../parts/entity-filter.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Empty, Screen } from '../parts/screen.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    title: 'New registered mail',
    above: 'Registered mails',
    none: 'No entity of yours uses registered mail.',
    sender: 'Sender',
    type: 'Type',
    types: { simple: 'Simple', qualified: 'Qualified (eIDAS)' },
    subject: 'Subject',
    reference: 'Reference',
    letter: 'Letter',
    letterHint: 'Plain text. An empty line begins a new paragraph.',
    attachments: 'Attachments',
    attachmentsHint: (count: number) => `Up to ${count} PDF files.`,
    submit: 'Save as a draft',
    next: 'You read it once more on the next page, and send it there.',
  },
  fr: {
    title: 'Nouvel envoi recommandé',
    above: 'Envois recommandés',
    none: 'Aucune de vos entités n’utilise l’envoi recommandé.',
    sender: 'Expéditeur',
    type: 'Type',
    types: { simple: 'Simple', qualified: 'Qualifié (eIDAS)' },
    subject: 'Objet',
    reference: 'Référence',
    letter: 'Lettre',
    letterHint: 'Texte simple. Une ligne vide commence un nouveau paragraphe.',
    attachments: 'Pièces jointes',
    attachmentsHint: (count: number) => `Jusqu’à ${count} fichiers PDF.`,
    submit: 'Enregistrer comme brouillon',
    next: 'Vous le relirez sur la page suivante, d’où vous l’enverrez.',
  },
})

export default function NewRegisteredMail({ route }: ScreenInput) {
  const t = texts()
  const place = usePlace()
  const entities = entitiesWith(place, 'registered_mail.send')
  const asked = route.query.get('entityId')
  const entityId = (entities.find((entity) => entity.entityId === asked) ?? entities[0])?.entityId
  const above = { label: t.above, href: screenHref(place.org, 'registered-mails') }
  return (
    <Screen title={t.title} above={above}>
      {entityId === undefined ? (
        <Empty>{t.none}</Empty>
      ) : (
        <>
          <form class="filters" onSubmit={(event) => event.preventDefault()}>
            <EntityFilter permission="registered_mail.send" route={route} entityId={entityId} />
          </form>
          <MailOf key={entityId} entityId={entityId} cancelHref={above.href} />
        </>
      )}
    </Screen>
  )
}

function MailOf({ entityId, cancelHref }: { entityId: string; cancelHref: string }) {
  const loaded = useLoad(async () => {
    const query = { entityId }
    const [options, accounts] = await Promise.all([
      call('GET /v1/registered-mails/options', { query }),
      call('GET /v1/registered-mails/sender-accounts', { query }),
    ])
    return { options, accounts: accounts.results }
  }, [entityId])
  return (
    <Loaded of={loaded}>
      {({ options, accounts }) => {
        const usable = accounts.filter(({ status }) => status === 'verified')
        return (
          <>
            {usable.length < accounts.length || accounts.length === 0 ? (
              <SenderAccounts entityId={entityId} accounts={accounts} onChange={loaded.reload} />
            ) : null}
            {usable.length > 0 && (
              <MailForm entityId={entityId} options={options} accounts={usable} cancelHref={cancelHref} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface MailFormProps {
  readonly entityId: string
  readonly options: RegisteredMailOptions
  readonly accounts: readonly SenderAccount[]
  readonly cancelHref: string
}

function MailForm({ entityId, options, accounts, cancelHref }: MailFormProps) {
  const t = texts()
  const { org } = usePlace()
  const [recipients, setRecipients] = useState([emptyRecipient(1)])
  async function save(data: FormData): Promise<void> {
    const type = options.allowedTypes.find((each) => each === textIn(data, 'type')) ?? options.defaultType
    const body = {
      entityId,
      type,
      senderAccountId: textIn(data, 'senderAccountId'),
      subject: textIn(data, 'subject'),
      reference: textIn(data, 'reference') || null,
      contentHtml: letterOf(textIn(data, 'letter')),
      recipients: recipientsOf(recipients),
    }
    const mail = await call('POST /v1/registered-mails', { body })
    const files = data.getAll('attachments').filter((file): file is File => file instanceof File && file.size > 0)
    const path = { mailId: mail.id }
    for (const file of files) await call('POST /v1/registered-mails/{mailId}/attachments', { path, form: { file } })
    goTo(screenHref(org, 'registered-mails', mail.id))
  }
  return (
    <Form submit={t.submit} onSubmit={save} cancelHref={cancelHref}>
      <SelectField
        label={t.sender}
        name="senderAccountId"
        options={accounts.map(({ id, label, email }) => ({ value: id, label: `${label} (${email})` }))}
      />
      <SelectField
        label={t.type}
        name="type"
        value={options.defaultType}
        options={options.allowedTypes.map((value) => ({ value, label: t.types[value] }))}
      />
      <TextField label={t.subject} name="subject" maxLength={255} required />
      <TextField label={t.reference} name="reference" maxLength={100} required={options.referenceRequired} />
      <TextArea label={t.letter} hint={t.letterHint} name="letter" required />
      <FormField label={t.attachments} hint={t.attachmentsHint(options.attachments.maxCount)}>
        {(described) => <input {...described} type="file" name="attachments" accept="application/pdf" multiple />}
      </FormField>
      <RecipientList
        entityId={entityId}
        needsConsent={options.requireRecipientConsent}
        recipients={recipients}
        onChange={(changed) => setRecipients([...changed])}
      />
      <p class="quiet">{t.next}</p>
    </Form>
  )
}
