import { sha256Of } from '../../../shared/store/documents.ts'
import { acceptanceDeadline } from '../model/acceptance-deadline.ts'
import { pdfFileName } from '../model/file-name.ts'
import type { Item, ProofKind, StoredProof } from '../model/item.ts'
import type { Mail } from '../model/mail.ts'
import { howToCheckProof, type ProofContent, type ProofStep, proofFormat } from '../model/proof-content.ts'
import { kindTexts, statementOf } from './proof-texts.ts'
import { stepsUntil } from './provable-steps.ts'
import { noticesIn, partyName, reachedAt, recipientIn } from './told-by-steps.ts'

export interface Proved {
  readonly mail: Mail
  readonly item: Item
  /** All steps of the item. */
  readonly steps: readonly ProofStep[]
  readonly organization: string
  /** The proof of content, which the other proofs name. */
  readonly content: StoredProof | null
  readonly issuedAt: string
}

/** Everything that a proof says. Throws for a mail that was not sent. */
export function proofOf(kind: ProofKind, proved: Proved): ProofContent {
  const { mail, item, content, issuedAt } = proved
  const { send, sender } = mail
  if (!send || !sender) throw new Error(`the mail ${mail.id} was not sent`)
  const steps = stepsUntil(kind, proved.steps)
  const end = steps.at(-1)
  // A correction may have been accepted since.
  const recipient = recipientIn(steps) ?? item
  return {
    format: proofFormat,
    version: 1,
    kind,
    number: item.id,
    issuedAt,
    howToCheck: [...howToCheckProof],
    statement: statementOf(mail),
    mail: mailOf(kind, proved, send.sentAt),
    sender: { ...partyOf(sender), kind: sender.kind, email: sender.email, verifiedAt: sender.verifiedAt },
    recipient: { ...partyOf(recipient), kind: item.kind, email: recipient.email, consent: item.consent },
    content: {
      letterSha256: mail.contentSha256,
      pdf: kind === 'content' || !content ? null : { sha256: content.sha256, size: content.size },
      attachments: mail.attachments.map(({ fileName, size, pageCount, sha256 }) => ({
        fileName: showsContent(kind) ? pdfFileName(fileName) : null,
        size,
        pageCount,
        sha256,
      })),
    },
    ...outcomeOf(kind, item, steps),
    standardEvents: [...kindTexts[kind].standardEvents],
    steps,
    chain: { length: steps.length, hash: end?.hash ?? '' },
  }
}

/** Subject and file names are content, which recipients see only after they accepted. */
function showsContent(kind: ProofKind): boolean {
  return kind === 'content' || kind === 'delivery'
}

function mailOf(kind: ProofKind, { mail, organization }: Proved, sentAt: string): ProofContent['mail'] {
  const { id, type, vendor, livemode, orgId, entityId, reference, subject } = mail
  return {
    id,
    type,
    vendor: vendor ?? '',
    livemode,
    organization: { id: orgId, name: organization },
    entityId,
    reference,
    sentAt,
    subjectSha256: sha256Of(Buffer.from(subject ?? '')),
    subject: showsContent(kind) ? subject : null,
  }
}

function partyOf(party: Pick<Item, 'firstName' | 'lastName' | 'company'>) {
  return { name: partyName(party), company: party.company }
}

/** Proofs of content and deposit do not tell what came later. */
function outcomeOf(kind: ProofKind, item: Item, steps: readonly ProofStep[]): Pick<ProofContent, 'status' | 'times'> {
  const none = { notifiedAt: null, depositedAt: null, acceptanceDeadline: null, deliveredAt: null, endedAt: null }
  if (kind === 'content') return { status: 'sent', times: none }
  if (kind === 'deposit') return { status: 'deposited', times: { ...none, ...timesOfDeposit(item, steps) } }
  const { notifiedAt, depositedAt, acceptanceDeadline: deadline, deliveredAt, endedAt } = item
  return { status: item.status, times: { notifiedAt, depositedAt, acceptanceDeadline: deadline, deliveredAt, endedAt } }
}

/** A notice to a corrected address may have followed the deposit. The timeline then still has the notice before it. */
function timesOfDeposit(item: Item, steps: readonly ProofStep[]) {
  const notices = noticesIn(steps)
  const known = [item.notifiedAt, ...item.timeline.map(({ detail }) => detail?.previousNotice)]
  const notifiedAt = notices.find((notice) => known.includes(notice)) ?? notices[0] ?? null
  return {
    notifiedAt,
    depositedAt: reachedAt('deposited', steps),
    acceptanceDeadline: notifiedAt === null ? null : acceptanceDeadline(notifiedAt),
  }
}
