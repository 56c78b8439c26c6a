import type { Email } from './email.ts'
import { footerLines } from './footer-lines.ts'

/** French has a space before it. */
const colonIn: Partial<Record<Email['locale'], string>> = { fr: '\u00a0:' }

/** A checked e-mail as plain text: a block for each part, and the address on a line of its own. */
export function emailText({ locale, brand, heading, paragraphs, button, smallPrint }: Email): string {
  const blocks = [
    heading,
    ...paragraphs,
    ...(button ? [`${button.label}${colonIn[locale] ?? ':'}\n${button.url}`] : []),
  ]
  const footer = ['-- ', brand.name, ...smallPrint, ...footerLines(locale, brand)].join('\n')
  return `${[...blocks, footer].join('\n\n')}\n`
}
