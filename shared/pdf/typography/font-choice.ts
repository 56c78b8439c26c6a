import type { FontFile } from './font-files.ts'

/** The three faces that text asks for. Letters that a face lacks come from the font of their script, in its one weight. */
export const faceFiles = {
  regular: 'NotoSans_400Regular.ttf',
  semiBold: 'NotoSans_600SemiBold.ttf',
  handwriting: 'Caveat_600SemiBold.ttf',
} as const satisfies Record<string, FontFile>
export type FaceName = keyof typeof faceFiles

/** Fonts of one script. The test covers digits and punctuation that the script shares with others (`scx`). */
const scriptFonts: readonly (readonly [RegExp, FontFile])[] = [
  [/\p{scx=Arab}/u, 'NotoSansArabic_400Regular.ttf'],
  [/\p{scx=Hebr}/u, 'NotoSansHebrew_400Regular.ttf'],
  [/\p{scx=Deva}/u, 'NotoSansDevanagari_400Regular.ttf'],
  [/\p{scx=Beng}/u, 'NotoSansBengali_400Regular.ttf'],
  [/\p{scx=Taml}/u, 'NotoSansTamil_400Regular.ttf'],
  [/\p{scx=Telu}/u, 'NotoSansTelugu_400Regular.ttf'],
  [/\p{scx=Knda}/u, 'NotoSansKannada_400Regular.ttf'],
  [/\p{scx=Mlym}/u, 'NotoSansMalayalam_400Regular.ttf'],
  [/\p{scx=Gujr}/u, 'NotoSansGujarati_400Regular.ttf'],
  [/\p{scx=Guru}/u, 'NotoSansGurmukhi_400Regular.ttf'],
  [/\p{scx=Orya}/u, 'NotoSansOriya_400Regular.ttf'],
  [/\p{scx=Sinh}/u, 'NotoSansSinhala_400Regular.ttf'],
  [/\p{scx=Thai}/u, 'NotoSansThai_400Regular.ttf'],
  [/\p{scx=Laoo}/u, 'NotoSansLao_400Regular.ttf'],
  [/\p{scx=Khmr}/u, 'NotoSansKhmer_400Regular.ttf'],
  [/\p{scx=Mymr}/u, 'NotoSansMyanmar_400Regular.ttf'],
  [/\p{scx=Geor}/u, 'NotoSansGeorgian_400Regular.ttf'],
  [/\p{scx=Armn}/u, 'NotoSansArmenian_400Regular.ttf'],
  [/\p{scx=Ethi}/u, 'NotoSansEthiopic_400Regular.ttf'],
  [/\p{scx=Thaa}/u, 'NotoSansThaana_400Regular.ttf'],
  [/\p{scx=Tibt}/u, 'NotoSerifTibetan_400Regular.ttf'],
  [/\p{scx=Tfng}/u, 'NotoSansTifinagh_400Regular.ttf'],
  [/\p{scx=Cans}/u, 'NotoSansCanadianAboriginal_400Regular.ttf'],
]

const emoji: FontFile = 'NotoEmoji_400Regular.ttf'
const symbols: readonly FontFile[] = [
  'NotoSansSymbols_400Regular.ttf',
  'NotoSansSymbols2_400Regular.ttf',
  'NotoSansMath_400Regular.ttf',
  emoji,
]

const simplified: FontFile = 'NotoSansSC_400Regular.ttf'
const traditional: FontFile = 'NotoSansTC_400Regular.ttf'
const japanese: FontFile = 'NotoSansJP_400Regular.ttf'
const korean: FontFile = 'NotoSansKR_400Regular.ttf'
const eastAsian = [simplified, traditional, japanese, korean]

/** Every font there is, for a character that its own fonts lack. */
export const allFonts: readonly FontFile[] = [
  faceFiles.regular,
  ...scriptFonts.map(([, file]) => file),
  ...eastAsian,
  ...symbols,
]

const isHangul = /\p{sc=Hang}/u

/** East Asian fonts draw the same character in different forms: the signer's language decides, or else the text. */
function eastAsianFonts(text: string, locale: string): FontFile[] {
  const first = preferredEastAsianFont(text, locale)
  return [first, ...eastAsian.filter((file) => file !== first)]
}

function preferredEastAsianFont(text: string, locale: string): FontFile {
  const ofLanguage = fontsOfWritings[writingOf(locale)]
  if (ofLanguage) return ofLanguage
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return japanese
  if (isHangul.test(text)) return korean
  return /\p{sc=Bopo}/u.test(text) ? traditional : simplified
}

const fontsOfWritings: Readonly<Record<string, FontFile>> = {
  Hans: simplified,
  Hant: traditional,
  Jpan: japanese,
  Kore: korean,
}

/** The script in which a language is written: `Hant` for `zh-TW`. Empty for what is no language tag. */
function writingOf(locale: string): string {
  try {
    return new Intl.Locale(locale).maximize().script ?? ''
  } catch {
    return ''
  }
}

const isEmoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Extended_Pictographic}.*\u200d|\ufe0f/u
const isEastAsian = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\uff00-\uffef]/u

/**
 * The fonts to try for one character as people see it (a grapheme cluster), the best first. `text` is the whole line: it
 * tells Japanese from Chinese where the locale is neither.
 */
export function fontsFor(grapheme: string, face: FaceName, { text, locale }: { text: string; locale: string }) {
  const fonts = new Set<FontFile>()
  if (isEmoji.test(grapheme)) fonts.add(emoji)
  fonts.add(faceFiles[face])
  if (face === 'handwriting') fonts.add(faceFiles.semiBold)
  for (const [script, file] of scriptFonts) if (script.test(grapheme)) fonts.add(file)
  if (isHangul.test(grapheme)) fonts.add(korean)
  if (isEastAsian.test(grapheme)) for (const file of eastAsianFonts(text, locale)) fonts.add(file)
  for (const file of symbols) fonts.add(file)
  for (const file of eastAsianFonts(text, locale)) fonts.add(file)
  return fonts
}
