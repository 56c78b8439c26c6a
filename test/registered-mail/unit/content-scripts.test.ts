import { expect, it } from 'vitest'
import { contentScripts } from '../../../functions/registered-mail/content/content-scripts.ts'
import { undrawable } from '../../../shared/pdf/typography/drawable.ts'

/** The first letters of a script. */
function lettersOf(script: string, count: number): string {
  const isOfScript = new RegExp(`\\p{sc=${script}}`, 'u')
  let letters = ''
  for (let codePoint = 0x41; letters.length < count && codePoint < 0xffff; codePoint += 1) {
    const letter = String.fromCodePoint(codePoint)
    if (isOfScript.test(letter) && /\p{L}/u.test(letter)) letters += letter
  }
  return letters
}

it.each(contentScripts)('letters of the script %s have a font', (script) => {
  const letters = lettersOf(script, 20)
  expect(letters).toHaveLength(20)
  // A font may lack a rare letter of its script.
  expect(undrawable(letters).length).toBeLessThanOrEqual(3)
})

it('scripts without a font are not named', () => {
  for (const script of ['Mong', 'Cher', 'Syrc']) {
    expect(undrawable(lettersOf(script, 20))).toHaveLength(20)
    expect(contentScripts).not.toContain(script)
  }
})
