/** The font files that text is drawn with, by their names: each is a file of an npm package, under the SIL Open Font License. */
export const fontFiles = {
  'Caveat_600SemiBold.ttf': '@expo-google-fonts/caveat/600SemiBold/Caveat_600SemiBold.ttf',
  'NotoSans_400Regular.ttf': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'NotoSans_600SemiBold.ttf': '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'NotoEmoji_400Regular.ttf': '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  'NotoSansArabic_400Regular.ttf': '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'NotoSansArmenian_400Regular.ttf': '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  'NotoSansBengali_400Regular.ttf': '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  'NotoSansCanadianAboriginal_400Regular.ttf':
    '@expo-google-fonts/noto-sans-canadian-aboriginal/400Regular/NotoSansCanadianAboriginal_400Regular.ttf',
  'NotoSansDevanagari_400Regular.ttf':
    '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'NotoSansEthiopic_400Regular.ttf': '@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf',
  'NotoSansGeorgian_400Regular.ttf': '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  'NotoSansGujarati_400Regular.ttf': '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  'NotoSansGurmukhi_400Regular.ttf': '@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  'NotoSansHebrew_400Regular.ttf': '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'NotoSansJP_400Regular.ttf': '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  'NotoSansKannada_400Regular.ttf': '@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf',
  'NotoSansKhmer_400Regular.ttf': '@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf',
  'NotoSansKR_400Regular.ttf': '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  'NotoSansLao_400Regular.ttf': '@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf',
  'NotoSansMalayalam_400Regular.ttf':
    '@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf',
  'NotoSansMath_400Regular.ttf': '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf',
  'NotoSansMyanmar_400Regular.ttf': '@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf',
  'NotoSansOriya_400Regular.ttf': '@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf',
  'NotoSansSC_400Regular.ttf': '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'NotoSansSinhala_400Regular.ttf': '@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf',
  'NotoSansSymbols_400Regular.ttf': '@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf',
  'NotoSansSymbols2_400Regular.ttf':
    '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  'NotoSansTamil_400Regular.ttf': '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  'NotoSansTC_400Regular.ttf': '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
  'NotoSansTelugu_400Regular.ttf': '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  'NotoSansThaana_400Regular.ttf': '@expo-google-fonts/noto-sans-thaana/400Regular/NotoSansThaana_400Regular.ttf',
  'NotoSansThai_400Regular.ttf': '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'NotoSansTifinagh_400Regular.ttf': '@expo-google-fonts/noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf',
  'NotoSerifTibetan_400Regular.ttf': '@expo-google-fonts/noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf',
} as const

export type FontFile = keyof typeof fontFiles
