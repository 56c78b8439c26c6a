import { useEffect, useState } from 'preact/hooks'
import { useKnownState } from './context.ts'

interface PageNumberProps {
  readonly current: number
  readonly pageCount: number
  readonly onChoose: (number: number) => void
}

/** The page that is read, and a way to go to another one: type its number and press Enter. */
export function PageNumber({ current, pageCount, onChoose }: PageNumberProps) {
  const { texts } = useKnownState()
  const [written, setWritten] = useState<string | null>(null)
  useEffect(() => setWritten(null), [current])
  function choose(): void {
    const number = Number(written ?? current)
    setWritten(null)
    if (Number.isInteger(number) && number !== current) onChoose(Math.min(Math.max(number, 1), pageCount))
  }
  return (
    <form
      class="page-number"
      onSubmit={(event) => {
        event.preventDefault()
        choose()
      }}
    >
      <span class="hidden">{texts.page(current, pageCount)}</span>
      <input
        type="text"
        inputMode="numeric"
        autocomplete="off"
        maxLength={4}
        aria-label={texts.goToPage}
        value={written ?? String(current)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
        onBlur={choose}
      />
      <span aria-hidden="true">/ {pageCount}</span>
    </form>
  )
}

/** Puts the top of a page at the top of the pane. */
export function showPage(pane: HTMLElement | null, number: number): void {
  const page = pane?.querySelector(`[data-page="${number}"]`)
  if (pane && page) pane.scrollTop += page.getBoundingClientRect().top - pane.getBoundingClientRect().top
}
