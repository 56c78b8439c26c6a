import type { FontFile } from './font-files.ts'

/** A glyph of a font, placed from where its cluster starts. Lengths are thousandths of the text's size. */
export interface PlacedGlyph {
  readonly font: FontFile
  readonly glyph: number
  readonly x: number
  readonly y: number
}

/** What is drawn as one and copied as one: mostly a letter with its marks. `text` is what it stands for. */
export interface Cluster {
  readonly text: string
  /** Where `text` starts in its line. */
  readonly start: number
  /** To the start of the next cluster on the right. */
  readonly advance: number
  readonly isRightToLeft: boolean
  readonly glyphs: readonly PlacedGlyph[]
}

export type Direction = 'ltr' | 'rtl'

/** One line of text as it is drawn. */
export interface ShapedLine {
  readonly text: string
  readonly width: number
  /** Whether each character is one glyph of the face itself: no other font, no joining, no right-to-left. */
  readonly isPlain: boolean
  /** Of its paragraph. */
  readonly direction: Direction
  /** From left to right. */
  readonly clusters: readonly Cluster[]
}

/** What a line is drawn in. `direction` is that of its paragraph; without it the line's first letter decides. */
export interface LineOptions {
  /** A language tag: it chooses between the forms of East Asian characters. */
  readonly locale?: string | undefined
  readonly direction?: Direction | undefined
}
