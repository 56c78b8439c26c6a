import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Progress } from '../../../../shared/pages/components/spinner.tsx'
import { useKnownState } from './context.ts'
import { DocumentPage } from './document-page.tsx'
import { revealField } from './fields.ts'
import { PageNumber, showPage } from './page-number.tsx'
import { usePagesOnScreen } from './pages-on-screen.ts'
import { usePrinting } from './printing.ts'
import type { LoadedDocument } from './use-document.ts'
import { useZoom, type Zoom } from './zoom.ts'

/** The document with the fields over it. */
export function DocumentPane({ loaded, again }: { loaded: LoadedDocument; again: () => void }) {
  const { texts } = useKnownState()
  return (
    <section class="document" aria-label={texts.document}>
      <p class="print-hint">{texts.printWithButton}</p>
      {loaded.phase === 'ready' ? <Pages loaded={loaded} /> : <NotYet loaded={loaded} again={again} />}
    </section>
  )
}

function NotYet({ loaded, again }: { loaded: LoadedDocument & { phase: 'loading' | 'failed' }; again: () => void }) {
  const { signing, texts } = useKnownState()
  if (loaded.phase === 'loading')
    return (
      <div class="waiting">
        <Progress share={loaded.share} label={texts.documentLoading} />
        <p>{loaded.share < 1 ? texts.documentProgress(Math.floor(loaded.share * 100)) : texts.documentOpening}</p>
      </div>
    )
  const reasons = {
    unavailable: texts.documentUnavailable,
    altered: texts.documentAltered,
    unreadable: texts.documentUnreadable,
  }
  return (
    <div class="waiting" role="alert">
      <p>{reasons[loaded.why]}</p>
      {loaded.why === 'unreadable' ? (
        <a class="button" href={signing.api.documentUrl('shown')} target="_blank" rel="noreferrer">
          {texts.openAsFile}
        </a>
      ) : (
        <button type="button" onClick={again}>
          {texts.retry}
        </button>
      )}
    </div>
  )
}

/** Not every browser lets one reach a pane that scrolls. */
const scrolledByKeyboard = { tabIndex: 0 }

function Pages({ loaded }: { loaded: LoadedDocument & { phase: 'ready' } }) {
  const { signing, state } = useKnownState()
  const pane = useRef<HTMLDivElement>(null)
  const { document: opened, sizes } = loaded
  const zoom = useZoom(pane, Math.max(...sizes.map(({ width }) => width)))
  const { near, seen, current } = usePagesOnScreen(pane, sizes.length)
  const printing = usePrinting(opened.pdf, sizes.length)
  useEffect(() => {
    const report = () => void signing.viewedPages.report()
    addEventListener('pagehide', report)
    return () => removeEventListener('pagehide', report)
  }, [signing])
  return (
    <>
      <Tools zoom={zoom} onPrint={printing.start} isPrinting={printing.isPreparing}>
        <PageNumber current={current} pageCount={sizes.length} onChoose={(number) => showPage(pane.current, number)} />
      </Tools>
      <div class="pages" ref={pane} {...scrolledByKeyboard}>
        <div class="sheets" style={{ '--scale': zoom.scale }}>
          {sizes.map((size, index) => (
            <DocumentPage
              key={index + 1}
              pdf={opened.pdf}
              number={index + 1}
              pageCount={sizes.length}
              size={size}
              scale={zoom.scale}
              isNear={near.has(index + 1)}
              isSeen={current === index + 1 || seen.has(index + 1)}
              fields={state.fields.filter(({ page }) => page === index + 1)}
              onSeen={(page) => signing.seePage(page)}
              onFocusField={(field) => revealField(pane.current, field, zoom)}
            />
          ))}
        </div>
      </div>
    </>
  )
}

interface ToolsProps {
  readonly zoom: Zoom
  readonly onPrint: () => void
  readonly isPrinting: boolean
  readonly children: ComponentChildren
}

function Tools({ zoom, onPrint, isPrinting, children }: ToolsProps) {
  const { texts } = useKnownState()
  const level = texts.zoomLevel(Math.round(zoom.factor * 100))
  return (
    <div class="tools">
      {children}
      <Button kind="plain" icon="print" label={texts.print} isOff={isPrinting} onClick={onPrint} />
      <span class="hidden" role="status">
        {isPrinting && texts.printing}
      </span>
      <Button kind="plain" icon="minus" label={texts.zoomOut} onClick={zoom.zoomOut} />
      <button
        type="button"
        class="plain level"
        aria-label={`${level}, ${texts.zoomFit}`}
        title={texts.zoomFit}
        onClick={zoom.fit}
      >
        {level}
      </button>
      <Button kind="plain" icon="plus" label={texts.zoomIn} onClick={zoom.zoomIn} />
    </div>
  )
}
