import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Which pages are near the visible part of the pane, so that they are drawn, and which one is read. */
export interface PagesOnScreen {
  readonly near: ReadonlySet<number>
  readonly current: number
}

export function usePagesOnScreen(pane: RefObject<HTMLElement | null>, pageCount: number): PagesOnScreen {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const root = pane.current
    if (!root) return undefined
    const nearby = new Set<number>()
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
    ]
    for (const observer of observers) for (const page of root.querySelectorAll('[data-page]')) observer.observe(page)
    return () => {
      for (const observer of observers) observer.disconnect()
    }
  }, [pane, pageCount])
  return { near, current }
}

function pageOf(element: Element): number {
  return Number(element.getAttribute('data-page'))
}
