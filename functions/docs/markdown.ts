import { type Html, html } from '../../shared/platform/html.ts'

/** The Markdown of our descriptions: `##` headings, lists with `-`, paragraphs, **strong** words and `code`. */
export function markdown(text: string): Html[] {
  return text.split(/\n{2,}/).map((block) => {
    if (block.startsWith('## ')) return heading(block.slice(3))
    const lines = block.split('\n')
    if (lines.every((line) => line.startsWith('- '))) {
      return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`
    }
    return html`<p>${inline(block)}</p>`
  })
}

/** A line of text with `code` and **strong** words in it. */
export function inline(text: string): Html[] {
  return text
    .split('**')
    .map((part, index) => (index % 2 === 1 ? html`<strong>${coded(part)}</strong>` : html`${coded(part)}`))
}

function coded(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function heading(text: string): Html {
  return html`<h2 id="${anchorOf(text)}">${text}</h2>`
}

export function anchorOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
