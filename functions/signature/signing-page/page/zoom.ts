import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const least = 0.5
const most = 4
const step = 1.25
/** Points that a page keeps free on either side. */
const margin = 12
/** Above this, pages that fit the width of a wide screen are larger than one reads. */
const largestFit = 1.6

export interface Zoom {
  /** CSS pixels a point. */
  readonly scale: number
  /** As a share of the scale at which pages fit the width. */
  readonly factor: number
  zoomIn(): void
  zoomOut(): void
  fit(): void
  /** Enlarges to at least this scale, around a place of the screen. */
  atLeast(scale: number): void
}

/** A place of the screen, and the element and the share of it that are to stay there. */
interface Anchor {
  readonly x: number
  readonly y: number
  readonly element: Element
  readonly shareX: number
  readonly shareY: number
}

/** Zooming of the pages in a scrolling pane: by the given operations, by Ctrl and the wheel, and by pinching. */
export function useZoom(pane: RefObject<HTMLElement | null>, widestPage: number): Zoom {
  const fitScale = useFitScale(pane, widestPage)
  const [factor, setFactor] = useState(1)
  const anchor = useRef<Anchor | null>(null)
  const zoomTo = useCallback(
    (next: (factor: number) => number, x?: number, y?: number) => {
      anchor.current = anchorAt(pane.current, x, y)
      setFactor((factor) => Math.min(most, Math.max(least, next(factor))))
    },
    [pane],
  )
  useLayoutEffect(() => {
    if (pane.current && anchor.current) keep(pane.current, anchor.current)
    anchor.current = null
  }, [pane, factor])
  useEffect(() => (pane.current ? listenToGestures(pane.current, zoomTo) : undefined), [pane, zoomTo])
  return {
    scale: fitScale * factor,
    factor,
    zoomIn: () => zoomTo((factor) => factor * step),
    zoomOut: () => zoomTo((factor) => factor / step),
    fit: () => zoomTo(() => 1),
    atLeast: (scale) => zoomTo((factor) => Math.max(factor, scale / fitScale)),
  }
}

function useFitScale(pane: RefObject<HTMLElement | null>, widestPage: number): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => element.clientWidth > 0 && setWidth(element.clientWidth))
    setWidth(element.clientWidth)
    observer.observe(element)
    return () => observer.disconnect()
  }, [pane])
  return Math.min(largestFit, Math.max(0.1, (width - 2 * margin) / widestPage))
}

function anchorAt(pane: HTMLElement | null, x?: number, y?: number): Anchor | null {
  if (!pane) return null
  const box = pane.getBoundingClientRect()
  const place = { x: x ?? box.left + pane.clientWidth / 2, y: y ?? box.top + pane.clientHeight / 2 }
  const pages = [...pane.querySelectorAll('[data-page]')].map((element) => ({
    element,
    box: element.getBoundingClientRect(),
  }))
  const found = pages.find(({ box }) => box.bottom >= place.y) ?? pages.at(-1)
  if (!found) return null
  const shareX = (place.x - found.box.left) / found.box.width
  const shareY = (place.y - found.box.top) / found.box.height
  return { ...place, element: found.element, shareX, shareY }
}

function keep(pane: HTMLElement, { x, y, element, shareX, shareY }: Anchor): void {
  const box = element.getBoundingClientRect()
  pane.scrollLeft += box.left + shareX * box.width - x
  pane.scrollTop += box.top + shareY * box.height - y
}

type ZoomTo = (next: (factor: number) => number, x?: number, y?: number) => void

function listenToGestures(pane: HTMLElement, zoomTo: ZoomTo): () => void {
  let distance: number | null = null
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(
      (factor) => factor * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200),
      event.clientX,
      event.clientY,
    )
  }
  const onTouchMove = (event: TouchEvent) => {
    const [a, b] = event.touches
    if (!a || !b) return
    event.preventDefault()
    const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    const ratio = distance ? now / distance : 1
    distance = now
    zoomTo((factor) => factor * ratio, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)
  }
  const onTouchEnd = () => {
    distance = null
  }
  const ended = new AbortController()
  const { signal } = ended
  pane.addEventListener('wheel', onWheel, { passive: false, signal })
  pane.addEventListener('touchmove', onTouchMove, { passive: false, signal })
  pane.addEventListener('touchend', onTouchEnd, { signal })
  pane.addEventListener('touchcancel', onTouchEnd, { signal })
  // Safari's own gesture would enlarge the whole page.
  pane.addEventListener('gesturestart', (event) => event.preventDefault(), { passive: false, signal })
  return () => ended.abort()
}
