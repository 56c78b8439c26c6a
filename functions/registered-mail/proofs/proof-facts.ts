import { periodStart } from '../model/acceptance-deadline.ts'
import type { ProofContent, ProofStep } from '../model/proof-content.ts'
import { instantText } from './instant-text.ts'
import { failureText, stepName } from './step-texts.ts'

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
      return [...common, ...emailFacts(steps), ...periodOf(times)]
    case 'delivery':
      return [
        ...common,
        ...identification(steps),
        ...timed('Accepté · Accepted', times.deliveredAt),
        ...actOf('delivered', steps),
        ...receptionOf(steps),
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
        ...emailFacts(steps),
        ...of('reminded', 'Rappel demandé · Reminder due', steps),
        ...periodOf(times),
        ...timed('Constaté · Recorded', times.endedAt),
      ]
    case 'bounce':
      return [...common, ...emailFacts(steps), ...timed('Échec · Failed', times.endedAt), ...failureOf(steps)]
  }
}

function timed(label: string, at: string | null): Fact[] {
  return at === null ? [] : [[label, instantText(at)]]
}

function of(type: string, label: string, steps: readonly ProofStep[]): Fact[] {
  return steps.filter((step) => step.type === type).map((step) => [label, instantText(step.at)])
}

/** Each e-mail to the recipient that announced the mail, in the order of its sending, and what became of it. */
function emailFacts(steps: readonly ProofStep[]): Fact[] {
  const told = steps.filter(({ type }) => type.startsWith('email_'))
  const emails = Map.groupBy(told, ({ detail }) => String(detail?.mailId ?? ''))
  const isWithoutReport = steps.some(({ type, detail }) => type === 'deposited' && detail?.deliveryReport === 'none')
  return [...[...emails.values()].flatMap(factsOfEmail), ...(isWithoutReport ? [withoutReport] : [])]
}

function factsOfEmail(steps: readonly ProofStep[]): Fact[] {
  const [first] = steps
  const isReminder = first?.detail?.kind === 'registered_mail_reminder'
  const sent = isReminder ? 'Rappel envoyé · Reminder sent' : 'E-mail d’avis · E-mail of the notice'
  // SES tells things in any order: the news of the sending can come later, or be lost.
  const others = steps.filter(({ type }) => type !== 'email_sent')
  const sentAt = steps.find(({ type }) => type === 'email_sent')?.at ?? null
  return [
    [sent, sentAt === null ? 'sans rapport d’envoi · without a report of its sending' : instantText(sentAt)],
    ...said('Adresse · Address', first?.detail?.to),
    ...said('Message-ID', first?.detail?.messageId),
    ...others.flatMap(({ type, at, detail }): Fact[] => [
      [stepName(type), instantText(at)],
      ...said('Réponse du serveur · Server said', detail?.serverAnswer),
    ]),
  ]
}

function said(label: string, text: unknown): Fact[] {
  return typeof text === 'string' && text !== '' ? [[label, text]] : []
}

const withoutReport: Fact = [
  'Rapport de remise · Report',
  'aucun dans les dix minutes suivant l’avis · none within ten minutes after the notice',
]

/** The period of the law begins on the day after the notice. */
function periodOf({ notifiedAt, acceptanceDeadline }: ProofContent['times']): Fact[] {
  if (notifiedAt === null || acceptanceDeadline === null) return []
  return [
    ['Début du délai · Period begins', instantText(periodStart(notifiedAt))],
    ['Fin du délai · Period ends', instantText(acceptanceDeadline)],
  ]
}

function identification(steps: readonly ProofStep[]): Fact[] {
  return [
    ...of('opened', 'Page utilisée · Page first used', steps),
    ...steps.flatMap(({ type, at, detail }): Fact[] =>
      type === 'otp_sent' || type === 'otp_verified'
        ? [[stepName(type), typeof detail?.to === 'string' ? `${instantText(at)}, ${detail.to}` : instantText(at)]]
        : [],
    ),
  ]
}

/** When the recipient first saw and downloaded the content. The proof is made right after the acceptance. */
function receptionOf(steps: readonly ProofStep[]): Fact[] {
  const none = 'aucun avant cette preuve · none before this proof'
  const first = (type: string) => steps.find((step) => step.type === type)
  const [displayed, downloaded] = [first('displayed'), first('downloaded')]
  return [
    ['Affiché · First displayed', displayed ? instantText(displayed.at) : none],
    ['Téléchargé · First downloaded', downloaded ? instantText(downloaded.at) : none],
  ]
}

/** From where the recipient acted. */
function actOf(type: string, steps: readonly ProofStep[]): Fact[] {
  const act = steps.findLast((step) => step.type === type)
  const facts: [string, string | null][] = [
    ['Adresse IP · IP address', act?.ip ?? null],
    ['Navigateur · Browser', act?.userAgent ?? null],
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
  return typeof reason === 'string' ? [['Raison · Reason', failureText(reason)]] : []
}
