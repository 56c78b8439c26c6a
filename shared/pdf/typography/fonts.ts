import { readFileSync } from 'node:fs'
import type { Font } from 'harfbuzzjs'
import { copyUrl } from '../bundled-files.ts'
import type { FontFile } from './font-files.ts'

export type HarfBuzz = typeof import('harfbuzzjs')

let loaded: Promise<HarfBuzz> | undefined

/** HarfBuzz, which reads fonts and shapes text: a WebAssembly module, loaded once it is needed. */
export function harfBuzz(): Promise<HarfBuzz> {
  loaded ??= import('harfbuzzjs')
  return loaded
}

const opened = new Map<FontFile, Font>()

/** A font, read when it is first used: those of East Asia take megabytes. Its lengths are thousandths of the size. */
export function openFont({ Blob, Face, Font }: HarfBuzz, file: FontFile): Font {
  const known = opened.get(file)
  if (known) return known
  const font = new Font(new Face(new Blob(readFileSync(copyUrl(file)))))
  font.setScale(1000, 1000)
  opened.set(file, font)
  return font
}
