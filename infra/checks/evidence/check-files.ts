import type { Evidence } from '../../../shared/pdf/evidence-content.ts'
import { faultOfEnds } from '../../../shared/pdf/pdf-inspection.ts'
import { evidenceChecks, hasNamesInSteps } from './evidence-checks.ts'
import { sha256Of } from './file-hash.ts'
import { type NoEvidence, readEvidence, readProof } from './read-evidence.ts'
import type { Check, GivenFile, Opened, Report, SealFacts } from './report.ts'

/** A file that cannot be looked at, or has nothing to do with evidence. */
export class UnreadableFile extends Error {}

/** PDF and CMS libraries are needed for sealed files alone. */
const seals = () => import('./seal-checks.ts')

/**
 * Checks evidence (the sealed PDF, or the JSON taken out of it) and, where they are given, that the sealed document and
 * the one that was signed are those that it is about. Nothing is asked of anybody. Certificates in `trusted` (DER) are believed.
 */
export async function checkFiles(
  file: GivenFile,
  others: readonly GivenFile[] = [],
  trusted: readonly Uint8Array[] = [],
): Promise<Report> {
  const opened = isPdf(file) ? await openPdf(file, trusted) : openJson(file, trusted)
  const proof = opened.json && readProof(opened.json)
  if (proof && 'content' in proof) {
    const { proofReport } = await import('./proof-report.ts')
    return await proofReport({ ...opened, isTrusted: trusted.length > 0 }, proof, others)
  }
  const read = opened.json && readEvidence(opened.json)
  const evidence = read && 'content' in read ? read : null
  const fault = read && 'fault' in read ? read : null
  const checks = [
    ...opened.checks,
    ...(fault ? [unreadable(fault)] : []),
    ...(evidence ? evidenceChecks(evidence) : []),
    ...(await otherChecks(others, evidence?.content ?? null, opened.seal)),
  ]
  return {
    about: evidence && aboutOf(evidence.content),
    checks,
    seal: opened.seal,
    limits: limitsOf(opened, evidence?.content ?? null, others, trusted),
  }
}

function isPdf({ bytes }: GivenFile): boolean {
  return faultOfEnds(bytes) !== 'not_a_pdf'
}

function openJson({ name, bytes }: GivenFile, trusted: readonly Uint8Array[]): Opened {
  const read = readEvidence(bytes)
  const proof = readProof(bytes)
  if ('fault' in read && read.foreign && 'fault' in proof && proof.foreign)
    throw new UnreadableFile(`${name} is neither an evidence PDF nor evidence.json or proof.json: ${read.fault}`)
  const unsealed: Check = { says: 'A trusted certificate sealed the evidence', flaws: ['the bare JSON has no seal'] }
  return { checks: trusted.length > 0 ? [unsealed] : [], seal: null, isSealed: false, json: bytes }
}

async function openPdf({ name, bytes }: GivenFile, trusted: readonly Uint8Array[]): Promise<Opened> {
  const { readSealedFile, sealChecks, sealFacts } = await seals()
  const { attachedEvidence } = await import('./attached-evidence.ts')
  const file = readSealedFile(bytes)
  if (!file) throw new UnreadableFile(`${name} is damaged or is not an evidence file: its structure cannot be read`)
  const [seal = null, ...more] = file.seals
  const { json, check } = attachedEvidence(file)
  if (!json && !seal)
    throw new UnreadableFile(`${name} is not an evidence file: it is a PDF without a seal and without evidence`)
  const single: Check = {
    says: 'The file has exactly one seal',
    flaws: more.length > 0 ? [`${more.length} more were added later and prove nothing about the evidence`] : [],
  }
  const checks = [...sealChecks(name, bytes, seal), single, check]
  if (seal && trusted.length > 0) {
    const { trustCheck } = await import('./trust-check.ts')
    checks.push(trustCheck(seal, bytes.length, trusted, Date.now()))
  }
  return { checks, seal: seal && sealFacts(seal), isSealed: true, json }
}

function unreadable({ fault }: NoEvidence): Check {
  return { says: 'The evidence has the known format', flaws: [fault] }
}

/** Each of the other files is one that the evidence names by its SHA-256, whatever it is called. */
async function otherChecks(
  others: readonly GivenFile[],
  evidence: Evidence | null,
  seal: SealFacts | null,
): Promise<Check[]> {
  const checks = others.map(async (file): Promise<Check[]> => {
    const sha256 = sha256Of(file.bytes)
    if (sha256 === evidence?.document.sha256)
      return [{ says: `${file.name} is the signed document: the SHA-256 is the same`, flaws: [] }]
    if (sha256 === evidence?.document.upload?.sha256)
      return [
        { says: `${file.name} is the uploaded file before it was normalized: the SHA-256 is the same`, flaws: [] },
      ]
    if (evidence && sha256 === evidence.sealed.sha256)
      return evidence.atVendor ? await signedAtVendor(file, evidence, others) : await sealedChecks(file, seal)
    if (evidence && !evidence.atVendor && isRenewalOf(file, evidence.sealed))
      return await renewalChecks(file, seal, evidence.sealed)
    const flaw = evidence
      ? `its SHA-256 is ${sha256}; the sealed document has ${evidence.sealed.sha256} and the signed document ${evidence.document.sha256}`
      : 'there is no evidence to compare it with'
    return [{ says: `${file.name} is the sealed document or the signed document`, flaws: [flaw] }]
  })
  return (await Promise.all(checks)).flat()
}

/** A renewal of a seal starts with all bytes of the sealed document as it was first released. */
function isRenewalOf({ bytes }: GivenFile, { size, sha256 }: Evidence['sealed']): boolean {
  return bytes.length > size && sha256Of(bytes.subarray(0, size)) === sha256
}

async function renewalChecks(
  { name, bytes }: GivenFile,
  evidenceSeal: SealFacts | null,
  { size }: Evidence['sealed'],
): Promise<Check[]> {
  const says = `${name} is a renewal of the sealed document of the evidence: its first ${size} bytes have the SHA-256`
  const { checksOfSealed, readSealedFile } = await seals()
  const file = readSealedFile(bytes)
  if (!file) return [{ says, flaws: ['the appended part cannot be read'] }]
  return [{ says, flaws: [] }, ...checksOfSealed(name, file, evidenceSeal)]
}

async function signedAtVendor(file: GivenFile, evidence: Evidence, others: readonly GivenFile[]): Promise<Check[]> {
  const { vendorChecks } = await import('./vendor-checks.ts')
  const named = { says: `${file.name} is the signed document of the evidence: the SHA-256 is the same`, flaws: [] }
  return [named, ...(await vendorChecks(file, evidence, others))]
}

/** Its last seal is the one of the service: a document may have been signed by others before. */
async function sealedChecks({ name, bytes }: GivenFile, evidenceSeal: SealFacts | null): Promise<Check[]> {
  const { checksOfSealed, readSealedFile } = await seals()
  const named = { says: `${name} is the sealed document of the evidence: the SHA-256 is the same`, flaws: [] }
  const file = readSealedFile(bytes)
  // As a document of an unusual structure leaves it. The seal of the evidence covers its hash, and so all of it.
  if (!file) return [named]
  return [named, ...checksOfSealed(name, file, evidenceSeal)]
}

/** The steps say what the vendor told: only the file proves more. */
function limitsAtVendor(evidence: Evidence, others: readonly GivenFile[]): string[] {
  const signed = others.find(({ bytes }) => sha256Of(bytes) === evidence.sealed.sha256)
  if (!signed) return ['Whether the signers signed: that is the word of the vendor. Also give the signed document.']
  const authorities = 'Whether the authorities that certified the signers can be trusted.'
  if (
    evidence.atVendor?.form === 'appended' ||
    others.some(({ bytes }) => sha256Of(bytes) === evidence.document.sha256)
  )
    return [authorities]
  return [authorities, `Whether ${signed.name} shows the document that was sent: give that document, too.`]
}

function aboutOf({ request, signers, steps, issuedAt }: Evidence): string {
  const parties = `${signers.length} ${signers.length === 1 ? 'signer' : 'signers'}, ${steps.length} steps`
  return `Signature request ${request.id}, "${request.title}": ${parties}, written ${issuedAt}`
}

/** What whoever reads the report has to know beyond it. */
function limitsOf(
  { isSealed, seal }: Opened,
  evidence: Evidence | null,
  others: readonly GivenFile[],
  trusted: readonly Uint8Array[],
): string[] {
  const limits: string[] = []
  if (!isSealed)
    limits.push(
      'Who wrote the evidence: this is the bare JSON without a seal, which anybody can write. Check the sealed PDF.',
    )
  if (seal && trusted.length === 0)
    limits.push(
      'Whether the certificate belongs to the service: compare its SHA-256 with one that you received from the service, or give a certificate file with --trusted.',
    )
  if (isSealed && !seal?.timestamps.length)
    limits.push('When the seal was made: the time comes from the service, and no timestamp authority confirms it.')
  if (seal?.timestamps.length) limits.push('Whether the timestamp authority can be trusted.')
  if (evidence?.atVendor) limits.push(...limitsAtVendor(evidence, others))
  if (evidence && others.some((file) => isRenewalOf(file, evidence.sealed)))
    limits.push(
      'Whether the authorities of timestamps after the seal can be trusted: anybody can add one of their own.',
    )
  if (evidence && !hasNamesInSteps(evidence))
    limits.push(
      'The title, and the names, e-mails and methods of the signers: no step of this version contains them; only the seal covers them.',
    )
  if (evidence)
    limits.push(
      'The names of the organization and the vendor, and the level: no step contains them; only the seal covers them.',
    )
  limits.push('Whether the evidence says what really happened. They only prove that it was not changed since.')
  if (others.length === 0)
    limits.push('Which documents belong to the evidence: also give the sealed document and the signed document.')
  if (evidence && !evidence.request.livemode)
    limits.push('Any legal act: the request belongs to a test organization, where signers can be simulated.')
  return limits
}
