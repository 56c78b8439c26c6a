import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { type Brand, plainBrand } from '../../../shared/pages/brand.ts'
import { languageSwitch } from '../../../shared/pages/page-locale.ts'
import { serverPage } from '../../../shared/pages/server-page.ts'
import type { Html } from '../../../shared/platform/html.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import { pageTexts } from './texts/page-texts.ts'

/** The page runs nothing, and its forms come back to where it stands. */
const pageHeaders: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
}

/** A page of ours. */
export interface PageContent {
  readonly locale: ReaderLocale
  readonly baseUrl: string
  readonly title: string
  /** Null: the service speaks for itself. */
  readonly brand: Brand | null
  /** Null on pages of live organizations. */
  readonly testBanner: string | null
  readonly main: Html
}

/** Under `no-referrer`, the policy of the headers, a browser hides the origin of a form even from the form's own site. */
export function htmlPage<const Status extends number>(status: Status, content: PageContent): Reply<Status, BinaryBody> {
  const { locale, brand } = content
  const { markup, contentSecurityPolicy } = serverPage({
    ...content,
    brand: brand ?? plainBrand(),
    otherLanguage: languageSwitch(locale, pageTexts[locale].language),
    referrer: 'same-origin',
    sources: { 'form-action': ["'self'"] },
  })
  const headers = { ...pageHeaders, 'Content-Security-Policy': contentSecurityPolicy }
  return reply(status, { stream: markup, contentType: 'text/html; charset=utf-8' }, headers)
}

/** The answer to a form that was taken: the browser asks for the page anew, so that reloading sends nothing again. */
export function backToPage(location: string): Reply<303, null> {
  return reply(303, null, { Location: location, 'Cache-Control': 'no-store' })
}
