import type { RegisteredMailItem } from '../api-types.ts'
import { textsOf } from '../language.ts'

const texts = textsOf({
  en: {
    address_invalid: 'The address cannot receive e-mails.',
    refused: 'The sending service refused the e-mail.',
    no_such_mailbox: 'There is no such mailbox.',
    suppressed: 'The address is blocked because earlier e-mails bounced.',
    mailbox_full: 'The mailbox is full.',
    too_large: 'The e-mail is too large for the mailbox.',
    content_rejected: 'The server of the recipient rejected the content.',
    undeliverable: 'The notice could not be delivered.',
    bounced: 'The notice could not be delivered.',
  },
  fr: {
    address_invalid: 'Cette adresse ne peut recevoir aucun e-mail.',
    refused: 'Le service d’envoi a refusé l’e-mail.',
    no_such_mailbox: 'Cette boîte aux lettres n’existe pas.',
    suppressed: 'L’adresse est bloquée, car des e-mails précédents ont été rejetés.',
    mailbox_full: 'La boîte aux lettres est pleine.',
    too_large: 'L’e-mail est trop volumineux pour la boîte aux lettres.',
    content_rejected: 'Le serveur du destinataire a rejeté le contenu.',
    undeliverable: 'L’avis n’a pas pu être remis.',
    bounced: 'L’avis n’a pas pu être remis.',
  },
})

/** Why an item failed, in the language of the reader. A code without a text keeps the message of the API. */
export function failureText({ code, message }: NonNullable<RegisteredMailItem['failureReason']>): string {
  const known: Readonly<Record<string, string>> = texts()
  return Object.hasOwn(known, code) ? (known[code] ?? message) : message
}
