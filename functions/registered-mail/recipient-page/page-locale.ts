import * as v from 'valibot'
import { optionalLocaleTag } from '../../../shared/http/values.ts'
import { type ReaderLocale, readerLocaleOf } from '../../../shared/platform/locale.ts'

/** The language that the reader chose on the page. */
export const pageQuery = v.object({ locale: optionalLocaleTag })

/** The language chosen on the page, else the one that the sender chose for the recipient, else the first of the browser's that we have. */
export function pageLocale(
  { locale }: { readonly locale?: string | undefined },
  headers: Readonly<Record<string, string | undefined>>,
  recipientLocale: string | null = null,
): ReaderLocale {
  if (locale !== undefined) return readerLocaleOf(locale)
  const tags = (headers['accept-language'] ?? '').split(',').map((tag) => tag.split(';')[0]?.trim() ?? '')
  return readerLocaleOf(...(recipientLocale === null ? [] : [recipientLocale]), ...tags)
}

/** Where the browser reads the page of a link again, in the language in which it was read. */
export function pageAddress(path: string, { locale }: { readonly locale?: string | undefined }): string {
  const last = path.split('/').at(-1) ?? ''
  return locale === undefined ? last : `${last}?locale=${readerLocaleOf(locale)}`
}
