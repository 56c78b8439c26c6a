import { createHash } from 'node:crypto'
import { linked, type StepActor, type StepDraft } from '../../../functions/signature/model/step.ts'
import type { Evidence, EvidenceSigner, EvidenceStep } from '../../../shared/pdf/evidence-content.ts'
import { howToCheck } from '../../../shared/pdf/how-to-check.ts'
import { emptyChain } from '../../../shared/platform/hash-chain.ts'

export interface SampleParts {
  readonly signers?: number
  readonly original?: Uint8Array
  readonly sealed?: Uint8Array
  readonly livemode?: boolean
}

const title = 'Contrat de prestation'
const requestId = '0190b3d2-7c1e-7a31-9f10-5b1de7000001'
const key: StepActor = { type: 'api_key', id: 'client-1', name: 'Lease office' }
const system: StepActor = { type: 'system', id: null, name: 'Sealpost' }
const timeOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 14, minute, 9, 123)).toISOString()

/** Evidence of a request that its signers signed one after the other, a minute each: the same for the same parts. */
export function sampleEvidence(parts: SampleParts = {}): Evidence {
  const { signers: count = 2, livemode = true } = parts
  const document = { fileName: 'contrat été.pdf', pageCount: 3, ...fileOf(parts.original ?? Buffer.from('original')) }
  const signers = Array.from({ length: count }, (_, index) => signerOf(index))
  const steps = stepsOf(document, signers)
  return {
    format: 'sealpost-evidence',
    version: 4,
    howToCheck: [...howToCheck],
    issuedAt: timeOf(count + 2),
    request: {
      id: requestId,
      title,
      organization: { id: '0190b3d2-7c1e-7a31-9f10-5b1de7000002', name: 'Maison Lumière' },
      entityId: '0190b3d2-7c1e-7a31-9f10-5b1de7000003',
      level: 'ses',
      vendor: 'simulated',
      signingOrder: 'sequential',
      livemode,
    },
    document,
    sealed: { ...fileOf(parts.sealed ?? Buffer.from('sealed')), level: 'B-B' },
    signers,
    steps,
    actsVerified: false,
    chain: { length: steps.length, hash: steps.at(-1)?.hash ?? '' },
  }
}

function fileOf(bytes: Uint8Array) {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function signerOf(index: number): EvidenceSigner {
  return {
    id: `0190b3d2-7c1e-7a31-9f10-5b1de71${String(index).padStart(5, '0')}`,
    name: `Ζωή Łukaszewicz ${index}`,
    email: `signer${index}@example.org`,
    authentication: 'Code by e-mail',
    notifiedAt: timeOf(index),
    openedAt: timeOf(index + 1),
    signedAt: timeOf(index + 1),
    ip: '2001:db8::7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) '.repeat(3),
  }
}

/** With texts whose escapes and sort order tell one way of writing JSON from another. */
function stepsOf(document: Evidence['document'], signers: readonly EvidenceSigner[]): EvidenceStep[] {
  const { fileName, size, sha256 } = document
  const commits: [string, StepDraft[]][] = [
    [
      timeOf(0),
      [
        { type: 'created', actor: key, ip: '192.0.2.1', userAgent: 'curl/8.5', detail: { fileName, sha256, size } },
        { type: 'sent', actor: key, ip: '192.0.2.1', detail: { signers: signers.map(({ id }) => id) } },
      ],
    ],
    ...signers.flatMap((signer, index): [string, StepDraft[]][] => [
      [timeOf(index), [{ type: 'notified', actor: system, signerId: signer.id }]],
      [timeOf(index), [bounceOf(signer, index)]],
      [timeOf(index + 1), [signatureOf(signer, sha256)]],
    ]),
    [timeOf(signers.length), [{ type: 'completed', actor: system }]],
  ]
  let chain = emptyChain
  return commits.flatMap(([at, drafts]) => {
    const made = linked(chain, drafts, { requestId, at, ids: () => '' })
    chain = made.chain
    return made.steps.map(({ requestId: _, id: __, ...step }) => step)
  })
}

function bounceOf(signer: EvidenceSigner, index: number): StepDraft {
  const reason = index % 10 === 7 ? 'word '.repeat(2_000) : '5.2.2 "mailbox\\full" \u0001\u007f\n\t€ 🙂 \u2028'
  return { type: 'email_bounced', actor: system, signerId: signer.id, detail: { reason } }
}

function signatureOf({ id, name, email, ip, userAgent }: EvidenceSigner, originalSha256: string): StepDraft {
  const detail = { originalSha256, title, name, email, authMethod: 'email_otp' }
  return { type: 'signed', actor: { type: 'signer', id, name }, signerId: id, detail, ip, userAgent }
}
