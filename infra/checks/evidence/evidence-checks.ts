import { isDeepStrictEqual } from 'node:util'
import { authenticationNames } from '../../../functions/signature/model/authentication-names.ts'
import type { Evidence, EvidenceSigner, EvidenceStep } from '../../../shared/pdf/evidence-content.ts'
import { isReaddressing } from '../../../shared/pdf/evidence-corrections.ts'
import { chainChecks } from './chain-checks.ts'
import type { ReadEvidence } from './read-evidence.ts'
import type { Check } from './report.ts'

/** All that evidence proves by itself, whoever wrote it. */
export function evidenceChecks({ content, links }: ReadEvidence): Check[] {
  return [
    ...chainChecks(links, content.chain),
    { says: documentHolds(content), flaws: documentFlaws(content) },
    { says: signersHold(content), flaws: signerFlaws(content) },
    ...(content.mentions?.length ? [mentionsCheck(content)] : []),
  ]
}

/** Sentences that were written by hand are named by the step of the signature. */
function mentionsCheck({ mentions = [], steps }: Evidence): Check {
  const flaws = mentions.flatMap(({ fieldId, signerId, sha256 }) => {
    const signed = steps.find(({ type, signerId: by }) => type === 'signed' && by === signerId)
    const named = signed?.detail?.mentions
    const isNamed =
      typeof named === 'object' &&
      named !== null &&
      Object.entries(named).some(([id, hash]) => id === fieldId && hash === sha256)
    return isNamed ? [] : [`the sentence of the field ${fieldId} is not the one that was signed with`]
  })
  return { says: 'Every sentence that was written by hand is named by the signature of its writer', flaws }
}

/** Before version 3 no step held names and methods: nothing but the seal of the evidence covers them. */
export function hasNamesInSteps({ version }: Evidence): boolean {
  return version >= 3
}

function signersHold(content: Evidence): string {
  return hasNamesInSteps(content)
    ? 'The title, and the names, e-mails, methods, times and addresses of the signers match the steps'
    : 'The times and addresses of the signers match the steps'
}

/** What was signed at a vendor is proved by the file alone: the steps repeat what the vendor told. */
function documentHolds({ atVendor }: Evidence): string {
  return atVendor
    ? 'By the steps, every signer signed the document that was sent'
    : 'Every signer signed the document that was sent'
}

function documentFlaws({ document, steps }: Evidence): string[] {
  const created = steps.find(({ type }) => type === 'created')
  const { fileName, size, sha256, upload, normalizations } = created?.detail ?? {}
  const isSent = fileName === document.fileName && size === document.size && sha256 === document.sha256
  const sent = { sha256: document.sha256, size: document.size }
  const isNormalizedSo = isDeepStrictEqual(
    { upload: upload ?? sent, normalizations: normalizations ?? [] },
    { upload: document.upload ?? sent, normalizations: document.normalizations ?? [] },
  )
  const signedOther = steps.filter(({ type, detail }) => type === 'signed' && signedSha256(detail) !== document.sha256)
  return [
    ...(isSent ? [] : ['the name, size or SHA-256 of the document differs from the step "created"']),
    ...(isNormalizedSo ? [] : ['the upload or the normalizations of the document differ from the step "created"']),
    ...signedOther.map(({ seq }) => `the signature of step ${seq} is for a document with another SHA-256`),
  ]
}

/** Older steps name what was signed the original. */
function signedSha256(detail: EvidenceStep['detail']): unknown {
  return detail?.documentSha256 ?? detail?.originalSha256
}

function signerFlaws(content: Evidence): string[] {
  const { signers, steps } = content
  const ids = new Set(signers.map(({ id }) => id))
  const strangers = steps.filter(({ type, signerId }) => type === 'signed' && !ids.has(signerId ?? ''))
  return [
    ...signers.flatMap((signer) => flawsOf(signer, steps)),
    ...(hasNamesInSteps(content) ? nameFlaws(content) : []),
    ...(ids.size === signers.length ? [] : ['a signer is listed twice']),
    ...strangers.map(({ seq }) => `the signature of step ${seq} belongs to none of the signers`),
  ]
}

/** Whoever signs without having been seen to open has opened by signing. */
function flawsOf(signer: EvidenceSigner, steps: readonly EvidenceStep[]): string[] {
  const own = steps.filter(({ signerId }) => signerId === signer.id)
  const [signed, ...again] = own.filter(({ type }) => type === 'signed')
  const { notifiedAt, opened } = beginningOf(own)
  const signedAt = signed && timeOfSignature(signed)
  const expected = {
    notifiedAt,
    openedAt: opened?.at ?? signedAt,
    signedAt,
    ip: signed?.ip,
    userAgent: signed?.userAgent,
  }
  const names = ['notifiedAt', 'openedAt', 'signedAt', 'ip', 'userAgent'] as const
  const wrong = names.filter((name) => signer[name] !== (expected[name] ?? null))
  return [
    ...(signed ? [] : [`${signer.name} has no step "signed"`]),
    ...(again.length > 0 ? [`${signer.name} has signed more than once`] : []),
    ...wrong.map((name) => `"${name}" of ${signer.name} differs from the steps`),
  ]
}

/** For a signature at an outside vendor, `at` is when the service heard of it, and `detail.signedAt` the time that the vendor gives. */
function timeOfSignature({ at, detail }: EvidenceStep): string {
  return typeof detail?.signedAt === 'string' ? detail.signedAt : at
}

/**
 * How a signer came to the document, by their own steps. Another e-mail address starts this anew. It is asked at once if
 * the former address was asked before.
 */
function beginningOf(own: readonly EvidenceStep[]): {
  notifiedAt?: string | undefined
  opened?: EvidenceStep | undefined
} {
  const start = own.findLastIndex(isReaddressing)
  const first = (type: string, steps: readonly EvidenceStep[]) => steps.find((step) => step.type === type)
  const wasAsked = first('notified', own.slice(0, Math.max(start, 0)))
  const since = own.slice(start + 1)
  return { notifiedAt: (wasAsked ? own[start] : first('notified', since))?.at, opened: first('opened', since) }
}

/** What each signature says of its signer and of the title that they signed under. */
function nameFlaws({ request, signers, steps }: Evidence): string[] {
  return signers.flatMap((signer) => {
    const signed = steps.find(({ type, signerId }) => type === 'signed' && signerId === signer.id)
    if (!signed) return []
    const { title, name, email, authMethod } = signed.detail ?? {}
    const expected = { name, email, authentication: authenticationInWords(authMethod) }
    const wrong = (['name', 'email', 'authentication'] as const).filter((member) => signer[member] !== expected[member])
    return [
      ...(needsCode(authMethod) ? codeFlaws(signer, steps) : []),
      ...wrong.map((member) => `"${member}" of ${signer.name} differs from step ${signed.seq}`),
      ...(title === request.title ? [] : [`the title differs from step ${signed.seq}`]),
    ]
  })
}

/** A code that was proved before the sender corrected the method says nothing about the new address. */
function needsCode(authMethod: unknown): boolean {
  return authMethod !== 'none' && authMethod !== 'vendor_identity'
}

/** Steps tell where the code of a signer went since codes belong to an address. The evidence names the signer's e-mail, not their phone. */
function codeFlaws({ id, name, email }: EvidenceSigner, steps: readonly EvidenceStep[]): string[] {
  const proved = steps.findLast(({ type, signerId }) => type === 'otp_verified' && signerId === id)
  const isElsewhere = proved?.detail?.channel === 'email' && proved.detail.to !== email
  return isElsewhere ? [`the code of step ${proved.seq} did not go to the e-mail of ${name}`] : []
}

function authenticationInWords(method: unknown): string | undefined {
  return Object.entries(authenticationNames).find(([name]) => name === method)?.[1]
}
