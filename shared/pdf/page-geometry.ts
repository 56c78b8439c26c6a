/** A rectangle in PDF points; which corner is the origin is said where it is used. */
export type Box = { x: number; y: number; width: number; height: number }

/**
 * A page as a reader shows it. `width` and `height` are those of the crop box after rotation; `cropBox` is in the
 * page's own user space (origin bottom-left, not rotated), as ISO 32000-2 §14.11.2 defines it. All are in units of user
 * space: where a page says that its units are larger than a point (UserUnit), its fields are measured in those as well.
 */
export type PageGeometry = { width: number; height: number; rotation: 0 | 90 | 180 | 270; cropBox: Box }

/** What readers assume for a page without a usable MediaBox. */
const usLetter: Box = { x: 0, y: 0, width: 612, height: 792 }

/** Coordinates come as decimals of points, so a field may pass the edge by what rounding makes. */
const toleranceInPoints = 0.01

/** Whether a field, measured from the top-left corner of the page as displayed, lies wholly on the page. */
export function fieldFits(page: { width: number; height: number }, field: Box): boolean {
  return (
    field.x >= 0 &&
    field.y >= 0 &&
    field.width > 0 &&
    field.height > 0 &&
    field.x + field.width <= page.width + toleranceInPoints &&
    field.y + field.height <= page.height + toleranceInPoints
  )
}

export function pageGeometry(mediaBox: Box | null, cropBox: Box | null, rotate: number): PageGeometry {
  const media = mediaBox && mediaBox.width > 0 && mediaBox.height > 0 ? mediaBox : usLetter
  const visible = (cropBox && intersection(media, cropBox)) ?? media
  const rotation = quarterTurns(rotate)
  const upright = rotation === 0 || rotation === 180
  return {
    width: upright ? visible.width : visible.height,
    height: upright ? visible.height : visible.width,
    rotation,
    cropBox: visible,
  }
}

/** The six numbers of a PDF transformation matrix. */
export type TransformationMatrix = [number, number, number, number, number, number]

export const identity: TransformationMatrix = [1, 0, 0, 1, 0, 0]

/** Takes the displayed page, its origin at the bottom-left as the reader sees it, to the page's user space. */
export function displayedToUserSpace({ cropBox, rotation }: PageGeometry): TransformationMatrix {
  const right = cropBox.x + cropBox.width
  const top = cropBox.y + cropBox.height
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, cropBox.x, cropBox.y]
    case 90:
      return [0, 1, -1, 0, right, cropBox.y]
    case 180:
      return [-1, 0, 0, -1, right, top]
    case 270:
      return [0, -1, 1, 0, cropBox.x, top]
  }
}

/** The smallest box around a box that was transformed. */
export function transformed({ x, y, width, height }: Box, [a, b, c, d, e, f]: TransformationMatrix): Box {
  const corners = [x, x + width].flatMap((right) => [y, y + height].map((up) => [right, up] as const))
  const xs = corners.map(([right, up]) => a * right + c * up + e)
  const ys = corners.map(([right, up]) => b * right + d * up + f)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom }
}

/** What two boxes have in common; null: nothing, or an edge alone. */
export function intersection(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

function quarterTurns(degrees: number): 0 | 90 | 180 | 270 {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0
}
