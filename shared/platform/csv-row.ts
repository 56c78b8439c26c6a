/** A row of a CSV file (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

/** Semicolons and tabs are quoted too, so that a spreadsheet that splits at them does not split a cell. */
function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Spreadsheets for East Asia begin a formula at the full-width signs too. */
const formulaStart = /^[=+\-@＝＋－＠\t\r]/
const unquoted = (text: string) => text.replace(/^'+/, '')

/**
 * A text that no spreadsheet reads as a formula. A text that looks disarmed already gets another apostrophe, so that reading it
 * again gives the same text.
 */
export function disarmed(text: string): string {
  return formulaStart.test(unquoted(text)) ? `'${text}` : text
}

/** The text before it was disarmed. */
export function rearmed(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(unquoted(cell)) ? cell.slice(1) : cell
}
