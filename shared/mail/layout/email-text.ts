import type { Email } from './email.ts'
import { footerLines } from './footer-lines.ts'
import type { Quotation } from './quotation.ts'

/** French has a space before it. */
const colonIn: Partial<Record<Email['locale'], string>> = { fr: '\u00a0:' }

/** A checked e-mail as plain text: a block for each part, and the address on a line of its own. */
export function emailText({ locale, brand, heading, paragraphs, button, smallPrint }: Email): string {
  const blocks = [
    heading,
    ...paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : quotationText(paragraph))),
    ...(button ? [`${button.label}${colonIn[locale] ?? ':'}\n${button.url}`] : []),
  ]
  const footer = ['-- ', brand.name, ...smallPrint, ...footerLines(locale, brand)].join('\n')
  return `${[...blocks, footer].join('\n\n')}\n`
}

/** Lines after the first are indented: none looks like one of ours. */
function quotationText({ quoted }: Quotation): string {
  return quoted.join('\n  ')
}
