import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useShown } from './context.ts'
import type { Point } from './signing-state.ts'
import { pathOf } from './stroke-path.ts'

interface StrokePadProps<P extends Point> {
  /** The size of the drawing, whatever the size on the screen. */
  readonly box: { readonly width: number; readonly height: number }
  readonly most: { readonly strokes: number; readonly points: number }
  readonly strokes: readonly (readonly P[])[]
  /** As they are now: pointers may move faster than the page is shown. */
  readonly current: () => readonly (readonly P[])[]
  readonly pointOf: (event: PointerEvent, place: Point) => P
  readonly onChange: (strokes: readonly (readonly P[])[]) => void
  readonly label: string
  readonly describedBy: string
  readonly isInvalid: boolean
  /** The form of the box, which its style knows by this name. */
  readonly kind?: 'mention'
  /** Lines to write on. */
  readonly children?: ComponentChildren
}

/** A box to draw in with a finger, a pen or the mouse. Once a pen was used, touches are taken for the hand that holds it. */
export function StrokePad<P extends Point>(props: StrokePadProps<P>) {
  const { box, most, strokes, current, pointOf, onChange } = props
  const { texts } = useShown()
  const pointer = useRef<number | null>(null)
  const hasPen = useRef(false)
  const at = (event: PointerEvent, pad: SVGSVGElement) => pointOf(event, placeOf(event, pad, box))
  function begin(event: PointerEvent & { currentTarget: SVGSVGElement }): void {
    const isPen = event.pointerType === 'pen'
    if (!event.isPrimary || event.button !== 0 || (hasPen.current && event.pointerType === 'touch')) return
    // The hand was there before the pen: what it drew goes.
    const kept = isPen && !hasPen.current && pointer.current !== null ? current().slice(0, -1) : current()
    if (kept.length >= most.strokes) return
    hasPen.current ||= isPen
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    pointer.current = event.pointerId
    onChange([...kept, [at(event, event.currentTarget)]])
  }
  function move(event: PointerEvent & { currentTarget: SVGSVGElement }): void {
    if (pointer.current !== event.pointerId) return
    const coalesced = event.getCoalescedEvents?.() ?? []
    const points = (coalesced.length > 0 ? coalesced : [event]).map((each) => at(each, event.currentTarget))
    const drawn = current()
    if (drawn.flat().length + points.length > most.points) return
    onChange([...drawn.slice(0, -1), [...(drawn.at(-1) ?? []), ...points]])
  }
  function end(event: PointerEvent): void {
    if (pointer.current === event.pointerId) pointer.current = null
  }
  return (
    <>
      <svg
        class={`pad ${props.kind ?? ''} ${props.isInvalid ? 'invalid' : ''}`}
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={`${props.label}. ${texts.drawnStrokes(strokes.length)}`}
        aria-describedby={props.describedBy}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {props.children}
        <path class="stroke" d={strokes.map(pathOf).join('')} />
      </svg>
      <div class="pad-tools">
        <button type="button" aria-disabled={strokes.length === 0} onClick={() => onChange(strokes.slice(0, -1))}>
          {texts.undo}
        </button>
        <button type="button" aria-disabled={strokes.length === 0} onClick={() => onChange([])}>
          {texts.clear}
        </button>
      </div>
    </>
  )
}

/** Where in the box a pointer is, to a tenth. */
function placeOf({ clientX, clientY }: PointerEvent, pad: SVGSVGElement, box: StrokePadProps<Point>['box']): Point {
  const { left, top, width, height } = pad.getBoundingClientRect()
  return { x: placeIn((clientX - left) / width, box.width), y: placeIn((clientY - top) / height, box.height) }
}

function placeIn(share: number, length: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * length * 10) / 10
}
