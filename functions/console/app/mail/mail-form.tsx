import { useRef } from 'preact/hooks'
import { FormField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { RegisteredMail, RegisteredMailOptions, SenderAccount, UpdateRegisteredMailInput } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { Form, linesIn, textIn } from '../parts/form.tsx'
import { draftRecipientsOf, emptyRecipient, followersOf, letterOf, recipientsOf } from './draft-mail.ts'
import { plainTextOf } from './plain-text.ts'
import { RecipientList } from './recipient-list.tsx'
import { SenderAndType } from './sender-and-type.tsx'

const texts = textsOf({
  en: {
    subject: 'Subject',
    reference: 'Reference',
    letter: 'Letter',
    letterHint: 'Plain text. An empty line begins a new paragraph.',
    formatted: 'The letter has formatting that this form cannot show. It stays as it is.',
    attachments: 'Attachments',
    attachmentsHint: (count: number) => `Up to ${count} PDF files.`,
    followers: 'Who else gets the proofs',
    followersHint: 'One e-mail address a line. They get a link when there is a proof.',
    next: 'You read it once more on the next page, and send it there.',
  },
  fr: {
    subject: 'Objet',
    reference: 'Référence',
    letter: 'Lettre',
    letterHint: 'Texte simple. Une ligne vide commence un nouveau paragraphe.',
    formatted: 'La lettre a une mise en forme que ce formulaire ne peut pas montrer. Elle reste telle quelle.',
    attachments: 'Pièces jointes',
    attachmentsHint: (count: number) => `Jusqu’à ${count} fichiers PDF.`,
    followers: 'Qui d’autre reçoit les preuves',
    followersHint: 'Une adresse e-mail par ligne. Elles reçoivent un lien quand il y a une preuve.',
    next: 'Vous le relirez sur la page suivante, d’où vous l’enverrez.',
  },
})

/** What is written in the form. */
export type MailBody = Pick<
  UpdateRegisteredMailInput,
  'type' | 'senderAccountId' | 'subject' | 'reference' | 'contentHtml' | 'recipients' | 'followers'
>

interface MailFormProps {
  /** The draft that is changed; null: a new one. */
  readonly mail: RegisteredMail | null
  readonly entityId: string
  readonly options: RegisteredMailOptions
  readonly accounts: readonly SenderAccount[]
  readonly submit: string
  readonly cancelHref?: string
  readonly onCancel?: () => void
  readonly onSubmit: (body: MailBody, files: readonly File[]) => Promise<void>
}

/** The values of a registered mail that is not sent yet. */
export function MailForm({ mail, entityId, options, accounts, onSubmit, ...form }: MailFormProps) {
  const t = texts()
  const known = mail ? draftRecipientsOf(mail) : []
  const letter = mail?.contentHtml ? plainTextOf(mail.contentHtml) : ''
  async function save(data: FormData): Promise<void> {
    const type = options.allowedTypes.find((each) => each === textIn(data, 'type')) ?? options.defaultType
    const files = data.getAll('attachments').filter((file): file is File => file instanceof File && file.size > 0)
    const body = {
      type,
      senderAccountId: textIn(data, 'senderAccountId'),
      subject: textIn(data, 'subject'),
      reference: textIn(data, 'reference') || null,
      ...(letter !== null && { contentHtml: letterOf(textIn(data, 'letter')) }),
      recipients: recipientsOf(JSON.parse(textIn(data, 'recipients'))),
      followers: followersOf(linesIn(data, 'followers'), mail?.followers ?? []),
    }
    await onSubmit(body, files)
  }
  return (
    <Form {...form} onSubmit={save}>
      <SenderAndType mail={mail} options={options} accounts={accounts} />
      <TextField label={t.subject} name="subject" maxLength={255} value={mail?.subject ?? ''} required />
      <TextField
        label={t.reference}
        name="reference"
        maxLength={100}
        value={mail?.reference ?? ''}
        required={options.referenceRequired}
      />
      {letter === null ? (
        <p class="quiet">{t.formatted}</p>
      ) : (
        <TextArea label={t.letter} hint={t.letterHint} name="letter" value={letter} required />
      )}
      <FormField label={t.attachments} hint={t.attachmentsHint(options.attachments.maxCount)}>
        {(described) => <input {...described} type="file" name="attachments" accept="application/pdf" multiple />}
      </FormField>
      <RecipientList
        entityId={entityId}
        needsConsent={options.requireRecipientConsent}
        before={known.length > 0 ? known : [emptyRecipient(1)]}
      />
      <TextArea
        label={t.followers}
        hint={t.followersHint}
        name="followers"
        value={(mail?.followers ?? []).map(({ email }) => email).join('\n')}
      />
      {mail === null && <p class="quiet">{t.next}</p>}
    </Form>
  )
}

/** Adds files to a draft. Where one was refused, those before it are not added again. */
export function useAttaching(): (mailId: string, files: readonly File[]) => Promise<void> {
  const attached = useRef(new Set<string>())
  return async (mailId, files) => {
    for (const file of files) {
      const known = [file.name, file.size, file.lastModified].join(' ')
      if (attached.current.has(known)) continue
      await call('POST /v1/registered-mails/{mailId}/attachments', { path: { mailId }, form: { file } })
      attached.current.add(known)
    }
  }
}
