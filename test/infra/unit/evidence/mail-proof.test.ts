import { beforeAll, expect, it } from 'vitest'
import { renderProof } from '../../../../functions/registered-mail/proofs/render-proof.ts'
import { checkFiles } from '../../../../infra/checks/evidence/check-files.ts'
import { type GivenFile, holds, textOf } from '../../../../infra/checks/evidence/report.ts'
import { sealPdf } from '../../../../shared/pdf/seal.ts'
import { sha256Of } from '../../../../shared/store/documents.ts'
import { sampleProof } from '../../../registered-mail/unit/sample-proof.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'
import { sealWith } from '../../../support/documents/sealed-evidence.ts'

const signer = await localSealSigner()
const attachment: GivenFile = { name: 'lease.pdf', bytes: Buffer.from('%PDF-1.7 lease') }

let letter: GivenFile
let delivery: GivenFile

async function sealedProof(proof: ReturnType<typeof sampleProof>, html: string | null = null): Promise<Uint8Array> {
  return (await sealPdf(await renderProof(proof, html), sealWith(signer))).bytes
}

function proofOfDelivery() {
  const proof = sampleProof('delivery')
  const attachments = [{ fileName: null, size: 15, pageCount: 1, sha256: sha256Of(attachment.bytes) }]
  const pdf = { sha256: sha256Of(letter.bytes), size: letter.bytes.length }
  return { ...proof, content: { ...proof.content, pdf, attachments } }
}

beforeAll(async () => {
  letter = { name: 'content.pdf', bytes: await sealedProof(sampleProof('content'), '<p>Hello</p>') }
  delivery = { name: 'delivery.pdf', bytes: await sealedProof(proofOfDelivery()) }
})

async function flawsOf(file: GivenFile, others: GivenFile[] = []) {
  const { checks } = await checkFiles(file, others)
  return checks.flatMap(({ flaws }) => flaws)
}

it('holds with the letter and the attachments, and says who sealed it', async () => {
  const report = await checkFiles(delivery, [letter, attachment], [signer.certificateChain[0]])
  const text = textOf(report)
  expect([holds(report), text]).toEqual([true, expect.stringContaining('All checks hold.')])
  expect(text).toContain('content.pdf is the proof of content of this item: the SHA-256 is the same')
  expect(text).toContain('lease.pdf is attachment 1')
  expect(text).toContain('The attachment proof.json is the sealed one')
})

it('is the same from the bare JSON, without a seal', async () => {
  const json = { name: 'proof.json', bytes: Buffer.from(JSON.stringify(proofOfDelivery())) }
  expect(await flawsOf(json)).toEqual([])
  expect(textOf(await checkFiles(json))).toContain('Who wrote the proof')
})

it('fails for another outcome, time, step or file', async () => {
  const proof = proofOfDelivery()
  const json = (changes: object) => ({
    name: 'proof.json',
    bytes: Buffer.from(JSON.stringify({ ...proof, ...changes })),
  })
  expect(await flawsOf(json({ status: 'refused' }))).toEqual(['the status is "refused"'])
  expect(await flawsOf(json({ kind: 'refusal' }))).toEqual([
    'there is no step "refused"',
    'the status is "delivered"',
    '"times.deliveredAt" is not what the steps say',
  ])
  const times = { ...proof.times, deliveredAt: '2026-11-24T10:08:00.000Z' }
  expect(await flawsOf(json({ times }))).toEqual([
    '"times.deliveredAt" differs from "detail.reportedAt" of the step "delivered"',
  ])
  const steps = proof.steps.map((step) => (step.type === 'opened' ? { ...step, ip: '192.0.2.99' } : step))
  expect(await flawsOf(json({ steps }))).toEqual(['step 5 does not have the hash of its content'])
  expect(await flawsOf(delivery, [{ name: 'other.pdf', bytes: Buffer.from('%PDF-1.7 other') }])).toEqual([
    expect.stringContaining('which the proof does not name'),
  ])
})

/** A proof whose first step holds the recipient. */
function proofWithRecipient() {
  const queued = { firstName: 'Jean', lastName: 'Martin', company: null, email: 'jean@example.com' }
  const asked = { updateId: '1', firstName: null, lastName: 'Moreau', company: null, email: 'moreau@example.com' }
  const proof = sampleProof('deposit', {}, [
    { type: 'queued', minute: 0, detail: queued },
    { type: 'sent', minute: 1 },
    { type: 'recipient_update_requested', minute: 2, detail: asked },
    { type: 'recipient_update_answered', minute: 3, detail: { updateId: '1', accept: true, notifiedAt } },
    { type: 'deposited', minute: 4 },
  ])
  return {
    ...proof,
    status: 'deposited',
    recipient: { ...proof.recipient, name: 'Jean Moreau', email: 'moreau@example.com' },
    times: { ...proof.times, notifiedAt, depositedAt: '2026-11-24T10:04:00.000Z', deliveredAt: null, endedAt: null },
  }
}
const notifiedAt = '2026-11-24T10:03:00.000Z'

it.each([
  [{}, []],
  [{ recipient: { name: 'Zed New' } }, ['"recipient.name" is not what the steps say']],
  [{ recipient: { company: 'Acme' } }, ['"recipient.company" is not what the steps say']],
  [{ recipient: { email: 'jean@example.com' } }, ['"recipient.email" is not what the steps say']],
  [
    { times: { notifiedAt: '2026-11-24T10:05:00.000Z' } },
    ['"times.notifiedAt" is not when the steps say that a notice went out'],
  ],
  [{ times: { notifiedAt: '2026-11-24T10:01:00.000Z' } }, [expect.stringContaining('a notice went out')]],
  [
    { times: { acceptanceDeadline: '2026-12-10T22:59:59.999Z' } },
    ['"times.acceptanceDeadline" does not follow from "times.notifiedAt"'],
  ],
  [{ times: { deliveredAt: notifiedAt } }, ['"times.deliveredAt" is not what the steps say']],
  [{ times: { endedAt: notifiedAt } }, ['"times.endedAt" is not what the steps say']],
])('compares the recipient and the times with the steps: %j', async (forged, flaws) => {
  const proof = proofWithRecipient()
  const { recipient = {}, times = {} }: { recipient?: object; times?: object } = forged
  const bytes = Buffer.from(
    JSON.stringify({ ...proof, recipient: { ...proof.recipient, ...recipient }, times: { ...proof.times, ...times } }),
  )
  expect(await flawsOf({ name: 'proof.json', bytes })).toEqual(flaws)
})

it('says that nothing but the seal covers a recipient whom the steps do not hold', async () => {
  const limitsOf = async (proof: object) =>
    (await checkFiles({ name: 'proof.json', bytes: Buffer.from(JSON.stringify(proof)) })).limits.join()
  expect(await limitsOf(proofOfDelivery())).toContain('The names and e-mails of the sender and the recipient:')
  expect(await limitsOf(proofWithRecipient())).toContain('The names and e-mails of the sender:')
})

it('fails when a sealed byte is changed', async () => {
  const bytes = Uint8Array.from(delivery.bytes)
  bytes[bytes.indexOf(0x47, 500)] = 0x48
  expect(await flawsOf({ ...delivery, bytes })).toContain('the sealed bytes were changed')
})
