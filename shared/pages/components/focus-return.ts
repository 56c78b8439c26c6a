/**
 * Remembers where the focus is before something is done. What it returns brings the focus back there once the page is drawn anew, or to the
 * heading above where that is gone: otherwise people with a keyboard or a screen reader would begin anew at the top of the page.
 */
export function focusReturn(): () => void {
  const before = document.activeElement
  const headings = before instanceof HTMLElement ? headingsAbove(before) : []
  return () => void setTimeout(() => bringBack(before, headings))
}

function headingsAbove(element: HTMLElement): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)')]
    .filter((heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    .toReversed()
}

function bringBack(before: Element | null, headings: readonly HTMLElement[]): void {
  // Something else took the focus, such as the heading of another screen.
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const remains = [before, ...headings].find((element) => element?.isConnected)
  if (!(remains instanceof HTMLElement)) return
  if (headings.includes(remains) && !remains.hasAttribute('tabindex')) remains.tabIndex = -1
  remains.focus()
}
