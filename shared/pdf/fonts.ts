import { readFile } from 'node:fs/promises'
import type { EmbeddedFont, PDF } from '@libpdf/core'
import { PdfDict } from '@libpdf/core'
import { copyUrl } from './bundled-files.ts'

/** Noto Sans: every Latin (Vietnamese too), Greek and Cyrillic letter. Only the glyphs used end up in the document. */
export type Fonts = { regular: EmbeddedFont; semiBold: EmbeddedFont }

export async function embedFonts(pdf: PDF): Promise<Fonts> {
  const [regular, semiBold] = await Promise.all([
    readFile(copyUrl('NotoSans_400Regular.ttf')),
    readFile(copyUrl('NotoSans_600SemiBold.ttf')),
  ])
  return { regular: pdf.embedFont(regular), semiBold: pdf.embedFont(semiBold) }
}

/** The names by which content streams refer to the fonts. */
export function fontResources(fonts: Fonts): PdfDict {
  return PdfDict.of({ Regular: fonts.regular.ref, SemiBold: fonts.semiBold.ref })
}
