import { languageNames, type ReaderLocale, readerLocales } from '../../../../shared/platform/locale.ts'
import { useShown } from './context.ts'
import { spokenLocale } from './messages.ts'

/** Every language of the page, each by its own name. */
export function LanguageSwitch() {
  const { signing, view, texts } = useShown()
  const choose = (value: string) => {
    const locale = readerLocales.find((each) => each === value)
    if (locale) void signing.chooseLocale(locale)
  }
  return (
    <select
      class="language"
      autocomplete="off"
      aria-label={texts.language}
      value={spokenLocale(view.locale)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {readerLocales.map((locale: ReaderLocale) => (
        <option key={locale} value={locale} lang={locale}>
          {languageNames[locale]}
        </option>
      ))}
    </select>
  )
}
