import type { Letter } from './letter.ts'

/** A checked letter as plain text: a block for each part, and the address on a line of its own. */
export function letterText({ brand, heading, paragraphs, button, smallPrint }: Letter): string {
  const blocks = [heading, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : [])]
  const footer = ['-- ', brand, ...smallPrint].join('\n')
  return `${[...blocks, footer].join('\n\n')}\n`
}
