import type { Email } from './email.ts'
import { footerLines } from './footer-lines.ts'

/** A checked e-mail as plain text: a block for each part, and the address on a line of its own. */
export function emailText({ locale, brand, heading, paragraphs, button, smallPrint }: Email): string {
  const blocks = [heading, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : [])]
  const footer = ['-- ', brand.name, ...smallPrint, ...footerLines(locale, brand)].join('\n')
  return `${[...blocks, footer].join('\n\n')}\n`
}
