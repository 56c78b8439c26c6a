import { printable } from './typesetting.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first letter of each part of a name: `Jean-Paul Émile Dupont` gives `JPÉD`. A letter keeps its marks. */
export function initialsOf(name: string): string {
  const line = printable(name)
  const words = line.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’]|\u200c|\u200d)*/gu) ?? [line]
  return words.map((word) => firstGrapheme(word).toLocaleUpperCase('und')).join('')
}

function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text)) return segment
  return ''
}
