import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Which pages are near the visible part of the pane, so that they are drawn, which are seen, and which one is read. */
export interface PagesOnScreen {
  readonly near: ReadonlySet<number>
  /** Half visible or more. A page that is too tall for that is seen while it is read. */
  readonly seen: ReadonlySet<number>
  readonly current: number
}

const tenths = Array.from({ length: 11 }, (_, index) => index / 10)

export function usePagesOnScreen(pane: RefObject<HTMLElement | null>, pageCount: number): PagesOnScreen {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const root = pane.current
    if (!root) return undefined
    const nearby = new Set<number>()
    const visible = new Set<number>()
    const observers = [
      new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) nearby[isIntersecting ? 'add' : 'delete'](pageOf(target))
          setNear(new Set(nearby))
        },
        { root, rootMargin: '100% 0px' },
      ),
      new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(pageOf(target))
        },
        { root, rootMargin: '-45% 0px -45% 0px' },
      ),
      new IntersectionObserver(
        (entries) => {
          for (const { intersectionRect, boundingClientRect, target } of entries) {
            const isSeen = intersectionRect.height > 0 && intersectionRect.height >= boundingClientRect.height / 2
            visible[isSeen ? 'add' : 'delete'](pageOf(target))
          }
          setSeen(new Set(visible))
        },
        { root, threshold: tenths },
      ),
    ]
    for (const observer of observers) for (const page of root.querySelectorAll('[data-page]')) observer.observe(page)
    return () => {
      for (const observer of observers) observer.disconnect()
    }
  }, [pane, pageCount])
  return { near, seen, current }
}

function pageOf(element: Element): number {
  return Number(element.getAttribute('data-page'))
}
