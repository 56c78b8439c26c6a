import {
  howToCheckProof,
  type ProofContent,
  type ProofKindName,
  proofFormat,
} from '../../../functions/registered-mail/model/proof-content.ts'
import { kindTexts, statementOf } from '../../../functions/registered-mail/proofs/proof-texts.ts'
import { appended, emptyChain } from '../../../shared/platform/hash-chain.ts'

const sha256 = 'ab'.repeat(32)
const types = ['queued', 'sent', 'email_delivered', 'deposited', 'opened', 'otp_sent', 'otp_verified', 'delivered']
const reportedTypes: ReadonlySet<string> = new Set(['sent', 'deposited', 'delivered'])
const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 10, minute)).toISOString()

interface SampleStep {
  readonly type: string
  readonly minute: number
  readonly detail?: Record<string, unknown>
}

/** A proof of a mail whose recipient accepted. */
export function sampleProof(
  kind: ProofKindName,
  { livemode = true, type = 'simple' } = {},
  steps: readonly SampleStep[] = types.map((each, minute) => ({ type: each, minute })),
): ProofContent {
  const contents = steps.map(({ type: each, minute, detail = null }) => ({
    at: at(minute),
    type: each,
    actor: { type: 'system', id: null, name: 'Sealpost' },
    detail: reportedTypes.has(each) ? { reportedAt: at(minute), source: 'vendor' } : detail,
    ip: each === 'delivered' ? '192.0.2.7' : null,
    userAgent: each === 'delivered' ? 'Firefox' : null,
  }))
  const { links, chain } = appended(emptyChain, contents)
  return {
    format: proofFormat,
    version: 1,
    kind,
    number: '0190f3c2-1111-7000-8000-000000000001',
    issuedAt: '2026-11-24T10:10:00.000Z',
    howToCheck: [...howToCheckProof],
    statement: statementOf({ type, livemode }),
    mail: {
      id: '0190f3c2-1111-7000-8000-000000000000',
      type,
      vendor: 'native',
      livemode,
      organization: { id: '0190f3c2-1111-7000-8000-00000000000a', name: 'Étude Dupont' },
      entityId: '0190f3c2-1111-7000-8000-00000000000b',
      reference: 'REF-12',
      sentAt: '2026-11-24T10:00:00.000Z',
      subjectSha256: sha256,
      subject: null,
    },
    sender: {
      name: 'Claire Dupont',
      company: 'Étude Dupont',
      email: 'claire@example.com',
      kind: 'professional',
      verifiedAt: '2026-11-01T10:00:00.000Z',
    },
    recipient: {
      name: 'Jean Martin',
      company: null,
      email: 'jean@example.com',
      kind: 'individual',
      consent: { obtainedAt: '2026-10-01T10:00:00.000Z', evidence: 'Lease, article 12' },
    },
    content: {
      letterSha256: sha256,
      pdf: kind === 'content' ? null : { sha256, size: 12_345 },
      attachments: [{ fileName: null, size: 1_234, pageCount: 3, sha256: 'cd'.repeat(32) }],
    },
    status: 'delivered',
    times: {
      notifiedAt: '2026-11-24T10:01:00.000Z',
      depositedAt: '2026-11-24T10:03:00.000Z',
      acceptanceDeadline: '2026-12-09T22:59:59.999Z',
      deliveredAt: '2026-11-24T10:07:00.000Z',
      endedAt: '2026-11-24T10:07:00.000Z',
    },
    standardEvents: [...kindTexts[kind].standardEvents],
    steps: links,
    chain,
  }
}
