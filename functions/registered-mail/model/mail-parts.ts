import type { Owned, ResourceKind } from '../../../shared/http/authorization/access.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { queryPartition, type Item as StoredItem, type Table } from '../../../shared/store/table.ts'
import { contents } from './content.ts'
import { type Item, items } from './item.ts'
import { type Mail, mailPartition, mails, recordSortKey } from './mail.ts'
import { type People, peopleIn } from './people.ts'

/** A mail with everything that is shown of it. */
export interface MailParts {
  readonly mail: Mail
  readonly html: string | null
  readonly people: People
  /** In the order of the recipients; not all of them exist right after the send. */
  readonly items: readonly Item[]
}

/** A mail as the resource of a path. */
export interface NamedMail extends Owned, MailParts {}

/** The mail among the items of its partition; null: there is none. */
export function mailIn(found: readonly StoredItem[]): MailParts | null {
  const [mail] = recordsOf(mails, found)
  if (!mail) return null
  const [content] = recordsOf(contents, found)
  return {
    mail,
    html: content?.html ?? null,
    people: peopleIn(found),
    items: recordsOf(items, found).sort((a, b) => a.position - b.position),
  }
}

/** Reads a mail, for a job. */
export async function readMail(table: Table, mailId: string): Promise<MailParts | null> {
  return mailIn(await queryPartition(table, mailPartition(mailId), recordSortKey))
}

export const registeredMails = {
  name: 'registered mail',
  parameter: 'mailId',
  notFound: 'registered_mail_not_found',
  visibleWith: 'registered_mail.read',
  partition: (id: string) => ({ partition: mailPartition(id), startingWith: recordSortKey }),
  decode: (found): NamedMail | null => {
    const parts = mailIn(found)
    if (!parts) return null
    const { orgId, entityId, version } = parts.mail
    return { orgId, entityId, version, ...parts }
  },
} as const satisfies ResourceKind<NamedMail>
