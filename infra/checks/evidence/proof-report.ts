import { acceptanceDeadline } from '../../../functions/registered-mail/model/acceptance-deadline.ts'
import type { ProofContent, ProofKindName } from '../../../functions/registered-mail/model/proof-content.ts'
import {
  noticesIn,
  partyName,
  reachedAt,
  recipientIn,
} from '../../../functions/registered-mail/proofs/told-by-steps.ts'
import { faultOfEnds } from '../../../shared/pdf/pdf-inspection.ts'
import { chainChecks } from './chain-checks.ts'
import { sha256Of } from './file-hash.ts'
import type { ReadProof } from './read-evidence.ts'
import type { Check, GivenFile, Opened, Report, SealFacts } from './report.ts'

/** What is found of a proof of a registered mail, and of files that it names by their SHA-256. */
export async function proofReport(
  opened: Opened & { readonly isTrusted: boolean },
  { content, links }: ReadProof,
  others: readonly GivenFile[],
): Promise<Report> {
  const fileChecks = await Promise.all(others.map((file) => checksOfFile(file, content, opened.seal)))
  return {
    about: aboutOf(content),
    checks: [...opened.checks, ...chainChecks(links, content.chain), ...contentChecks(content), ...fileChecks.flat()],
    seal: opened.seal,
    limits: limitsOf(opened, content, others),
  }
}

function aboutOf({ kind, number, mail, recipient, issuedAt }: ProofContent): string {
  return `Proof of ${kind} of item ${number} of the registered mail ${mail.id} to ${recipient.email}, written ${issuedAt}`
}

/** The step that each kind is about, and the time that it gives. */
const outcomes: Readonly<Record<ProofKindName, { step: string; time: keyof ProofContent['times'] | null }>> = {
  content: { step: 'sent', time: null },
  deposit: { step: 'deposited', time: 'depositedAt' },
  delivery: { step: 'delivered', time: 'deliveredAt' },
  refusal: { step: 'refused', time: 'endedAt' },
  negligence: { step: 'neglected', time: 'endedAt' },
  bounce: { step: 'bounced', time: 'endedAt' },
}

function contentChecks(content: ProofContent): Check[] {
  return [outcomeCheck(content), timesCheck(content), ...recipientChecks(content)]
}

function outcomeCheck({ kind, steps, times, status }: ProofContent): Check {
  const { step: type, time } = outcomes[kind]
  const step = steps.findLast((each) => each.type === type)
  const flaws: string[] = []
  if (!step) flaws.push(`there is no step "${type}"`)
  else if (time !== null && step.detail?.reportedAt !== times[time])
    flaws.push(`"times.${time}" differs from "detail.reportedAt" of the step "${type}"`)
  if (status !== type) flaws.push(`the status is "${status}"`)
  return { says: `The steps tell of what this proof of ${kind} proves, at the same time`, flaws }
}

/** The times beside the outcome's own. Proofs of content have none. */
function timesCheck({ kind, steps, times }: ProofContent): Check {
  const { step } = outcomes[kind]
  const isFinal = kind !== 'content' && kind !== 'deposit'
  const expected = {
    depositedAt: kind === 'content' ? null : reachedAt('deposited', steps),
    deliveredAt: kind === 'delivery' ? reachedAt(step, steps) : null,
    endedAt: isFinal ? reachedAt(step, steps) : null,
  }
  const { notifiedAt, acceptanceDeadline: deadline } = times
  const wrong = (['depositedAt', 'deliveredAt', 'endedAt'] as const).filter(
    (name) => times[name] !== expected[name] && name !== outcomes[kind].time,
  )
  const flaws = wrong.map((name) => `"times.${name}" is not what the steps say`)
  if (notifiedAt !== null && !noticesIn(steps).includes(notifiedAt))
    flaws.push('"times.notifiedAt" is not when the steps say that a notice went out')
  if (deadline !== null && (notifiedAt === null || deadline !== acceptanceDeadline(notifiedAt)))
    flaws.push('"times.acceptanceDeadline" does not follow from "times.notifiedAt"')
  return { says: 'The notice and the other times of the proof are those of the steps', flaws }
}

/** Steps from before the first one held the recipient say nothing of them. */
function recipientChecks({ steps, recipient }: ProofContent): Check[] {
  const told = recipientIn(steps)
  if (!told) return []
  const expected = { name: partyName(told), company: told.company, email: told.email }
  const wrong = (['name', 'company', 'email'] as const).filter((field) => recipient[field] !== expected[field])
  return [
    {
      says: 'The recipient is the one of the steps, with the corrections that they accept',
      flaws: wrong.map((field) => `"recipient.${field}" is not what the steps say`),
    },
  ]
}

async function checksOfFile(file: GivenFile, proof: ProofContent, seal: SealFacts | null): Promise<Check[]> {
  const sha256 = sha256Of(file.bytes)
  const { pdf, attachments } = proof.content
  const place = attachments.findIndex((attachment) => attachment.sha256 === sha256)
  if (place >= 0) return [{ says: `${file.name} is attachment ${place + 1}: the SHA-256 is the same`, flaws: [] }]
  if (sha256 === pdf?.sha256) {
    const named = { says: `${file.name} is the proof of content of this item: the SHA-256 is the same`, flaws: [] }
    return [named, ...(await sealChecksOf(file, seal))]
  }
  return [
    {
      says: `${file.name} is the proof of content or an attachment`,
      flaws: [`its SHA-256 is ${sha256}, which the proof does not name`],
    },
  ]
}

async function sealChecksOf({ name, bytes }: GivenFile, seal: SealFacts | null): Promise<Check[]> {
  if (faultOfEnds(bytes) === 'not_a_pdf') return []
  const { checksOfSealed, readSealedFile } = await import('./seal-checks.ts')
  const file = readSealedFile(bytes)
  return file ? checksOfSealed(name, file, seal) : []
}

/** What whoever reads the report has to know beyond it. */
function limitsOf(
  { isSealed, seal, isTrusted }: Opened & { readonly isTrusted: boolean },
  proof: ProofContent,
  others: readonly GivenFile[],
): string[] {
  const limits: string[] = []
  if (!isSealed)
    limits.push(
      'Who wrote the proof: this is the bare JSON without a seal, which anybody can write. Check the sealed PDF.',
    )
  if (seal && !isTrusted)
    limits.push(
      'Whether the certificate belongs to the service: compare its SHA-256 with one that you received from the service, or give a certificate file with --trusted.',
    )
  if (isSealed && !seal?.timestamps.length)
    limits.push('When the seal was made: the time comes from the service, and no timestamp authority confirms it.')
  if (seal?.timestamps.length) limits.push('Whether the timestamp authority can be trusted.')
  const unchecked = recipientIn(proof.steps) ? 'the sender' : 'the sender and the recipient'
  limits.push(`The names and e-mails of ${unchecked}: only the seal covers them.`)
  limits.push('Whether the proof says what really happened. The checks only prove that it was not changed since.')
  if (others.length === 0 && proof.kind !== 'content')
    limits.push('What was sent: also give the proof of content and the attachments.')
  if (!proof.mail.livemode)
    limits.push('Any legal act: the mail belongs to a test organization, where recipients can be simulated.')
  return limits
}
