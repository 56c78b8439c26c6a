import type { MailAttachment } from '../../../shared/mail/mailer.ts'
import type { RequestRecord } from '../model/request.ts'
import { storedDocument } from '../model/stored-document.ts'
import type { EmailName } from './messages/catalog.ts'

/** Mail servers refuse much larger messages; in base64 it is a third more. */
const maxAttachedBytes = 5_000_000

const withDocument: readonly EmailName[] = ['completed', 'completedToOthers', 'completedToNotary']

/** The sealed document, where the sender wants it attached to this e-mail and it is small enough; otherwise null. */
export async function attachedDocument(record: RequestRecord, emailName: EmailName): Promise<MailAttachment | null> {
  if (!record.attachSignedDocument || !withDocument.includes(emailName)) return null
  const file = storedDocument(record, 'signed')
  if ('refused' in file || file.size > maxAttachedBytes) return null
  const { readDocument } = await import('../../../shared/store/documents.ts')
  const bytes = await readDocument(file.key)
  return { fileName: record.document.fileName, contentType: 'application/pdf', bytes }
}
