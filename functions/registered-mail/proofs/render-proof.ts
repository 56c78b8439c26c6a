import { hashRule, hashRuleInFrench } from '../../../shared/pdf/how-to-check.ts'
import { type PageFlow, type Paragraph, setRule, setTogether } from '../../../shared/pdf/page-flow.ts'
import { reportStyles } from '../../../shared/pdf/report-text.ts'
import { blocksOf } from '../content/letter-blocks.ts'
import { readLetter } from '../content/letter-tree.ts'
import { type PageLinks, setLetter } from '../content/set-letter.ts'
import { type ProofContent, type ProofStep, proofAttachment } from '../model/proof-content.ts'
import { instantText } from './instant-text.ts'
import { type Fact, factsOf } from './proof-facts.ts'
import { kindStatements, kindTexts } from './proof-texts.ts'
import { proofPdf, setFacts } from './report-page.ts'
import { actorText, detailText, partyKind, stepName } from './step-texts.ts'

const { title, heading, plain, small } = reportStyles

/** A proof as a PDF for people. The proof of content also shows the letter. */
export async function renderProof(proof: ProofContent, letterHtml: string | null = null): Promise<Uint8Array> {
  return await proofPdf(proof, (flow) => {
    setFirstPart(flow, proof)
    const links = letterHtml === null ? new Map() : setContent(flow, letterHtml)
    setAttachments(flow, proof)
    if (letterHtml === null) setSteps(flow, proof)
    return links
  })
}

function setFirstPart(flow: PageFlow, proof: ProofContent): void {
  const { fr, en } = kindTexts[proof.kind]
  const { mail, number, statement, content } = proof
  setTogether(flow, [
    { text: `${fr} · ${en}`, style: title },
    { text: statement.fr, style: small, space: 4 },
    { text: statement.en, style: small },
  ])
  setRule(flow, 8)
  setFacts(flow, null, [
    ['Numéro · Number', number],
    ['Envoi · Mail', mail.id],
    ...(mail.reference === null ? [] : [['Référence · Reference', mail.reference] as const]),
    ['Service', `Sealpost (${mail.vendor}, ${mail.type})`],
    ['Organisation · Organization', `${mail.organization.name} (${mail.organization.id})`],
    ['Établi le · Issued', instantText(proof.issuedAt)],
  ])
  setFacts(flow, partHeading('Expéditeur · Sender'), senderFacts(proof))
  setFacts(flow, partHeading('Destinataire · Recipient'), recipientFacts(proof))
  setFacts(flow, partHeading('Faits · Facts'), factsOf(proof))
  setTogether(flow, [{ text: kindStatements[proof.kind], style: plain, space: 4 }])
  setFacts(flow, partHeading('Contenu · Content'), [
    ...(mail.subject === null ? [] : [['Objet · Subject', mail.subject] as const]),
    ['SHA-256 objet · of subject', mail.subjectSha256],
    ...(content.letterSha256 ? [['SHA-256 lettre · of letter', content.letterSha256] as const] : []),
    ...(content.pdf
      ? [['SHA-256 PDF · of PDF', `${content.pdf.sha256} (${content.pdf.size} octets · bytes)`] as const]
      : []),
  ])
}

function partHeading(text: string): Paragraph {
  return { text, style: heading, space: 14 }
}

function senderFacts({ sender, mail }: ProofContent): Fact[] {
  const how = !mail.livemode
    ? ', en mode test · in test mode'
    : mail.vendor === 'native'
      ? ', par code envoyé à cette adresse · by a code sent to this address'
      : ''
  const verified = sender.verifiedAt === null ? 'non · no' : `${instantText(sender.verifiedAt)}${how}`
  return [...partyFacts(sender), ['Vérifié · Verified', verified]]
}

function recipientFacts({ recipient }: ProofContent): Fact[] {
  const { consent } = recipient
  return [
    ...partyFacts(recipient),
    ...(consent
      ? [['Consentement · Consent', `${instantText(consent.obtainedAt)}, ${consent.evidence}`] as const]
      : []),
  ]
}

function partyFacts({ name, company, email, kind }: ProofContent['recipient'] | ProofContent['sender']): Fact[] {
  return [
    ...(name === '' ? [] : [['Nom · Name', name] as const]),
    ...(company === null ? [] : [['Société · Company', company] as const]),
    ['E-mail', email],
    ['Qualité · Kind', partyKind(kind)],
  ]
}

function setContent(flow: PageFlow, html: string): PageLinks {
  setRule(flow, 10)
  const links = setLetter(flow, blocksOf(readLetter(html)))
  setRule(flow, 10)
  return links
}

function setAttachments(flow: PageFlow, { content: { attachments } }: ProofContent): void {
  if (attachments.length === 0) return
  const lines = attachments.flatMap(({ fileName, size, pageCount, sha256 }, index): Paragraph[] => [
    {
      label: `${index + 1}.`,
      text: `${fileName ?? 'PDF'}: ${pageCount} page${pageCount === 1 ? '' : 's'}, ${size} octets · bytes`,
      style: plain,
      indent: 24,
      space: 3,
    },
    { text: `SHA-256 ${sha256}`, style: small, indent: 24 },
  ])
  setTogether(flow, [partHeading(`Pièces jointes · Attachments (${attachments.length})`), ...lines])
}

function setSteps(flow: PageFlow, { steps, chain }: ProofContent): void {
  setTogether(flow, [
    partHeading(`Étapes · Steps (${steps.length})`),
    { text: `Chaque étape contient l’empreinte de la précédente. ${hashRuleInFrench}`, style: small, space: 2 },
    { text: `Each step holds the hash of the step before it. ${hashRule}`, style: small },
    {
      text: `La pièce jointe ${proofAttachment} contient tout ceci pour les programmes, et dit comment chacun peut le vérifier. · The attachment ${proofAttachment} holds all of this for programs, and says how anybody can check it.`,
      style: small,
    },
  ])
  for (const step of steps) setTogether(flow, stepLines(step))
  setTogether(flow, [
    {
      text: `Dernière empreinte, après ${chain.length} étapes · Last hash, after ${chain.length} steps: ${chain.hash}`,
      style: small,
      space: 6,
    },
  ])
}

function stepLines({ seq, at, type, actor, detail, ip, userAgent, hash, prevHash }: ProofStep): Paragraph[] {
  const indent = 30
  const details = detailText({ detail })
  const line = (text: string): Paragraph => ({ text, style: small, indent })
  return [
    { label: String(seq), text: `${instantText(at)}   ${stepName(type)}`, style: plain, indent, space: 6 },
    line(actorText({ actor, ip })),
    ...(userAgent ? [line(`Navigateur · Browser: ${userAgent}`)] : []),
    ...(details === null ? [] : [line(details)]),
    line(`Empreinte · Hash: ${hash}`),
    ...(prevHash ? [line(`Précédente · Previous: ${prevHash}`)] : []),
  ]
}
