import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { type Brand, plainBrand } from '../../../shared/pages/brand.ts'
import { serverPage } from '../../../shared/pages/server-page.ts'
import { type Html, html } from '../../../shared/platform/html.ts'
import { languageNames, type ReaderLocale, readerLocales } from '../../../shared/platform/locale.ts'
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
    otherLanguage: languageSwitch(locale),
    referrer: 'same-origin',
    sources: { 'form-action': ["'self'"] },
  })
  const headers = { ...pageHeaders, 'Content-Security-Policy': contentSecurityPolicy }
  return reply(status, { stream: markup, contentType: 'text/html; charset=utf-8' }, headers)
}

/** Links to the same page in every language, behind the name of the language that is shown. */
function languageSwitch(shown: ReaderLocale): Html {
  const others = readerLocales.filter((locale) => locale !== shown)
  const links = others.map(
    (locale) =>
      html`<li><a href="?locale=${locale}" lang="${locale}" hreflang="${locale}">${languageNames[locale]}</a></li>\n`,
  )
  return html`<details class="languages">
<summary><span class="hidden">${pageTexts[shown].language}: </span>${languageNames[shown]}</summary>
<ul>
${links}</ul>
</details>`
}

/** The answer to a form that was taken: the browser asks for the page anew, so that reloading sends nothing again. */
export function backToPage(location: string): Reply<303, null> {
  return reply(303, null, { Location: location, 'Cache-Control': 'no-store' })
}
