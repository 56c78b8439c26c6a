import type { Translated } from '../../../../shared/platform/locale.ts'
import type { AutomaticRule } from '../../model/automatic-mark.ts'

/** The titles of tasks that create themselves, from the title of their resource. */
export const titles: Translated<Readonly<Record<AutomaticRule, (title: string) => string>>> = {
  en: {
    signature_declined: (title) => `Signature declined: ${title}`,
    signature_expired: (title) => `Signature expired: ${title}`,
    registered_mail_failed: (title) => `Registered mail not delivered: ${title}`,
    registered_mail_neglected: (title) => `Registered mail not claimed: ${title}`,
    recipient_update_requested: (title) => `Correction requested by a recipient: ${title}`,
  },
  fr: {
    signature_declined: (title) => `Signature refusée : ${title}`,
    signature_expired: (title) => `Signature expirée : ${title}`,
    registered_mail_failed: (title) => `Envoi recommandé non remis : ${title}`,
    registered_mail_neglected: (title) => `Envoi recommandé non réclamé : ${title}`,
    recipient_update_requested: (title) => `Correction demandée par un destinataire : ${title}`,
  },
}
