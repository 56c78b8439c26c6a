import type { ComponentChildren } from 'preact'
import { call } from '../api.ts'
import type { RegisteredMail } from '../api-types.ts'
import { textsOf } from '../language.ts'
import { Action } from '../parts/action.tsx'
import { saveFile } from '../request/save-file.ts'

const texts = textsOf({ en: { attachments: 'Attachments' }, fr: { attachments: 'Pièces jointes' } })

type Attachment = RegisteredMail['attachments'][number]

interface AttachmentsProps {
  readonly mail: RegisteredMail
  /** What else can be done with one. */
  readonly children?: (attachment: Attachment) => ComponentChildren
}

/** The attachments of a mail, to download. */
export function Attachments({ mail, children }: AttachmentsProps) {
  if (mail.attachments.length === 0) return null
  return (
    <>
      <h3>{texts().attachments}</h3>
      <ul>
        {mail.attachments.map((attachment) => (
          <li key={attachment.id} class="row-actions">
            <Action
              icon="download"
              label={attachment.fileName}
              onAction={async () => {
                const path = { mailId: mail.id, attachmentId: attachment.id }
                const file = await call('GET /v1/registered-mails/{mailId}/attachments/{attachmentId}', { path })
                saveFile(file, attachment.fileName)
              }}
            />
            {children?.(attachment)}
          </li>
        ))}
      </ul>
    </>
  )
}
