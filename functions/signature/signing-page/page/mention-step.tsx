import { useRef, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { useKnownState } from './context.ts'
import { isWritten, mentionBox, mentionsIn } from './draft.ts'
import { DrawnMentionPicture } from './drawn-mention.tsx'
import { Heading } from './heading.tsx'
import type { MentionField, Point, WrittenPoint } from './signing-state.ts'
import { StrokePad } from './stroke-pad.tsx'
import { Trouble } from './trouble.tsx'

/** A sentence of thirty words; all mentions of a person fit into one request. */
const most = { strokes: 400, points: 4000 }
const lines = [0.3, 0.6, 0.9]

/** Each sentence that the person writes by hand, one after the other. */
export function MentionStep() {
  const { signing, view, texts, state } = useKnownState()
  const mentions = mentionsIn(state.fields)
  const firstOpen = mentions.findIndex((field) => !isWritten(field, view.draft))
  const [index, setIndex] = useState(Math.max(0, firstOpen))
  const [hasTried, setHasTried] = useState(false)
  const field = mentions[index]
  if (!field) return null
  const isMissing = hasTried && field.required && !isWritten(field, view.draft)
  function go(): void {
    const isStuck = field?.required && !isWritten(field, view.draft)
    setHasTried(Boolean(isStuck))
    if (isStuck) return
    if (index + 1 < mentions.length) setIndex(index + 1)
    else signing.goTo('sign')
  }
  return (
    <div class="step writing" key={field.id}>
      <Heading>{texts.writeHeading}</Heading>
      {mentions.length > 1 && <p role="status">{texts.mentionOf(index + 1, mentions.length)}</p>}
      <p id="mention-hint">{texts.writeHint}</p>
      <blockquote id="mention-text">{field.mentionText}</blockquote>
      <MentionPad field={field} isMissing={isMissing} />
      <p id="mention-error" class="error" role="alert">
        {isMissing && texts.mentionMissing}
      </p>
      <Trouble on="sign" />
      <div class="actions">
        <Button kind="primary" onClick={go}>
          {index + 1 < mentions.length ? texts.nextMention : texts.continueToSign}
        </Button>
        <button type="button" class="subtle" onClick={() => (index > 0 ? setIndex(index - 1) : signing.goTo('read'))}>
          {index > 0 ? texts.previousMention : texts.back}
        </button>
      </div>
    </div>
  )
}

/** Where the sentence was drawn before, it is shown, and can be written anew. */
function MentionPad({ field, isMissing }: { field: MentionField; isMissing: boolean }) {
  const { signing, view, texts } = useKnownState()
  const written = view.draft.mentions[field.id] ?? []
  const [isAnew, setIsAnew] = useState(written.length > 0)
  const pointOf = useWrittenPoint(written)
  const current = () => signing.view.get().draft.mentions[field.id] ?? []
  if (field.drawingSha256 !== null && !isAnew)
    return (
      <>
        <figure class="preview drawn">
          <DrawnMentionPicture field={field} />
          <figcaption class="quiet">{texts.mentionDrawn}</figcaption>
        </figure>
        <p>
          <button type="button" onClick={() => setIsAnew(true)}>
            {texts.writeAgain}
          </button>
        </p>
      </>
    )
  return (
    <StrokePad
      box={mentionBox}
      most={most}
      strokes={written}
      current={current}
      pointOf={pointOf}
      onChange={(strokes) => signing.edit({ mentions: { ...signing.view.get().draft.mentions, [field.id]: strokes } })}
      label={texts.fieldNames.handwritten_mention}
      describedBy="mention-hint mention-text mention-error"
      isInvalid={isMissing}
      kind="mention"
    >
      {lines.map((share) => (
        <line
          key={share}
          class="baseline"
          x1={30}
          x2={mentionBox.width - 30}
          y1={mentionBox.height * share}
          y2={mentionBox.height * share}
        />
      ))}
    </StrokePad>
  )
}

/** A point with its time since the first one, and the pressure where a pen tells it. */
function useWrittenPoint(written: readonly (readonly WrittenPoint[])[]) {
  const start = useRef<number | null>(null)
  return ({ timeStamp, pointerType, pressure }: PointerEvent, place: Point): WrittenPoint => {
    const isFirst = written.length === 0
    if (start.current === null || isFirst) start.current = timeStamp - (written.at(-1)?.at(-1)?.t ?? 0)
    const t = Math.max(0, Math.round(timeStamp - start.current))
    return { ...place, t, ...(pointerType === 'pen' && { p: Math.round(pressure * 100) / 100 }) }
  }
}
