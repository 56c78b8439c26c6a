import { creatorName } from '../../../shared/auth/creator.ts'
import { type Evidence, evidenceFormat, vendorTrailAttachment } from '../../../shared/pdf/evidence-content.ts'
import type { GivenOnSigning } from '../../../shared/pdf/given-signature.ts'
import { howToCheck, howToCheckAtVendor } from '../../../shared/pdf/how-to-check.ts'
import type { SigningRecord } from '../../../shared/pdf/signing-record.ts'
import type { SignerStamps } from '../../../shared/pdf/stamp.ts'
import { flawsOfChain } from '../../../shared/platform/chain-flaws.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { type ReaderLocale, readerLocaleOf } from '../../../shared/platform/locale.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { hasAuthenticatedActs } from '../model/acts.ts'
import { authenticationNames } from '../model/authentication-names.ts'
import type { Field } from '../model/field.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import type { Step } from '../model/step.ts'
import { uploadOf } from '../model/stored-document.ts'
import { signerName } from '../model/transitions.ts'
import { verificationIdOf } from '../model/verification-id.ts'
import type { EvidenceView } from './evidence/view.ts'
import type { FetchedDocument } from './fetch-signed.ts'
import type { Issuer } from './issuer-of.ts'

/**
 * The steps that a request knows of: its chain was read after it, and may have grown. Throws where they are not whole,
 * since nothing may be proved by them then.
 */
export function provableSteps({ chain: end }: RequestRecord, chain: readonly Step[]): Step[] {
  const steps = chain.slice(0, end.length)
  const flaws = flawsOfChain(
    steps.map(({ requestId: _, id: __, mac: ___, ...step }) => step),
    end,
  )
  if (flaws.length > 0) throw new Error(`the chain of steps is not whole: ${flaws.map(({ says }) => says).join('; ')}`)
  return steps
}

/** What the sealed document says of how it was signed. */
export function signingRecordOf(
  record: RequestRecord,
  { steps, organization, issuer }: Proved & Issuer,
  stamps: readonly SignerStamps[],
): SigningRecord {
  const { id: requestId, title, document, signers, chain } = record
  return {
    requestId,
    title,
    organization,
    brand: issuer.brand,
    locale: localeOfRequest(record),
    check: checkOf(record),
    documentSha256: document.sha256,
    chain,
    signers: signers.map((signer) => ({
      ...signerOf(signer, steps),
      locale: signer.locale,
      consentedAt: signer.consentedAt,
      texts: textsOf(stamps.find(({ id }) => id === signer.id)),
    })),
  }
}

interface Proved {
  readonly steps: readonly Step[]
  readonly organization: string
}

function textsOf(stamps: SignerStamps | undefined): SigningRecord['signers'][number]['texts'] {
  return (stamps?.fields ?? []).flatMap((field) =>
    field.type === 'text' ? [{ page: field.page, value: field.value }] : [],
  )
}

/** Everything that is proved about a completed request. */
export function evidenceOf(
  platform: Platform,
  record: RequestRecord,
  { steps, organization }: Proved,
  sealed: Evidence['sealed'],
  mentions: Evidence['mentions'] = [],
): Evidence {
  const { document } = record
  return {
    format: evidenceFormat,
    version: 6,
    howToCheck: [...howToCheck],
    issuedAt: timestamp(platform.clock()),
    request: {
      id: record.id,
      title: record.title,
      organization: { id: record.orgId, name: organization },
      entityId: record.entityId,
      level: record.eidasLevel,
      vendor: record.vendor,
      signingOrder: record.signingOrder,
      livemode: record.livemode,
    },
    document: {
      fileName: document.fileName,
      size: document.size,
      pageCount: document.pageCount,
      sha256: document.sha256,
      upload: uploadOf(document),
      normalizations: document.normalized?.normalizations ?? [],
    },
    sealed: { size: sealed.size, sha256: sealed.sha256, level: sealed.level },
    signers: record.signers.map((signer) => signerOf(signer, steps)),
    notaries: record.notaries.map(notaryOf),
    mentions,
    steps: steps.map(({ requestId: _, id: __, mac: ___, ...step }) => step),
    actsVerified: hasAuthenticatedActs(record),
    chain: record.chain,
  }
}

function notaryOf({ firstName, lastName, email, office }: RequestRecord['notaries'][number]) {
  return { name: [firstName, lastName].filter(Boolean).join(' ') || email, email, office }
}

/** What the evidence says of sentences that were written by hand. */
export function mentionsOf(
  fields: readonly Field[],
  given: ReadonlyMap<string, GivenOnSigning>,
): NonNullable<Evidence['mentions']> {
  return fields.flatMap(({ id: fieldId, signerId, page, mentionText, drawing }) => {
    const mention = given.get(signerId)?.mentions?.get(fieldId)
    if (!mention) return []
    const kind = mention.mode === 'drawn' ? ('strokes' as const) : ('picture' as const)
    const attachment = `mention-${fieldId}.${kind === 'strokes' ? 'json' : 'png'}`
    const { sha256 } = mention
    // A signer may write it anew on the page, in place of the drawing that was handed in.
    const isHandedIn = drawing && (drawing.strokes ?? drawing).sha256 === sha256
    const handedInBy = isHandedIn ? { handedInBy: creatorName(drawing.capturedBy) } : {}
    return [{ fieldId, signerId, page, text: mentionText ?? '', kind, sha256, attachment, ...handedInBy }]
  })
}

/** What the evidence says of a document that was signed at an outside vendor. */
export function vendorEvidence({
  form,
  auditTrail,
}: Pick<FetchedDocument, 'form' | 'auditTrail'>): Pick<Evidence, 'howToCheck' | 'atVendor'> {
  const trail = auditTrail && {
    sha256: sha256Of(auditTrail),
    size: auditTrail.length,
    attachment: vendorTrailAttachment,
  }
  return { howToCheck: [...howToCheckAtVendor], atVendor: { form, auditTrail: trail } }
}

/** How the evidence is shown to people. */
export function viewOf(
  record: RequestRecord,
  { issuer }: Issuer,
  given: ReadonlyMap<string, GivenOnSigning>,
): EvidenceView {
  const { signers, timeZone } = record
  const signatures = Array.from(given, ([id, { signature }]) => (signature ? [[id, signature] as const] : [])).flat()
  return {
    locale: localeOfRequest(record),
    timeZone,
    issuer,
    signatures: new Map(signatures),
    signerLocales: new Map(signers.map(({ id, locale }) => [id, locale])),
    check: checkOf(record),
  }
}

/** A request has no language of its own: its documents are in that of its first signer. */
function localeOfRequest({ signers: [first] }: RequestRecord): ReaderLocale {
  return readerLocaleOf(first?.locale ?? '')
}

/** Where anybody checks the sealed document. The page knows no documents of test organizations, but verifies them all the same. */
function checkOf({ id: requestId, livemode }: RequestRecord): NonNullable<EvidenceView['check']> {
  const id = verificationIdOf(requestId)
  const page = `${environment('PAGE_URL').replace(/\/$/, '')}/verify`
  return { id, page, url: livemode ? `${page}/${id}` : page }
}

function signerOf(signer: Signer, steps: readonly Step[]): Evidence['signers'][number] {
  const signature = steps.find((step) => step.type === 'signed' && step.signerId === signer.id)
  const { id, email, notifiedAt, openedAt, signedAt } = signer
  return {
    id,
    email,
    notifiedAt,
    openedAt,
    signedAt,
    name: signerName(signer),
    authentication: authenticationNames[signer.authMethod],
    ip: signature?.ip ?? null,
    userAgent: signature?.userAgent ?? null,
  }
}
