import { fadedInk, ink, type TextStyle } from './drawing.ts'
import type { Paragraph } from './page-flow.ts'
import { utcTime } from './signature-block.ts'

/** Of the labels before what they name. */
export const labelWidth = 118
/** Of the number before a signer's name. */
export const numberWidth = 24

/** How the pages that report on a request are set. */
export const reportStyles = {
  title: { font: 'semiBold', size: 18, colour: ink },
  heading: { font: 'semiBold', size: 12, colour: ink },
  strong: { font: 'semiBold', size: 9, colour: ink },
  plain: { font: 'regular', size: 9, colour: ink },
  small: { font: 'regular', size: 7, colour: fadedInk },
} as const satisfies Record<string, TextStyle>

export function labelled(label: string, text: string, locale?: string): Paragraph {
  return { label, text: text || '–', style: { ...reportStyles.plain, locale }, indent: labelWidth, space: 1 }
}

/** To the second for people; machines are told the milliseconds elsewhere. */
export function utc(time: string | null): string {
  return time === null ? '–' : utcTime(new Date(time))
}
