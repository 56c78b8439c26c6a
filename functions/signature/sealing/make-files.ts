import { createHash } from 'node:crypto'
import type { SealedPdf, SealedWith } from '../../../shared/pdf/seal.ts'
import { sealFile } from '../../../shared/pdf/sealing/seal-file.ts'
import { sealIdentity } from '../../../shared/pdf/sealing/seal-identity.ts'
import { logError } from '../../../shared/platform/log.ts'
import { dropDocument, putDocument, readDocument, type StoredFile } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { chainOf } from '../model/activity.ts'
import { sealedKeys, shownKey } from '../model/document-keys.ts'
import { givenOnSigning } from '../model/given-signatures.ts'
import type { Extension } from '../model/renewal-transitions.ts'
import type { RequestRecord, SignatureRequest } from '../model/request.ts'
import { sealReason } from '../model/seal-reason.ts'
import { watermarkOf } from '../model/watermark.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { hasRemoteKeys } from '../vendors/signing-places.ts'
import { renderEvidence } from './evidence/render-evidence.ts'
import { evidenceOf, mentionsOf, provableSteps, signingRecordOf, vendorEvidence, viewOf } from './evidence-of.ts'
import { issuerOf } from './issuer-of.ts'
import { extendForLong } from './long-term.ts'
import { Stamps } from './stamps.ts'
import { stampsOf } from './stamps-of.ts'
import { verifyActs } from './verify-acts.ts'

interface MadeFiles {
  readonly sealRun: string
  readonly signed: StoredFile
  readonly evidence: StoredFile
  readonly extension: Extension
}

/** Stamps and seals the document of a completed request and its evidence, and stores both. */
export async function makeFiles(platform: Platform, request: SignatureRequest): Promise<MadeFiles> {
  const { record } = request
  const { livemode, document, title } = record
  const [shown, chain, given, issuer, identity] = await Promise.all([
    readDocument(shownKey(record)),
    chainOf(platform.table, record),
    givenOnSigning(platform.table, record.id),
    issuerOf(platform.table, record),
    sealIdentity(platform, livemode),
  ])
  const hash = createHash('sha256').update(shown)
  // The evidence names the hash of what was signed: nothing else may be sealed under it.
  if (hash.copy().digest('hex') !== document.sha256)
    throw new Error('the stored document is not the one that was signed')
  const steps = provableSteps(record, chain)
  await verifyActs(record, steps)
  const seal = (kind: 'signed' | 'evidence', bytes: Uint8Array, changes?: SealedWith) =>
    sealFile(platform, { identity, reason: sealReason(kind, record.id) }, bytes, changes)
  const ownSeal = async () => {
    const signers = stampsOf(request, given)
    const said = signingRecordOf(record, { steps, ...issuer }, signers)
    const stamps = new Stamps(signers, { title, watermark: watermarkOf(record), record: said })
    const signed = await seal('signed', shown, { hash, prepare: (update) => stamps.putOn(update) })
    const { bytes, extension } = await extendedSeal(platform, signed, record)
    await stamps.check({ shown, sealed: bytes })
    return { bytes, extension, atVendor: null }
  }
  /** People signed with keys of a vendor: our seal comes last. */
  const lastSeal = async () => {
    const { remotelySignedFile } = await import('./remotely-signed-file.ts')
    const file = await remotelySignedFile(platform, request, shown)
    const signed = await seal('signed', file, { signaturesBefore: record.signers.length })
    return { ...(await extendedSeal(platform, signed, record)), atVendor: null }
  }
  const { bytes, extension, atVendor } = isExternal(record.vendor)
    ? await vendorsFile(platform, request, shown)
    : await (hasRemoteKeys(record.vendor) ? lastSeal() : ownSeal())
  const sealRun = platform.ids()
  const keys = sealedKeys(record, sealRun)
  const stored = await putDocument(keys.signed, bytes)
  const { organization } = issuer
  const sealed = { ...stored, level: extension.level }
  const mentions = mentionsOf(request.fields, given)
  const evidence = {
    ...evidenceOf(platform, record, { steps, organization }, sealed, mentions),
    ...(atVendor && vendorEvidence(atVendor)),
  }
  const written = new Map([...given.values()].flatMap((each) => [...(each.mentions ?? [])]))
  const files = { written, auditTrail: atVendor?.auditTrail ?? null, shown }
  const rendered = await renderEvidence(evidence, viewOf(record, issuer, given), files)
  const sealedEvidence = await seal('evidence', rendered)
  return {
    sealRun,
    signed: stored,
    evidence: await putDocument(keys.evidence, sealedEvidence.bytes, sealedEvidence.sha256),
    extension,
  }
}

/** The document as the vendor's signers signed it. It carries their signatures, so nothing is added to it. */
async function vendorsFile(platform: Platform, request: SignatureRequest, shown: Uint8Array) {
  const { fetchSigned } = await import('./fetch-signed.ts')
  const { bytes, level, ...atVendor } = await fetchSigned(platform, request, shown)
  return { bytes, extension: { level, provableUntilMs: null, hasFailed: false }, atVendor }
}

/** Nobody waits for authorities that do not answer: what is still to be done is done by a renewal. */
async function extendedSeal(platform: Platform, { bytes, level }: SealedPdf, { id: requestId }: RequestRecord) {
  if (level === 'B-B') return { bytes, extension: { level, provableUntilMs: null, hasFailed: false } }
  const { bytes: extended, fault, ...reached } = await extendForLong(platform, bytes)
  if (fault) await logError('a seal could not be extended', fault, { requestId })
  return { bytes: extended, extension: { ...reached, hasFailed: fault !== null } }
}

/** Drops what was made for a request that another run has sealed. */
export async function dropFiles({ signed, evidence }: MadeFiles): Promise<void> {
  await Promise.all([dropDocument(signed.key), dropDocument(evidence.key)])
}
