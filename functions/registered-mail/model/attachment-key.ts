import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Attachment, Mail } from './mail.ts'

/** Where the bytes of an attachment are stored, as they were uploaded. */
export function attachmentKey({ orgId }: Pick<Mail, 'orgId'>, { id }: Pick<Attachment, 'id'>): string {
  return `originals/${orgId}/${id}.pdf`
}

export function attachmentNamed(
  { attachments }: Pick<Mail, 'attachments'>,
  attachmentId: string,
): Attachment | Refusal<'registered_mail_attachment_not_found'> {
  const id = attachmentId.toLowerCase()
  return (
    attachments.find((attachment) => attachment.id === id) ??
    refuse('registered_mail_attachment_not_found', 'The mail has no attachment with this id.')
  )
}
