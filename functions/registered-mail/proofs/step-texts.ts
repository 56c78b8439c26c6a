import type { MailFailure } from '../../../events/mail-delivery.ts'
import type { ProofStep } from '../model/proof-content.ts'
import type { StepType } from '../model/steps.ts'

/** What happened, in plain words. */
const stepNames: Readonly<Record<StepType, string>> = {
  queued: 'Envoi demandé · Sending requested',
  submitted: 'Remis au prestataire · Handed to the vendor',
  sent: 'Avis envoyé · Notice sent',
  deposited: 'Envoi déposé · Mail deposited',
  delivered: 'Envoi accepté · Mail accepted',
  refused: 'Envoi refusé · Mail refused',
  neglected: 'Délai écoulé sans réponse · Period over without an answer',
  bounced: 'Avis non remis · Notice not delivered',
  failed: 'Échec de l’envoi · Sending failed',
  retried: 'Nouvelle tentative · New attempt',
  email_sent: 'E-mail envoyé · E-mail sent',
  email_delivered: 'E-mail remis · E-mail delivered',
  email_bounced: 'E-mail rejeté · E-mail bounced',
  email_complained: 'E-mail signalé indésirable · E-mail reported as spam',
  reminded: 'Rappel demandé · Reminder requested',
  opened: 'Premier code demandé · First code requested',
  otp_sent: 'Code envoyé · Code sent',
  otp_failed: 'Code erroné · Wrong code',
  otp_verified: 'Code vérifié · Code verified',
  displayed: 'Contenu affiché · Content displayed',
  downloaded: 'Fichier téléchargé · File downloaded',
  recipient_update_requested: 'Correction demandée · Correction requested',
  recipient_update_answered: 'Correction traitée · Correction answered',
  recipient_update_expired: 'Correction expirée · Correction expired',
  proof_issued: 'Preuve établie · Proof issued',
}

export function stepName(type: string): string {
  return isStepType(type) ? stepNames[type] : type
}

function isStepType(type: string): type is StepType {
  return Object.hasOwn(stepNames, type)
}

/** The details of steps, in plain words. */
const detailNames: Readonly<Record<string, string>> = {
  accept: 'acceptée · accepted',
  addressSha256: 'SHA-256 de l’adresse · of the address',
  attachments: 'pièces jointes · attachments',
  attempt: 'tentative · attempt',
  codeNumber: 'code n° · code no.',
  company: 'société · company',
  deliveryReport: 'rapport de remise · delivery report',
  email: 'e-mail',
  firstName: 'prénom · first name',
  isPermanent: 'définitif · permanent',
  itemId: 'numéro · number',
  kind: 'nature · kind',
  lastName: 'nom · last name',
  letterSha256: 'SHA-256 de la lettre · of the letter',
  mailId: 'e-mail ou envoi · e-mail or mail',
  messageId: 'Message-ID',
  notifiedAt: 'avis du · notice of',
  number: 'n° · no.',
  reason: 'motif · reason',
  reportedAt: 'survenu le · happened at',
  serverAnswer: 'réponse du serveur · answer of the server',
  sha256: 'SHA-256',
  simulated: 'simulé · simulated',
  size: 'octets · bytes',
  source: 'constaté par · told by',
  to: 'adresse · address',
  triesLeft: 'essais restants · tries left',
  updateId: 'correction n° · correction no.',
  vendor: 'prestataire · vendor',
  vendorItemId: 'n° du prestataire · number of the vendor',
}

/** Values that are words of the service. */
const valueNames: Readonly<Record<string, string>> = {
  api: 'l’API · the API',
  none: 'aucun · none',
  recipient: 'le destinataire · the recipient',
  registered_mail_notice: 'avis · notice',
  registered_mail_reminder: 'rappel · reminder',
  system: 'le service · the service',
  vendor: 'le prestataire · the vendor',
}

/** Why an e-mail did not arrive. */
const failureNames: Readonly<Record<MailFailure, string>> = {
  address_invalid: 'l’adresse ne peut recevoir aucun e-mail · the address cannot receive e-mails',
  refused: 'refusé par le service d’envoi · refused by the sending service',
  no_such_mailbox: 'la boîte aux lettres n’existe pas · there is no such mailbox',
  suppressed: 'adresse bloquée après des rejets · address suppressed after bounces',
  mailbox_full: 'boîte aux lettres pleine · mailbox full',
  too_large: 'message trop volumineux · message too large',
  content_rejected: 'contenu refusé · content rejected',
  undeliverable: 'non distribuable · undeliverable',
}

/** A reason of the service in words; any other as it is. */
export function failureText(reason: string): string {
  return named(failureNames, reason)
}

/** The detail of a step as a line; null: it has none. The reason of a recipient is their own text, that of an e-mail is a word of ours. */
export function detailText({ detail }: Pick<ProofStep, 'detail'>): string | null {
  const known = Object.entries(detail ?? {}).filter(([, value]) => value !== null)
  const isOfEmail = typeof detail?.mailId === 'string'
  const texts = known.map(([name, value]) => {
    const text = name === 'reason' && isOfEmail ? failureText(String(value)) : valueText(value)
    return `${named(detailNames, name)}: ${text}`
  })
  return texts.length === 0 ? null : texts.join('; ')
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'oui · yes' : 'non · no'
  return typeof value === 'string' ? named(valueNames, value) : JSON.stringify(value)
}

function named(names: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? name
}

/** Who did a step. The name of a person or a key is theirs. */
const actorNames: Readonly<Record<string, string>> = {
  api_key: 'clé d’API · API key',
  application: 'application · application',
  delegated: 'application · application',
  recipient: 'destinataire · recipient',
  system: 'service · service',
  user: 'utilisateur · user',
  vendor: 'prestataire · vendor',
}

export function actorText({ actor, ip }: Pick<ProofStep, 'actor' | 'ip'>): string {
  const kind = named(actorNames, actor.type)
  const id = actor.id === null ? '' : ` ${actor.id}`
  return `Par · By ${actor.name} (${kind}${id})${ip === null ? '' : `, IP ${ip}`}`
}

/** The kinds of people and companies. */
const partyKinds: Readonly<Record<string, string>> = {
  administration: 'administration · administration',
  association: 'association · association',
  individual: 'particulier · individual',
  professional: 'professionnel · professional',
}

export function partyKind(kind: string): string {
  return named(partyKinds, kind)
}
