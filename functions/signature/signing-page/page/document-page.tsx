import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'preact/hooks'
import { drawPage, layText } from '../../../../shared/pages/pdf/draw-page.ts'
import type { PageSize } from '../../../../shared/pages/pdf/pdf-document.ts'
import { useShown } from './context.ts'
import { FieldControl } from './field-control.tsx'
import type { SigningField } from './signing-state.ts'

export interface DocumentPageProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly pageCount: number
  readonly size: PageSize
  readonly scale: number
  readonly isNear: boolean
  /** Whether it is in the middle of the screen, or half of it is visible. */
  readonly isSeen: boolean
  readonly fields: readonly SigningField[]
  /** It was drawn while it was seen. */
  readonly onSeen: (page: number) => void
  readonly onFocusField: (field: SigningField) => void
}

/** Pages are drawn anew when the scale has rested this long; the drawing is stretched until then. */
const restMs = 150

/** A page: drawn and with its text while it is near, an empty sheet of its size otherwise. */
export function DocumentPage({ pdf, number, pageCount, size, scale, isNear, isSeen, ...rest }: DocumentPageProps) {
  const { texts } = useShown()
  const drawing = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  const drawnScale = useRested(scale)
  const { onSeen } = rest
  useEffect(() => {
    const host = drawing.current
    if (!host || !isNear) return undefined
    const { done, cancel } = drawPage(pdf, number, drawnScale, host)
    void done.then((isDone) => isDone && setIsDrawn(true))
    return cancel
  }, [pdf, number, isNear, drawnScale])
  useEffect(() => {
    if (text.current && isNear) void layText(pdf, number, text.current)
    return () => {
      drawing.current?.replaceChildren()
      text.current?.replaceChildren()
      setIsDrawn(false)
    }
  }, [pdf, number, isNear])
  useEffect(() => {
    if (isSeen && isDrawn) onSeen(number)
  }, [isSeen, isDrawn, number])
  return (
    <article
      class="sheet"
      data-page={number}
      data-drawn={isDrawn}
      aria-label={texts.page(number, pageCount)}
      style={{ '--width': size.width, '--height': size.height }}
    >
      <div class="drawing" ref={drawing} />
      <div class="text" ref={text} />
      {rest.fields.map((field) => (
        <FieldControl key={field.id} field={field} onFocus={() => rest.onFocusField(field)} />
      ))}
    </article>
  )
}

function useRested(scale: number): number {
  const [rested, setRested] = useState(scale)
  useEffect(() => {
    const timer = setTimeout(() => setRested(scale), restMs)
    return () => clearTimeout(timer)
  }, [scale])
  return rested
}
