import type { ProofContent, ProofKindName } from '../model/proof-content.ts'

interface KindTexts {
  readonly fr: string
  readonly en: string
  /** The names of ETSI EN 319 522-1. */
  readonly standardEvents: readonly string[]
}

export const kindTexts: Readonly<Record<ProofKindName, KindTexts>> = {
  deposit: {
    fr: 'Preuve de dépôt',
    en: 'Proof of deposit',
    standardEvents: ['SubmissionAcceptance', 'NotificationForAcceptance'],
  },
  content: { fr: 'Preuve de contenu', en: 'Proof of content', standardEvents: ['SubmissionAcceptance'] },
  delivery: {
    fr: 'Preuve de réception',
    en: 'Proof of delivery',
    standardEvents: ['ConsignmentAcceptance', 'ContentConsignment', 'ContentHandover'],
  },
  refusal: { fr: 'Preuve de refus', en: 'Proof of refusal', standardEvents: ['ConsignmentRejection'] },
  negligence: {
    fr: 'Preuve de non-réclamation',
    en: 'Proof of an unclaimed mail',
    standardEvents: ['AcceptanceRejectionExpiry'],
  },
  bounce: {
    fr: 'Preuve de non-remise de l’avis',
    en: 'Proof of an undeliverable notice',
    standardEvents: ['NotificationForAcceptanceFailure'],
  },
}

/**
 * What kind of service this is. The law forbids to name a service that is not qualified like a qualified one, so the text only
 * says what it is not.
 */
export function statementOf({ type, livemode }: { type: string; livemode: boolean }): ProofContent['statement'] {
  if (!livemode)
    return {
      fr: 'Envoi d’essai d’une organisation de test : ce document est sans valeur juridique, et ses heures peuvent être celles d’une horloge de test.',
      en: 'Test mail of a test organization: this document has no legal value, and its times may be those of a test clock.',
    }
  if (type === 'qualified')
    return {
      fr: 'Service d’envoi recommandé électronique qualifié (article 44 du règlement eIDAS).',
      en: 'Qualified electronic registered delivery service (article 44 of the eIDAS regulation).',
    }
  return {
    fr: 'Service d’envoi recommandé électronique non qualifié (article 43 du règlement eIDAS) ; n’est pas une lettre recommandée électronique au sens de l’article L. 100 du code des postes et des communications électroniques.',
    en: 'Electronic registered delivery service that is not qualified (article 43 of the eIDAS regulation); it is no electronic registered letter in the sense of article L. 100 of the French postal code.',
  }
}

/** What a proof states beside its times. */
export const kindStatements: Readonly<Record<ProofKindName, string>> = {
  deposit: 'L’envoi a été déposé et le destinataire avisé. · The mail was deposited, and the recipient was notified.',
  content:
    'Le contenu remis au service pour ce destinataire suit. · The content that was handed to the service for this recipient follows.',
  delivery:
    'Le destinataire a accepté l’envoi, et le contenu a été mis à sa disposition. · The recipient accepted the mail, and its content was made available.',
  refusal:
    'Le destinataire a refusé l’envoi. La page du service n’en a pas montré le contenu avant le refus. · The recipient refused the mail. The page of the service did not show its content before the refusal.',
  negligence:
    'Personne n’a accepté ni refusé l’envoi dans le délai. La page du service n’en a pas montré le contenu. · Nobody accepted or refused the mail within the period. The page of the service did not show its content.',
  bounce:
    'L’avis n’a pas pu être remis à l’adresse indiquée. · The notice could not be delivered to the given address.',
}
