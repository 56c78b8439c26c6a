import { useRef } from 'preact/hooks'
import { useKnownState } from './context.ts'
import { drawingBox, isDrawn } from './draft.ts'
import { SignatureStamp, sizeOfStamp } from './signature-stamp.tsx'
import type { Point } from './signing-state.ts'
import { pathOf } from './stroke-path.ts'

/** More than any signature has; drawing stops there, so that what is sent stays small. */
const mostStrokes = 100
const mostPoints = 5000

/** A box to draw in with a finger, a pen or the mouse. */
export function DrawnSignaturePad({ isMissing }: { isMissing: boolean }) {
  const { signing, view, texts, state } = useKnownState()
  const { drawn } = view.draft
  const pen = useRef<number | null>(null)
  const draw = (strokes: typeof drawn) => signing.edit({ drawn: strokes })
  function begin(event: PointerEvent & { currentTarget: SVGSVGElement }): void {
    if (!event.isPrimary || event.button !== 0 || drawn.length >= mostStrokes) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    pen.current = event.pointerId
    draw([...drawn, [pointOf(event, event.currentTarget)]])
  }
  function move(event: PointerEvent & { currentTarget: SVGSVGElement }): void {
    if (pen.current !== event.pointerId) return
    const coalesced = event.getCoalescedEvents?.() ?? []
    const points = (coalesced.length > 0 ? coalesced : [event]).map((each) => pointOf(each, event.currentTarget))
    const current = signing.view.get().draft.drawn
    if (current.flat().length + points.length > mostPoints) return
    draw([...current.slice(0, -1), [...(current.at(-1) ?? []), ...points]])
  }
  function end(event: PointerEvent): void {
    if (pen.current === event.pointerId) pen.current = null
  }
  return (
    <>
      <p id="pad-hint">
        {texts.drawnLabel}. <span class="quiet">{texts.drawnHint}</span>
      </p>
      <svg
        class={`pad ${isMissing ? 'invalid' : ''}`}
        viewBox={`0 0 ${drawingBox.width} ${drawingBox.height}`}
        role="img"
        aria-label={`${texts.fieldNames.signature}. ${texts.drawnStrokes(drawn.length)}`}
        aria-describedby="pad-hint signature-error"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line class="baseline" x1={40} x2={560} y1={150} y2={150} />
        <path class="stroke" d={drawn.map(pathOf).join('')} />
      </svg>
      <div class="pad-tools">
        <button type="button" aria-disabled={drawn.length === 0} onClick={() => draw(drawn.slice(0, -1))}>
          {texts.undo}
        </button>
        <button type="button" aria-disabled={drawn.length === 0} onClick={() => draw([])}>
          {texts.clear}
        </button>
      </div>
      {isDrawn(drawn) && (
        <figure class="preview">
          <SignatureStamp draft={view.draft} size={sizeOfStamp(state.fields)} />
          <figcaption class="quiet">{texts.stampPreview}</figcaption>
        </figure>
      )}
    </>
  )
}

/** Where in the box a pointer is, to a tenth. */
function pointOf({ clientX, clientY }: PointerEvent, pad: SVGSVGElement): Point {
  const { left, top, width, height } = pad.getBoundingClientRect()
  return {
    x: placeIn((clientX - left) / width, drawingBox.width),
    y: placeIn((clientY - top) / height, drawingBox.height),
  }
}

function placeIn(share: number, length: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * length * 10) / 10
}
