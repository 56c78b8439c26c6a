import { useRef, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { call } from '../api.ts'
import type { RegisteredMail } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { Action, ConfirmedAction } from '../parts/action.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Attachments } from './attachments.tsx'
import { type MailBody, MailForm, useAttaching } from './mail-form.tsx'
import { isUsable } from './sender-accounts.tsx'

const texts = textsOf({
  en: {
    letter: 'Letter',
    change: 'Change the draft',
    save: 'Save',
    removeFile: (name: string) => `Remove ${name}`,
    send: 'Send the mail',
    sendTitle: 'Send this registered mail?',
    sendText: 'It goes to every recipient, and cannot be taken back.',
    drop: 'Cancel the draft',
    dropTitle: 'Cancel this draft?',
    dropText: 'It stays in the list and cannot be sent any more.',
  },
  fr: {
    letter: 'Lettre',
    change: 'Modifier le brouillon',
    save: 'Enregistrer',
    removeFile: (name: string) => `Retirer ${name}`,
    send: 'Envoyer',
    sendTitle: 'Envoyer cet envoi recommandé ?',
    sendText: 'Il part à tous les destinataires et ne peut pas être repris.',
    drop: 'Annuler le brouillon',
    dropTitle: 'Annuler ce brouillon ?',
    dropText: 'Il reste dans la liste et ne peut plus être envoyé.',
  },
})

/** What is still to be sent: read once more, then sent or given up. */
export function DraftMail({ mail, onChange }: { mail: RegisteredMail; onChange: () => Promise<void> }) {
  const t = texts()
  const [isChanging, setIsChanging] = useState(false)
  const path = { mailId: mail.id }
  if (isChanging)
    return (
      <ChangedDraft
        mail={mail}
        onCancel={() => setIsChanging(false)}
        onSaved={async () => {
          await onChange()
          setIsChanging(false)
        }}
      />
    )
  return (
    <Card title={t.letter}>
      <Letter html={mail.contentHtml ?? ''} />
      <Attachments mail={mail}>
        {({ id, fileName }) => (
          <Action
            icon="trash"
            label={t.removeFile(fileName)}
            onAction={async () => {
              const named = { mailId: mail.id, attachmentId: id }
              await call('DELETE /v1/registered-mails/{mailId}/attachments/{attachmentId}', { path: named })
              await onChange()
            }}
          />
        )}
      </Attachments>
      <div class="actions">
        <ConfirmedAction
          label={t.send}
          kind="primary"
          title={t.sendTitle}
          explanation={t.sendText}
          isDangerous={false}
          onAction={async () => {
            // Sending the same mail again under this key changes nothing.
            const body = { idempotencyKey: mail.id }
            await call('POST /v1/registered-mails/{mailId}/send', { path, body })
            await onChange()
          }}
        />
        <Button onClick={() => setIsChanging(true)}>{t.change}</Button>
        <ConfirmedAction
          label={t.drop}
          title={t.dropTitle}
          explanation={t.dropText}
          onAction={async () => {
            await call('POST /v1/registered-mails/{mailId}/cancel', { path })
            await onChange()
          }}
        />
      </div>
    </Card>
  )
}

interface ChangedDraftProps {
  readonly mail: RegisteredMail
  readonly onCancel: () => void
  readonly onSaved: () => Promise<void>
}

/** The form in which a draft is changed. */
function ChangedDraft({ mail, onCancel, onSaved }: ChangedDraftProps) {
  const t = texts()
  const loaded = useLoad(async () => {
    const query = { entityId: mail.entityId }
    const [options, accounts] = await Promise.all([
      call('GET /v1/registered-mails/options', { query }),
      call('GET /v1/registered-mails/sender-accounts', { query }),
    ])
    return { options, accounts: accounts.results.filter(isUsable) }
  }, [mail.entityId])
  // Where an attachment is refused, the rest is saved already.
  const version = useRef(mail.version)
  const attach = useAttaching()
  async function save(body: MailBody, files: readonly File[]): Promise<void> {
    const path = { mailId: mail.id }
    const saved = await call('PATCH /v1/registered-mails/{mailId}', { path, body, version: version.current })
    version.current = saved.version
    await attach(mail.id, files)
    await onSaved()
  }
  return (
    <Card title={t.change}>
      <Loaded of={loaded}>
        {({ options, accounts }) => (
          <MailForm
            mail={mail}
            entityId={mail.entityId}
            options={options}
            accounts={accounts}
            submit={t.save}
            onCancel={onCancel}
            onSubmit={save}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** The text of a letter. Its markup is read, not shown: nothing of it can act here. */
export function Letter({ html }: { html: string }) {
  const document_ = new DOMParser().parseFromString(
    html.replaceAll(/<br\s*\/?>|<\/(p|li|h\d|tr)>/g, '\n$&'),
    'text/html',
  )
  return <p class="letter">{document_.body.textContent?.trim() || '—'}</p>
}
