import type { SignatureVerification } from '../../../shared/pdf/verification/verification.ts'
import { type Html, html } from '../../../shared/platform/html.ts'
import { momentInWords, type ReaderLocale } from '../../../shared/platform/locale.ts'
import { isolated, visiblePart } from '../../../shared/platform/visible-text.ts'
import { signerName } from '../model/transitions.ts'
import { verificationIdOf } from '../model/verification-id.ts'
import type { Findings, Verdict } from './findings.ts'
import { verifyMessages } from './messages/catalog.ts'
import type { SealedRequest } from './sealed-request.ts'

/** A request, and which of its files was checked. */
export interface KnownFile {
  readonly request: SealedRequest
  readonly file: 'document' | 'evidence'
}

const tones: Record<Verdict, 'success' | 'warning' | 'failure'> = {
  sealed: 'success',
  known: 'success',
  unknown: 'warning',
  test: 'warning',
  unsigned: 'warning',
  uncertain: 'warning',
  unreadable: 'warning',
  changed: 'failure',
  broken: 'failure',
}

/** What was found, in words. */
export function resultOf(
  findings: Findings,
  known: KnownFile | null,
  locale: ReaderLocale,
): { title: string; main: Html } {
  const says = verifyMessages[locale]
  const { verdict, seal, signatures, laterTimestamps } = findings
  const { title, text } = says.verdicts[verdict]
  const zone = known?.request.record.timeZone ?? 'UTC'
  const main = html`<p class="quiet">${says.resultOf}</p>
<h1>${title}</h1>
<p class="notice ${tones[verdict]}" role="status">${text}</p>
${seal?.signedAt && verdict !== 'broken' ? html`<p>${says.sealTime(momentInWords(seal.signedAt, locale, zone), seal.timestamp?.trusted === true)}</p>` : null}
${verdict === 'sealed' && seal?.coversWholeDocument === false ? html`<p>${laterTimestamps === 'trusted' ? says.appended : says.appendedUnknown}</p>` : null}
${verdict === 'changed' && laterTimestamps === 'useless' ? html`<p>${says.uselessTimestamp}</p>` : null}
${known ? knownPart(known, locale) : null}
${known || signatures.length === 0 ? null : certificates(signatures, locale)}
<p class="quiet">${says.notKept}</p>`
  return { title, main }
}

/** From our own records, which the fingerprint leads to. */
function knownPart({ request, file }: KnownFile, locale: ReaderLocale): Html {
  const says = verifyMessages[locale]
  const { record, sender } = request
  const signers = record.signers.flatMap((signer) =>
    signer.signedAt
      ? [
          html`<li>${says.signedBy(isolated(signerName(signer)), momentInWords(signer.signedAt, locale, record.timeZone))}</li>`,
        ]
      : [],
  )
  return html`<p>${file === 'evidence' ? says.isEvidence(sender) : says.isDocument(sender)}</p>
<h2>${says.signers(signers.length)}</h2>
<ul>${signers}</ul>
<dl><dt>${says.verificationId}</dt><dd><code>${verificationIdOf(record.id)}</code></dd></dl>`
}

/** What certificates say. A certificate that is not known is worth no more than its word. */
function certificates(signatures: readonly SignatureVerification[], locale: ReaderLocale): Html {
  const says = verifyMessages[locale]
  return html`<h2>${says.signatures(signatures.length)}</h2>
<ul>${signatures.map((each) => html`<li>${says.certificate(certifiedName(each), whose(each))}${each.signedAt ? html`, ${momentInWords(each.signedAt, locale, 'UTC')}` : null}</li>`)}</ul>`
}

function whose({ intact, sealKey, trusted }: SignatureVerification): 'ours' | 'test' | 'known' | 'unknown' | 'broken' {
  if (!intact) return 'broken'
  if (sealKey === 'live') return 'ours'
  if (sealKey === 'test') return 'test'
  return trusted ? 'known' : 'unknown'
}

const longestName = 120

/** A certificate may have any name: it must neither turn round what we say of it nor push it out of sight. */
function certifiedName({ signerName: name }: SignatureVerification): string {
  const shown = visiblePart(name ?? '')
  if (shown === '') return '–'
  const letters = Array.from(shown)
  return isolated(letters.length > longestName ? `${letters.slice(0, longestName).join('')}…` : shown)
}
