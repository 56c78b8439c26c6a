import type { FaceName } from './typography/font-choice.ts'
import type { Direction } from './typography/shaped-line.ts'

/** `slant` is how far a letter leans to the right over its height. */
export type EmailStyle = {
  font: FaceName
  size: number
  slant?: number
  /** The language of who wrote the text. */
  locale?: string | undefined
  /** Of its paragraph, where that is more than this line. */
  direction?: Direction | undefined
}

/** A line where it is drawn: `x` and `y` are where its baseline starts, from the bottom-left. */
export type PlacedLine = { text: string; x: number; y: number; style: EmailStyle }
