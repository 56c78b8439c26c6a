import type { Translated } from '../../../../shared/platform/locale.ts'
import type { AutomaticRule } from '../../model/automatic-mark.ts'

/**
 * The titles of tasks that create themselves. They say nothing of what their resource contains: everybody who uses tasks in the
 * entity reads them, and the linked resource shows its title to those who may read it.
 */
export const titles: Translated<Readonly<Record<AutomaticRule, string>>> = {
  en: {
    signature_declined: 'A signer declined a signature request',
    signature_expired: 'A signature request expired',
    registered_mail_failed: 'A registered mail was not delivered to a recipient',
    registered_mail_neglected: 'A recipient did not claim a registered mail',
    recipient_update_requested: 'A recipient of a registered mail asks for a correction',
  },
  fr: {
    signature_declined: 'Un signataire a refusé une demande de signature',
    signature_expired: 'Une demande de signature a expiré',
    registered_mail_failed: 'Un envoi recommandé n’a pas été remis à un destinataire',
    registered_mail_neglected: 'Un destinataire n’a pas réclamé un envoi recommandé',
    recipient_update_requested: 'Un destinataire d’un envoi recommandé demande une correction',
  },
}
