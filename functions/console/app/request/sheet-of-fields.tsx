import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'preact/hooks'
import { drawPage } from '../../../../shared/pages/pdf/draw-page.ts'
import type { DraftSigner } from './draft-request.ts'
import { fieldTexts } from './field-texts.ts'
import { moved, movedByKey, type PlacedField, resized, type Size } from './placed-fields.ts'

interface SheetProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly size: Size
  readonly fields: readonly PlacedField[]
  readonly signers: readonly DraftSigner[]
  readonly selected: number | null
  readonly onSelect: (key: number) => void
  readonly onAdd: (point: { readonly x: number; readonly y: number }) => void
  readonly onChange: (field: PlacedField) => void
  readonly onRemove: (key: number) => void
}

/** A page as it is drawn, with its fields. A click on the paper adds one. */
export function SheetOfFields({ pdf, number, size, fields, onAdd, ...rest }: SheetProps) {
  const frame = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const scale = useScale(frame, size.width)
  useEffect(() => {
    if (!drawing.current || scale === 0) return undefined
    return drawPage(pdf, number, scale, drawing.current).cancel
  }, [pdf, number, scale])
  useEffect(() => {
    const paper = drawing.current
    if (!paper) return undefined
    // The keyboard adds fields by the button above the page.
    const addAt = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = paper.getBoundingClientRect()
      onAdd({ x: (clientX - left) / scale, y: (clientY - top) / scale })
    }
    paper.addEventListener('click', addAt)
    return () => paper.removeEventListener('click', addAt)
  }, [scale, onAdd])
  return (
    <div class="sheet-frame" ref={frame}>
      <div class="sheet" style={{ width: `${size.width * scale}px`, height: `${size.height * scale}px` }}>
        <div class="paper" ref={drawing} />
        {fields.map((field) => (
          <FieldBox key={field.key} field={field} size={size} scale={scale} {...rest} />
        ))}
      </div>
    </div>
  )
}

/** CSS pixels a point, so that the page fits the width of its frame. */
function useScale(frame: { readonly current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setScale(Math.min(1.4, element.clientWidth / width))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [width])
  return scale
}

type FieldBoxProps = Omit<SheetProps, 'pdf' | 'number' | 'fields' | 'onAdd'> & {
  readonly field: PlacedField
  readonly scale: number
}

interface Drag {
  readonly from: PlacedField
  readonly x: number
  readonly y: number
  readonly isResizing: boolean
}

function FieldBox({ field, size, scale, signers, selected, onSelect, onChange, onRemove }: FieldBoxProps) {
  const t = fieldTexts()
  const box = useRef<HTMLButtonElement>(null)
  const drag = useRef<Drag | null>(null)
  useEffect(() => {
    if (selected === field.key) box.current?.focus()
  }, [selected, field.key])
  const index = signers.findIndex(({ key }) => key === field.signer)
  const signer = signers[index]
  const label = t.of(t[field.type], signer ? `${signer.firstName} ${signer.lastName}` : '')
  const begin = (event: PointerEvent) => {
    const isResizing = event.target instanceof Element && event.target.classList.contains('corner')
    drag.current = { from: field, x: event.clientX, y: event.clientY, isResizing }
    box.current?.setPointerCapture(event.pointerId)
    onSelect(field.key)
  }
  const follow = (event: PointerEvent) => {
    const { current } = drag
    if (!current) return
    const by = { x: (event.clientX - current.x) / scale, y: (event.clientY - current.y) / scale }
    onChange(current.isResizing ? resized(current.from, by, size) : moved(current.from, by, size))
  }
  const end = () => {
    drag.current = null
  }
  const press = (event: KeyboardEvent) => {
    const changed = movedByKey(field, event, size)
    if (changed) onChange(changed)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(field.key)
    else return
    event.preventDefault()
  }
  return (
    <button
      ref={box}
      type="button"
      class={`placed signer-${(index % 4) + 1}`}
      aria-label={label}
      style={{
        left: `${field.x * scale}px`,
        top: `${field.y * scale}px`,
        width: `${field.width * scale}px`,
        height: `${field.height * scale}px`,
      }}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    >
      {field.type !== 'checkbox' && <span class="kind">{label}</span>}
      <span class="corner" title={t.resize} />
    </button>
  )
}
