import type { Box } from './page-geometry.ts'
import type { PlacedLine } from './placed-line.ts'
import { layOutStamp } from './stamp-layout.ts'
import { cut, printable, textWidth } from './typesetting.ts'
import type { Typesetter } from './typography/typesetter.ts'

/** Who signed, as it stands below a signature: name, time and verification id. */
export interface StampCaption {
  readonly name: string
  readonly time: string
  readonly verificationId: string
  /** The signer's language, which chooses between forms of East Asian characters. */
  readonly locale?: string | undefined
}

/** A signature field with its caption set in letters. */
export interface SetStamp {
  readonly signature: Box
  readonly rule: Box | null
  readonly caption: readonly PlacedLine[]
}

const font = 'regular'

/** Sets what stands around a signature in its box. The document and its preview are both drawn from this. */
export function setStamp(
  typesetter: Typesetter,
  { name, time, verificationId, locale }: StampCaption,
  box: Box,
): SetStamp {
  const setting = { typesetter, font, locale } as const
  const line = printable(name)
  const { signature, rule, caption } = layOutStamp(
    box,
    { parts: [line, time, verificationId], direction: typesetter.directionOf(line) },
    { measure: (text) => textWidth(setting, text, 1), shorten: (text, width) => cut(setting, text, 1, width) },
  )
  return {
    signature,
    rule,
    caption: caption.map(({ text, x, y, size }) => ({ text, x, y, style: { font, size, locale } })),
  }
}
