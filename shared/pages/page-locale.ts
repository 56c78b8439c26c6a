import * as v from 'valibot'
import { optionalLocaleTag } from '../http/values.ts'
import { type Html, html } from '../platform/html.ts'
import { languageNames, type ReaderLocale, readerLocaleOf, readerLocales } from '../platform/locale.ts'

/** The language that the reader chose on the page. */
export const pageQuery = v.object({ locale: optionalLocaleTag })

/** The language chosen on the page, else the one that the sender chose for the reader, else the first of the browser's that we have. */
export function pageLocale(
  { locale }: { readonly locale?: string | undefined },
  headers: Readonly<Record<string, string | undefined>>,
  localeOfReader: string | null = null,
): ReaderLocale {
  if (locale !== undefined) return readerLocaleOf(locale)
  const tags = (headers['accept-language'] ?? '').split(',').map((tag) => tag.split(';')[0]?.trim() ?? '')
  return readerLocaleOf(...(localeOfReader === null ? [] : [localeOfReader]), ...tags)
}

/** Where the browser reads the page of a link again, in the language in which it was read. */
export function pageAddress(path: string, { locale }: { readonly locale?: string | undefined }): string {
  const last = path.split('/').at(-1) ?? ''
  return locale === undefined ? last : `${last}?locale=${readerLocaleOf(locale)}`
}

/** Links to the same page in every language, behind the name of the language that is shown. `label` is the word for language. */
export function languageSwitch(shown: ReaderLocale, label: string): Html {
  const others = readerLocales.filter((locale) => locale !== shown)
  const links = others.map(
    (locale) =>
      html`<li><a href="?locale=${locale}" lang="${locale}" hreflang="${locale}">${languageNames[locale]}</a></li>\n`,
  )
  return html`<details class="languages">
<summary><span class="hidden">${label}: </span>${languageNames[shown]}</summary>
<ul>
${links}</ul>
</details>`
}
