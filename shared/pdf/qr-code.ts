import { encode } from 'uqr'
import { type Drawing, ink, numbers } from './drawing.ts'
import type { Box } from './page-geometry.ts'

/** A QR code of a text, in a square whose corner is that of the box. Around it, paper has to stay empty. */
export function drawQrCode(drawing: Drawing, text: string, { x, y, width }: Box) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const side = width / size
  const modules = data.flatMap((row, down) =>
    runsOf(row).map(
      ({ start, length }) => `${numbers(x + start * side, y + (size - 1 - down) * side, length * side, side)} re`,
    ),
  )
  drawing.operators.push(`q ${numbers(...ink)} rg ${modules.join(' ')} f Q`)
}

/** Stretches of dark modules: one rectangle each shows no seams. */
function runsOf(row: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = []
  for (const [place, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.start + last.length === place) last.length += 1
    else runs.push({ start: place, length: 1 })
  }
  return runs
}
