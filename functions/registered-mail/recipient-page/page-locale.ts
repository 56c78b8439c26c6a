import * as v from 'valibot'
import { optionalLocaleTag } from '../../../shared/http/values.ts'
import { type Locale, localeOf } from '../../../shared/platform/locale.ts'

/** The language that the reader chose on the page. */
export const pageQuery = v.object({ locale: optionalLocaleTag })

/** The chosen language, else the first of the browser's that we have. */
export function pageLocale(
  { locale }: { readonly locale?: string | undefined },
  headers: Readonly<Record<string, string | undefined>>,
): Locale {
  if (locale !== undefined) return localeOf(locale)
  const tags = (headers['accept-language'] ?? '').split(',').map((tag) => tag.split(';')[0]?.trim() ?? '')
  return localeOf(...tags)
}

/** Where the browser reads the page of a link again, in the language in which it was read. */
export function pageAddress(path: string, { locale }: { readonly locale?: string | undefined }): string {
  const last = path.split('/').at(-1) ?? ''
  return locale === undefined ? last : `${last}?locale=${localeOf(locale)}`
}
