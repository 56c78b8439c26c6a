import { folded } from '../../../shared/platform/folded-text.ts'
import type { Shown } from '../model/members/member-view.ts'

/** What a search asks for, word by word. */
export function wordsIn(q: string): string[] {
  return folded(q).split(/\s+/).filter(Boolean)
}

/** Whether each word that is asked for begins one of somebody's first name, last name or e-mail. */
export function matchesWords({ firstName, lastName, email }: Shown, words: readonly string[]): boolean {
  const text = folded([firstName, lastName, email].filter((part) => part !== null).join(' '))
  return words.every((word) => beginsWord(text, word))
}

const letterOrDigit = /[\p{L}\p{N}]/u

/** Words begin where a letter or a digit follows something else: `Jean-Marie` and `jean.marie@…` have two. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1)
    if (before === undefined || !letterOrDigit.test(before)) return true
  }
  return false
}
