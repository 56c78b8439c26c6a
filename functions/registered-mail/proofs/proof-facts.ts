import type { ProofContent, ProofStep } from '../model/proof-content.ts'
import { instantText } from './instant-text.ts'

/** A line of a proof: a label in French and English, and what it says. */
export type Fact = readonly [label: string, text: string]

/** The times and circumstances that a proof of its kind is about. */
export function factsOf(proof: ProofContent): Fact[] {
  const { times, steps, kind } = proof
  const common: Fact[] = [
    ['Envoi demandé · Sending requested', instantText(proof.mail.sentAt)],
    ...timed('Avis envoyé · Notice sent', times.notifiedAt),
    ...timed('Déposé · Deposited', times.depositedAt),
  ]
  switch (kind) {
    case 'content':
      return [['Envoi demandé · Sending requested', instantText(proof.mail.sentAt)]]
    case 'deposit':
      return [...common, ...noticeFacts(steps), ...timed('Délai · Accept until', times.acceptanceDeadline)]
    case 'delivery':
      return [
        ...common,
        ...identification(steps),
        ...timed('Accepté · Accepted', times.deliveredAt),
        ...actOf('delivered', steps),
      ]
    case 'refusal':
      return [
        ...common,
        ...identification(steps),
        ...timed('Refusé · Refused', times.endedAt),
        ...actOf('refused', steps),
        ...reasonOf(steps),
      ]
    case 'negligence':
      return [
        ...common,
        ...noticeFacts(steps),
        ...of('reminded', 'Rappel · Reminder', steps),
        ...timed('Fin du délai · End of period', times.acceptanceDeadline),
        ...timed('Constaté · Recorded', times.endedAt),
      ]
    case 'bounce':
      return [...common, ...noticeFacts(steps), ...timed('Échec · Failed', times.endedAt), ...failureOf(steps)]
  }
}

function timed(label: string, at: string | null): Fact[] {
  return at === null ? [] : [[label, instantText(at)]]
}

function of(type: string, label: string, steps: readonly ProofStep[]): Fact[] {
  return steps.filter((step) => step.type === type).map((step) => [label, instantText(step.at)])
}

/** The e-mails to the recipient, and what became of them. */
function noticeFacts(steps: readonly ProofStep[]): Fact[] {
  const isWithoutReport = steps.some(({ type, detail }) => type === 'deposited' && detail?.deliveryReport === 'none')
  return [
    ...of('email_sent', 'E-mail envoyé · E-mail sent', steps),
    ...steps.flatMap(({ type, detail }): Fact[] =>
      type === 'email_sent' && typeof detail?.messageId === 'string' ? [['Message-ID', detail.messageId]] : [],
    ),
    ...(isWithoutReport ? [withoutReport] : []),
    ...of('email_delivered', 'E-mail remis · E-mail delivered', steps),
    ...of('email_bounced', 'E-mail rejeté · E-mail bounced', steps),
  ]
}

const withoutReport: Fact = [
  'Rapport de remise · Delivery report',
  'aucun dans les dix minutes suivant l’avis · none within ten minutes after the notice',
]

function identification(steps: readonly ProofStep[]): Fact[] {
  return [
    ...of('opened', 'Premier code demandé sur la page · First code requested on the page', steps),
    ...of('otp_sent', 'Code envoyé · Code sent', steps),
    ...of('otp_verified', 'Code vérifié · Code verified', steps),
  ]
}

/** From where the recipient acted. */
function actOf(type: string, steps: readonly ProofStep[]): Fact[] {
  const act = steps.findLast((step) => step.type === type)
  const facts: [string, string | null][] = [
    ['Adresse IP · IP address', act?.ip ?? null],
    ['Navigateur · User agent', act?.userAgent ?? null],
  ]
  return facts.flatMap(([label, text]): Fact[] => (text === null ? [] : [[label, text]]))
}

function reasonOf(steps: readonly ProofStep[]): Fact[] {
  const reason = steps.findLast(({ type }) => type === 'refused')?.detail?.reason
  return typeof reason === 'string' && reason !== '' ? [['Motif · Reason', reason]] : []
}

function failureOf(steps: readonly ProofStep[]): Fact[] {
  const reasons = steps
    .filter(({ type }) => type === 'bounced' || type === 'email_bounced')
    .map(({ detail }) => detail?.reason)
  const reason = reasons.findLast((each) => typeof each === 'string' && each !== '')
  return typeof reason === 'string' ? [['Raison · Reason', reason]] : []
}
