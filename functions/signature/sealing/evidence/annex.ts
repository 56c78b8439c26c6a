import { type Evidence, type EvidenceStep, evidenceAttachment } from '../../../../shared/pdf/evidence-content.ts'
import { isPageEmpty, newPage, type PageFlow, type Paragraph, setTogether } from '../../../../shared/pdf/page-flow.ts'
import { labelled, numberWidth, reportStyles, utc } from '../../../../shared/pdf/report-text.ts'
import { type EvidenceFiles, setMentions, setNotaries, setVendor } from './files.ts'
import type { EvidenceMessages } from './messages/catalog.ts'
import type { EvidenceView } from './view.ts'

const { title, heading, strong, plain, small } = reportStyles

/** All that the evidence holds, with ids and hashes, in the order of the attached JSON. */
export function setAnnex(
  flow: PageFlow,
  evidence: Evidence,
  says: EvidenceMessages,
  view: EvidenceView,
  files: EvidenceFiles,
) {
  if (!isPageEmpty(flow)) newPage(flow)
  setRequest(flow, evidence, says)
  setSigners(flow, evidence, says, view)
  setNotaries(flow, evidence, says.annexLabels)
  setMentions(flow, evidence, says.annexLabels, files)
  setVendor(flow, evidence, says.annexLabels)
  setSteps(flow, evidence, says)
}

function setRequest(
  flow: PageFlow,
  { request, issuedAt, document, sealed, actsVerified }: Evidence,
  says: EvidenceMessages,
) {
  const { organization } = request
  const { annexLabels: label } = says
  setTogether(flow, [
    { text: says.annex, style: title },
    { text: says.annexIntroduction(evidenceAttachment), style: small, space: 2 },
    labelled(label.title, request.title),
    labelled(label.request, request.id),
    labelled(label.organization, `${organization.name} (${organization.id})`),
    labelled(label.entity, request.entityId),
    labelled(label.signatures, `${request.level.toUpperCase()}, ${request.signingOrder}, ${request.vendor}`),
    labelled(label.written, utc(issuedAt)),
    labelled(label.document, `${document.fileName}, ${says.pages(document.pageCount)}, ${says.bytes(document.size)}`),
    labelled(label.sha256, document.sha256),
    ...normalizations(document, says),
    labelled(label.sealed, `PAdES ${sealed.level}, ${says.bytes(sealed.size)}`),
    labelled(label.sha256Sealed, sealed.sha256),
    ...(actsVerified ? [labelled(label.acts, says.actsVerified)] : []),
  ])
}

/** Where the signers saw the file as it was sent, nothing more is to be said of it. */
function normalizations({ upload, normalizations = [] }: Evidence['document'], says: EvidenceMessages): Paragraph[] {
  if (!upload || normalizations.length === 0) return []
  const changes = normalizations.map(({ kind, count }) => `${kind.replaceAll('_', ' ')} (${count})`).join(', ')
  const { annexLabels: label } = says
  return [
    labelled(label.normalized, says.normalizedText(upload.size, changes)),
    labelled(label.sha256Upload, upload.sha256),
  ]
}

function setSigners(
  flow: PageFlow,
  { signers }: Evidence,
  { annexLabels: label }: EvidenceMessages,
  view: EvidenceView,
) {
  for (const [index, signer] of signers.entries()) {
    const style = { ...strong, locale: view.signerLocales.get(signer.id) }
    setTogether(flow, [
      ...(index === 0 ? [{ text: `${label.signers} (${signers.length})`, style: heading, space: 16 }] : []),
      { label: `${index + 1}.`, text: signer.name, style, indent: numberWidth, space: 8 },
      labelled(label.email, signer.email),
      labelled(label.notified, utc(signer.notifiedAt)),
      labelled(label.opened, utc(signer.openedAt)),
      labelled(label.signed, utc(signer.signedAt)),
      labelled(label.address, signer.ip ?? label.notRecorded),
      labelled(label.userAgent, signer.userAgent ?? label.notRecorded),
      labelled(label.signerId, signer.id),
    ])
  }
}

function setSteps(flow: PageFlow, { steps, chain }: Evidence, says: EvidenceMessages) {
  setTogether(flow, [
    { text: `${says.annexLabels.steps} (${steps.length})`, style: heading, space: 16 },
    { text: says.everyStep, style: small, space: 2 },
  ])
  for (const step of steps) setTogether(flow, paragraphsOf(step))
  setTogether(flow, [{ text: says.chainEnd(chain.length, chain.hash), style: small, space: 6 }])
}

/** With the names that the JSON has, which are the same in every language. */
function paragraphsOf(step: EvidenceStep): Paragraph[] {
  const { type, id, name, onBehalfOf } = step.actor
  const person = onBehalfOf ? ` / ${onBehalfOf.name} (user ${onBehalfOf.userId})` : ''
  const indent = 30
  const line = (text: string): Paragraph => ({ text, style: small, indent })
  return [
    { label: String(step.seq), text: `${utc(step.at)}   ${step.type}`, style: plain, indent, space: 6 },
    line(`actor ${name}${id ? ` (${type} ${id})` : ''}${person}${step.ip ? `, ${step.ip}` : ''}`),
    ...(step.signerId ? [line(`signerId ${step.signerId}`)] : []),
    ...(step.userAgent ? [line(`userAgent ${step.userAgent}`)] : []),
    ...(step.detail ? [line(`detail ${JSON.stringify(step.detail)}`)] : []),
    line(`hash ${step.hash}`),
    line(`prevHash ${step.prevHash}`),
  ]
}
