import { isVisible, withoutDirections } from '../../../shared/platform/visible-text.ts'

/** Of UTF-8, as file systems take them. */
const mostBytes = 255
const extension = '.pdf'

/**
 * The name under which a PDF is delivered: it says what the file is, whatever its sender called it. No characters of control or
 * direction, no folder, and `.pdf` at the end.
 */
export function pdfFileName(given: string): string {
  const plain = withoutDirections(given.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim()
  const stem = /\.pdf$/i.test(plain) ? plain.slice(0, -extension.length) : plain
  const kept = namePart(stem, mostBytes - extension.length).trimEnd()
  return `${isVisible(kept) ? kept : 'file'}${extension}`
}

/** The beginning of a text, in whole characters, that file systems take as a part of a name. */
export function namePart(text: string, most = 100): string {
  let part = ''
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    if (Buffer.byteLength(part + segment) > most) break
    part += segment
  }
  return part
}
