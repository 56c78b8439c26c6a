import type { Evidence, EvidenceStep } from '../../../../shared/pdf/evidence-content.ts'
import { newPage, type PageFlow, type Paragraph, roomLeft, setTogether } from '../../../../shared/pdf/page-flow.ts'
import { reportStyles } from '../../../../shared/pdf/report-text.ts'
import { maskedEmail, maskedPhone } from '../../../../shared/platform/masked.ts'
import type { EvidenceMessages, StoryFacts, StoryType } from './messages/catalog.ts'
import { localTime } from './times.ts'
import type { EvidenceView } from './view.ts'

const { heading, plain, small } = reportStyles
const timeColumn = 104
/** A story of one line at the end of a page is easily missed. */
const leastRoom = 160

/** What happened, in sentences. Steps that tell people nothing are in the annex alone. */
export function setStory(flow: PageFlow, evidence: Evidence, says: EvidenceMessages, view: EvidenceView) {
  const sentences = evidence.steps.flatMap((step): Paragraph[] => {
    const text = sentenceOf(step, evidence, says)
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
export function sentenceOf(step: EvidenceStep, evidence: Evidence, says: EvidenceMessages): string | null {
  const type = toldTypeOf(step)
  return isTold(type, says) ? says.sentences[type](factsOf(step, evidence)) : null
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

function factsOf({ actor, signerId, detail }: EvidenceStep, { signers, document }: Evidence): StoryFacts {
  const signer = signers.find(({ id }) => id === signerId)
  const text = (name: string) => (typeof detail?.[name] === 'string' ? detail[name] : '')
  const to = text('to') || (signer?.email ?? '')
  const pages = Array.isArray(detail?.pages) ? detail.pages.filter((page) => typeof page === 'number') : []
  return {
    actor: actor.onBehalfOf ? `${actor.name} (${actor.onBehalfOf.name})` : actor.name,
    signer: signer?.name ?? actor.name,
    to: masked(to),
    pages,
    text: text('text'),
    fileName: document.fileName,
  }
}

/** Enough for its owner to know it by; the annex has the whole. */
export function masked(destination: string): string {
  if (destination === '') return '–'
  return destination.includes('@') ? maskedEmail(destination) : maskedPhone(destination)
}
