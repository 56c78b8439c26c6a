/** A letter of plain paragraphs as it was written by hand; null: it has more than these, which a form of plain text would lose. */
export function plainTextOf(html: string): string | null {
  const tags = html.match(/<[^>]*>/g) ?? []
  if (tags.some((tag) => !/^<(\/?p|br\s*\/?)>$/.test(tag))) return null
  const text = html
    .replaceAll(/<br\s*\/?>/g, '\n')
    .replaceAll(/<\/p>\s*<p>/g, '\n\n')
    .replaceAll(/<\/?p>/g, '')
  return new DOMParser().parseFromString(text.replaceAll('\n', '&#10;'), 'text/html').documentElement.textContent
}
