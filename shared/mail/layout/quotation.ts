/** What somebody else wrote, with the quotation marks of the e-mail's language around the whole. */
export interface Quotation {
  readonly quoted: readonly string[]
}

export type QuotationMarks = readonly [opening: string, closing: string]

/** Marks within the text become plain ones: nobody can end the quotation and go on in our name. */
export function quotation([opening, closing]: QuotationMarks, lines: readonly string[]): Quotation {
  const text = lines.map((line) => line.replaceAll(/[«»“”„‟]/g, '"'))
  const last = text.length - 1
  return { quoted: text.map((line, index) => `${index === 0 ? opening : ''}${line}${index === last ? closing : ''}`) }
}
