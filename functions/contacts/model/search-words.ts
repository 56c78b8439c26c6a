import { folded } from '../../../shared/platform/folded-text.ts'

/** Letters that Unicode does not decompose, as people type them without them. */
const ligatures: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

/** A text without case, accents and ligatures. */
export function searched(text: string): string {
  return folded(text.normalize('NFKC')).replace(/[œæßøłđðþıς]/g, (letter) => ligatures[letter] ?? letter)
}

/** The normalized words of a text: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return searched(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
