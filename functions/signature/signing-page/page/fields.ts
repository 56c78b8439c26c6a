import type { Messages } from './messages.ts'
import type { SigningField } from './signing-state.ts'
import type { Zoom } from './zoom.ts'

/** Text in points, for the height of its field. */
export function textSizeOf({ height }: SigningField): number {
  return Math.min(12, height * 0.65)
}

/**
 * By how many points a field can be wider and higher than it is without meeting another one that grows as well: the least distance to
 * a neighbour. What lies diagonally is as far away as the larger of its two distances.
 */
export function freeAround(field: SigningField, fields: readonly SigningField[]): number {
  const others = fields.filter(({ id, page }) => id !== field.id && page === field.page)
  const distances = others.map((other) =>
    Math.max(gap(field.x, field.width, other.x, other.width), gap(field.y, field.height, other.y, other.height)),
  )
  return Math.max(0, Math.min(maxFree, ...distances))
}

/** Wider than any page. */
const maxFree = 10_000

const gap = (start: number, size: number, otherStart: number, otherSize: number) =>
  Math.max(otherStart - (start + size), start - (otherStart + otherSize))

/** Below this size of text, in CSS pixels, phones enlarge the page by themselves when one writes. */
const readable = 16

export function labelOf({ label, type }: SigningField, texts: Messages): string {
  return label ?? texts.fieldNames[type]
}

/** Name, page, and whether it has to be filled in: what is read aloud. */
export function fullLabelOf(field: SigningField, texts: Messages): string {
  const label = texts.fieldOnPage(labelOf(field, texts), field.page)
  return field.required ? `${label}, ${texts.required}` : label
}

export function controlOf(fieldId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-control="${CSS.escape(fieldId)}"]`)
}

/** Puts a field in the middle of the pane, large enough to write in. */
export function revealField(pane: HTMLElement | null, field: SigningField, zoom: Zoom): void {
  if (field.type === 'text' && matchMedia('(pointer: coarse)').matches) zoom.atLeast(readable / textSizeOf(field))
  requestAnimationFrame(() => {
    const control = controlOf(field.id)
    if (!pane || !control) return
    const [box, around] = [control.getBoundingClientRect(), pane.getBoundingClientRect()]
    const isInside =
      box.top >= around.top && box.bottom <= around.bottom && box.left >= around.left && box.right <= around.right
    if (isInside) return
    pane.scrollTop += (box.top + box.bottom) / 2 - (around.top + around.bottom) / 2
    pane.scrollLeft += Math.max(0, box.left - around.left - 24) + Math.min(0, box.left - around.left - 24)
  })
}

/** Goes to a field; its pane brings it into sight. */
export function focusField(fieldId: string): void {
  controlOf(fieldId)?.focus({ preventScroll: true })
}
