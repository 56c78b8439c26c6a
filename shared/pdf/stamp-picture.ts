import type { Box } from './page-geometry.ts'
import type { PlacedLine } from './placed-line.ts'
import type { Typesetter } from './typography/typesetter.ts'

/**
 * Lines as a picture for browsers (SVG), of the very outlines that the document gets: whoever looks at it needs no font. It
 * holds numbers alone, nothing of the text itself.
 */
export function pictureOf(
  typesetter: Typesetter,
  lines: readonly PlacedLine[],
  { width, height, rule = null, signature }: PictureSize,
): string {
  const outline = lines.map((line) => outlineOf(typesetter, line, height)).join('') + (rule ? ruleOf(rule, height) : '')
  const place = signature ? ` data-signature="${placeFromTop(signature, height)}"` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${place}><path fill="#1a1f29" d="${outline}"/></svg>`
}

interface PictureSize {
  readonly width: number
  readonly height: number
  readonly rule?: Box | null
  /** Where the signature goes that is not among the lines. */
  readonly signature?: Box
}

function placeFromTop({ x, y, width, height }: Box, pictureHeight: number): string {
  return [x, pictureHeight - y - height, width, height].map(rounded).join(' ')
}

function ruleOf({ x, y, width, height }: Box, pictureHeight: number): string {
  const [left, right, top, bottom] = [x, x + width, pictureHeight - y - height, pictureHeight - y].map(rounded)
  return `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`
}

/** From the top-left, as browsers count. */
function outlineOf(typesetter: Typesetter, { text, x, y, style }: PlacedLine, height: number): string {
  const { font, size, slant = 0, locale, direction } = style
  const scale = size / 1000
  const parts: string[] = []
  let start = 0
  for (const cluster of typesetter.line(text, font, { locale, direction }).clusters) {
    for (const { type, values } of typesetter.outlineOf(cluster)) {
      const points: string[] = []
      for (let index = 0; index < values.length; index += 2) {
        const [right = 0, up = 0] = values.slice(index, index + 2)
        points.push(`${rounded(x + (start + right + slant * up) * scale)} ${rounded(height - y - up * scale)}`)
      }
      parts.push(type + points.join(' '))
    }
    start += cluster.advance
  }
  return parts.join('')
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}
