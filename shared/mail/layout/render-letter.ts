import { checkedLetter, type Letter } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'

/** A letter in the two forms in which a mail carries it. Throws where its button leads anywhere but to HTTPS. */
export function renderLetter(letter: Letter): { html: string; text: string } {
  const checked = checkedLetter(letter)
  return { html: letterHtml(checked), text: letterText(checked) }
}
