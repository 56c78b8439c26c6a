import type { Evidence, EvidenceStep } from '../../../../shared/pdf/evidence-content.ts'
import { type CorrectedField, correctedFieldsOf, signerBefore } from '../../../../shared/pdf/evidence-corrections.ts'
import { newPage, type PageFlow, type Paragraph, roomLeft, setTogether } from '../../../../shared/pdf/page-flow.ts'
import { reportStyles } from '../../../../shared/pdf/report-text.ts'
import { recordMessages } from '../../../../shared/pdf/signing-record-messages/catalog.ts'
import type { ReaderLocale } from '../../../../shared/platform/locale.ts'
import { maskedEmail, maskedPhone } from '../../../../shared/platform/masked.ts'
import { authenticationNames } from '../../model/authentication-names.ts'
import { type EvidenceMessages, evidenceMessages, type StoryFacts, type StoryType } from './messages/catalog.ts'
import { localTime } from './times.ts'
import type { EvidenceView } from './view.ts'

const { heading, plain, small } = reportStyles
const timeColumn = 104
/** A story of one line at the end of a page is easily missed. */
const leastRoom = 160

/** What happened, in sentences. Steps that tell people nothing are in the annex alone. */
export function setStory(flow: PageFlow, evidence: Evidence, says: EvidenceMessages, view: EvidenceView) {
  const sentences = evidence.steps.flatMap((step): Paragraph[] => {
    const text = sentenceOf(step, evidence, view.locale)
    const style = { ...plain, locale: view.signerLocales.get(step.signerId ?? '') }
    if (text === null) return []
    // The sentence runs from the left, also where the name at its beginning does not.
    return [{ label: localTime(step.at, view), text, style, indent: timeColumn, space: 3, direction: 'ltr' }]
  })
  if (roomLeft(flow) < leastRoom) newPage(flow)
  const [first, ...others] = sentences
  setTogether(flow, [
    { text: says.story, style: heading, space: 16 },
    { text: says.storyTimes(view.timeZone), style: small, space: 2 },
    ...(first ? [first] : []),
  ])
  for (const sentence of others) setTogether(flow, [sentence])
}

/** A step as a sentence; null where there is none for it. */
export function sentenceOf(step: EvidenceStep, evidence: Evidence, locale: ReaderLocale): string | null {
  const says = evidenceMessages[locale]
  const type = toldTypeOf(step)
  return isTold(type, says) ? says.sentences[type](factsOf(step, evidence, locale)) : null
}

/** Some steps of one type tell different things. */
function toldTypeOf({ type, detail }: EvidenceStep): string {
  if (type === 'link_issued' && detail?.place === 'agency') return 'agency_link_issued'
  if (type === 'signed' && detail?.allPagesSeen === true) return 'signed_after_all_pages'
  const isOfDrawing = type === 'changed' && Array.isArray(detail?.fields) && detail.fields.includes('drawing')
  if (!isOfDrawing) return type
  return detail?.sha256 === null ? 'drawing_removed' : 'drawing_given'
}

function isTold(type: string, { sentences }: EvidenceMessages): type is StoryType {
  return Object.hasOwn(sentences, type)
}

function factsOf(step: EvidenceStep, evidence: Evidence, locale: ReaderLocale): StoryFacts {
  const { actor, detail } = step
  const signer = signerAt(step, evidence)
  const text = (name: string) => (typeof detail?.[name] === 'string' ? detail[name] : '')
  const to = text('to') || (signer?.email ?? '')
  const pages = Array.isArray(detail?.pages) ? detail.pages.filter((page) => typeof page === 'number') : []
  return {
    actor: actor.onBehalfOf ? `${actor.name} (${actor.onBehalfOf.name})` : actor.name,
    signer: signer?.name ?? actor.name,
    to: masked(to),
    pages,
    changes: changesOf(step, evidence, locale),
    text: text('text'),
    fileName: evidence.document.fileName,
  }
}

/** The signer of a step as they were called just before it: the sender may have put another person in their place since. */
function signerAt({ signerId, seq }: Pick<EvidenceStep, 'signerId' | 'seq'>, { signers, steps }: Evidence) {
  const signer = signers.find(({ id }) => id === signerId)
  if (!signer) return null
  return signerBefore(
    signer,
    steps.filter((later) => later.signerId === signerId && later.seq >= seq),
  )
}

/** What a correction changed, with the former values. */
function changesOf(step: EvidenceStep, evidence: Evidence, locale: ReaderLocale): string[] {
  const fields = correctedFieldsOf(step)
  const { corrections: says } = evidenceMessages[locale]
  const { signerId, seq } = step
  const [before, after] = [signerAt(step, evidence)?.name, signerAt({ signerId, seq: seq + 1 }, evidence)?.name]
  const name = before && after && before !== after ? [says.name({ before, after })] : []
  return [...name, ...fields.flatMap((field) => changeOf(field, locale))]
}

function changeOf({ field, from, to }: CorrectedField, locale: ReaderLocale): string[] {
  const { corrections: says } = evidenceMessages[locale]
  if (field === 'phone' || field === 'locale') return [says[field]]
  if (field === 'email') return [says.email({ before: masked(from ?? ''), after: masked(to ?? '') })]
  if (field !== 'authMethod') return []
  return [says.authMethod({ before: methodName(from, locale), after: methodName(to, locale) })]
}

function methodName(method: string | null, locale: ReaderLocale): string {
  const name = Object.entries(authenticationNames).find(([key]) => key === method)?.[1] ?? method ?? '–'
  return recordMessages[locale].methods[name] ?? name
}

/** Enough for its owner to know it by; the annex has the whole. */
export function masked(destination: string): string {
  if (destination === '') return '–'
  return destination.includes('@') ? maskedEmail(destination) : maskedPhone(destination)
}
