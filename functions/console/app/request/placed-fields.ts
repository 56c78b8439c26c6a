/** A field while it is placed. Its place is in points from the top-left corner of its page, as the API takes it. */
export interface PlacedField {
  readonly key: number
  /** The key of its signer. */
  readonly signer: number
  readonly type: FieldType
  /** From 1. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly label: string
}

export const fieldTypes = ['signature', 'initials', 'date', 'text', 'checkbox'] as const
export type FieldType = (typeof fieldTypes)[number]

export interface Size {
  readonly width: number
  readonly height: number
}

const sizes: Readonly<Record<FieldType, Size>> = {
  signature: { width: 180, height: 60 },
  initials: { width: 80, height: 40 },
  date: { width: 100, height: 22 },
  text: { width: 180, height: 22 },
  checkbox: { width: 16, height: 16 },
}

/** Smaller than this, nobody can hit a field with a finger. */
const least = 10

/** A new field around a point of a page, whole on the page. */
export function fieldAround(
  given: Pick<PlacedField, 'key' | 'signer' | 'type' | 'page'>,
  point: { readonly x: number; readonly y: number },
  page: Size,
): PlacedField {
  const { width, height } = sizes[given.type]
  return within({ ...given, label: '', width, height, x: point.x - width / 2, y: point.y - height / 2 }, page)
}

/** A new field in the middle of its page, or as near below or above as there is room beside the fields that are there. */
export function fieldAmong(
  given: Pick<PlacedField, 'key' | 'signer' | 'type' | 'page'>,
  fields: readonly PlacedField[],
  page: Size,
): PlacedField {
  const middle = fieldAround(given, { x: page.width / 2, y: page.height / 2 }, page)
  const step = middle.height + 10
  const distances = Array.from({ length: Math.ceil(page.height / step) }, (_, index) => index * step)
  const places = distances.flatMap((y) => [moved(middle, { x: 0, y }, page), moved(middle, { x: 0, y: -y }, page)])
  return places.find((place) => !fields.some((field) => overlap(place, field))) ?? middle
}

/** Whether one of two fields covers a part of the other. */
export function overlap(one: PlacedField, other: PlacedField): boolean {
  const crosses = (from: number, length: number, otherFrom: number, otherLength: number) =>
    from < otherFrom + otherLength && otherFrom < from + length
  return (
    one.page === other.page &&
    crosses(one.x, one.width, other.x, other.width) &&
    crosses(one.y, one.height, other.y, other.height)
  )
}

/** The pages on which fields lie on each other, in ascending order. */
export function crowdedPages(fields: readonly PlacedField[]): number[] {
  const crowded = fields.filter((field) => fields.some((other) => other !== field && overlap(field, other)))
  return [...new Set(crowded.map(({ page }) => page))].toSorted((a, b) => a - b)
}

/** Moved by points, and still whole on its page. */
export function moved(field: PlacedField, by: { readonly x: number; readonly y: number }, page: Size): PlacedField {
  return within({ ...field, x: field.x + by.x, y: field.y + by.y }, page)
}

/** Grown by points at its lower right corner, and still whole on its page. */
export function resized(field: PlacedField, by: { readonly x: number; readonly y: number }, page: Size): PlacedField {
  const width = clamped(field.width + by.x, least, page.width - field.x)
  const height = clamped(field.height + by.y, least, page.height - field.y)
  return { ...field, width: rounded(width), height: rounded(height) }
}

function within(field: PlacedField, page: Size): PlacedField {
  const width = Math.min(field.width, page.width)
  const height = Math.min(field.height, page.height)
  return {
    ...field,
    width: rounded(width),
    height: rounded(height),
    x: rounded(clamped(field.x, 0, page.width - width)),
    y: rounded(clamped(field.y, 0, page.height - height)),
  }
}

const clamped = (value: number, from: number, to: number) => Math.min(Math.max(value, from), Math.max(from, to))

/** Halves of points are as exact as anybody places by hand. Down, so that nothing is moved over the edge. */
const rounded = (value: number) => Math.floor(value * 2) / 2

/** What an arrow key does to a field: with Shift it grows, with Alt a step is a single point. */
export function movedByKey(
  field: PlacedField,
  { key, shiftKey, altKey }: { readonly key: string; readonly shiftKey: boolean; readonly altKey: boolean },
  page: Size,
): PlacedField | null {
  const step = altKey ? 1 : 10
  const ways: Readonly<Record<string, { x: number; y: number }>> = {
    ArrowLeft: { x: -step, y: 0 },
    ArrowRight: { x: step, y: 0 },
    ArrowUp: { x: 0, y: -step },
    ArrowDown: { x: 0, y: step },
  }
  const way = ways[key]
  if (!way) return null
  return shiftKey ? resized(field, way, page) : moved(field, way, page)
}

/** The fields that lie whole on pages which a document has. */
export function fieldsOn(pages: readonly Size[], fields: readonly PlacedField[]): PlacedField[] {
  return fields.filter(({ page, x, y, width, height }) => {
    const size = pages[page - 1]
    return size !== undefined && x + width <= size.width && y + height <= size.height
  })
}
