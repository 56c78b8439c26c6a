import { readFile } from 'node:fs/promises'
import { Blob, Face } from 'harfbuzzjs'
import { describe, expect, it } from 'vitest'
import { copyUrl } from '../../../../../shared/pdf/bundled-files.ts'
import { namedCharacters, packed, undrawable } from '../../../../../shared/pdf/typography/drawable.ts'
import { allFonts } from '../../../../../shared/pdf/typography/font-choice.ts'
import { loadTypesetter } from '../../../../../shared/pdf/typography/typesetter.ts'
import { namesOfTheWorld } from '../../../../support/documents/names.ts'

describe('the list of characters that fonts have', () => {
  it('is what the fonts say', async () => {
    const all = new Set<number>()
    for (const file of allFonts)
      for (const codePoint of new Face(new Blob(await readFile(copyUrl(file)))).collectUnicodes()) all.add(codePoint)
    const source = `/** The characters that the fonts of text have, as \`packed\` writes them. Made of the fonts: \`npm test -- --update=all test/shared/unit/pdf/typography/drawable.test.ts\`. */\nexport const coveredRanges =\n  '${packed(all)}'\n`
    await expect(source).toMatchFileSnapshot('../../../../../shared/pdf/typography/covered-ranges.ts')
  })

  it('has every letter of the names of the world', () => {
    expect(undrawable(...namesOfTheWorld.map(({ name }) => name))).toEqual([])
    expect(undrawable('a\u00a0b\u3000c\u200d\u200c\ufe0f\t\n')).toEqual([])
  })

  it('lacks characters that nobody drew, and those of private use', async () => {
    const strange = ['\u{12000}', '\u{10ffff}', '\ue000', '\ud800']
    expect(undrawable(`Ada ${strange.join(' ')} 王`, strange.join(''))).toEqual(strange)
    expect((await loadTypesetter()).missing(strange.slice(0, 3).join(' '))).toEqual(strange.slice(0, 3))
    expect(namedCharacters(strange)).toBe('\u{12000} (U+12000), \u{10ffff} (U+10FFFF), \ue000 (U+E000), U+D800')
  })
})
