import { type AllowedSources, contentSecurityPolicy, inlineSource } from '../http/content-security-policy.ts'
import { type Html, html, verbatim } from '../platform/html.ts'
import type { ReaderLocale } from '../platform/locale.ts'
import { type Brand, serviceName } from './brand.ts'
import { footerMessages } from './footer-messages.ts'
import { pageStyle } from './page-style.ts'

/** A page of ours that is there without a script. */
export interface ServerPage {
  readonly locale: ReaderLocale
  readonly title: string
  /** Where the service is, for fonts. */
  readonly baseUrl: string
  /** Who speaks: at the top, in the accent, and at the foot. */
  readonly brand: Brand
  readonly main: Html
  /** A link to the same page in another language. */
  readonly otherLanguage?: Html | null
  /** Shown on pages of test organizations. */
  readonly testBanner?: string | null
  /** Short pages of forms are narrower than those one reads. */
  readonly isNarrow?: boolean
  /** `no-referrer` hides the origin of a form even from its own site; pages whose forms are checked by it say `same-origin`. */
  readonly referrer?: 'no-referrer' | 'same-origin'
  /** The address of a script that adds to it; `sources` has to allow it. */
  readonly script?: string | null
  /** What it may load or lead to besides. */
  readonly sources?: AllowedSources
}

/** The markup and the policy that goes with it: nothing but its own styles, our fonts and our logos. */
export function serverPage(page: ServerPage): { readonly markup: string; readonly contentSecurityPolicy: string } {
  const { locale, title, baseUrl, brand, main, otherLanguage, testBanner, referrer = 'no-referrer' } = page
  const style = pageStyle('style', baseUrl)
  const accent = accentStyle(brand)
  const { markup } = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="${referrer}">
<meta name="format-detection" content="telephone=no">
<title>${brand.name === serviceName ? `${title} – ${serviceName}` : `${title} – ${brand.name} – ${serviceName}`}</title>
<link rel="icon" href="data:,">
<style>${verbatim(style)}</style>
${accent && html`<style>${verbatim(accent)}</style>`}
${page.script ? html`<script type="module" src="${page.script}"></script>` : null}
</head>
<body>
<header class="page-header">
<p class="brand">${brand.logoUrl && html`<img class="logo" src="${brand.logoUrl}" alt="">`}<span>${brand.name}</span></p>
${otherLanguage ?? null}
${testBanner ? html`<p class="test-banner">${testBanner}</p>` : null}
</header>
<main${page.isNarrow ? html` class="narrow"` : null}>
${main}
</main>
${footer(locale, brand)}
</body>
</html>
`
  return { markup, contentSecurityPolicy: policyOf(page, [style, ...(accent ? [accent] : [])]) }
}

function policyOf({ sources = {} }: ServerPage, styles: readonly string[]): string {
  const { 'img-src': images = [], ...others } = sources
  return contentSecurityPolicy({
    'style-src': styles.map(inlineSource),
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...images],
    ...others,
  })
}

/** The organization's colour for both themes. Colours were checked when they were stored, and again where contrast is enforced. */
function accentStyle({ accent }: Brand): string | null {
  if (!accent) return null
  const { light, lightText, dark, darkText } = accent
  return `:root{--brand-light:${light};--brand-light-text:${lightText};--brand-dark:${dark};--brand-dark-text:${darkText}}`
}

function footer(locale: ReaderLocale, brand: Brand): Html {
  const says = footerMessages[locale]
  const { contactEmail, contactPhone, legalName, legalAddress, privacyNoticeUrl } = brand
  const contacts = [
    contactEmail && html`<a href="mailto:${contactEmail}">${contactEmail}</a>`,
    contactPhone && html`<a href="tel:${contactPhone.replace(/[^\d+]/g, '')}">${contactPhone}</a>`,
  ].filter((contact) => contact !== null && contact !== '')
  return html`<footer class="page-footer">
${contacts.length > 0 && html`<p>${says.contact(brand.name)} ${contacts.map((contact, index) => html`${index > 0 && ', '}${contact}`)}</p>`}
${(legalName || legalAddress) && html`<address>${[legalName, ...(legalAddress ?? '').split('\n')].filter(Boolean).join(', ')}</address>`}
<p>${privacyNoticeUrl && html`<a href="${privacyNoticeUrl}" rel="noreferrer">${says.privacy}</a> · `}${says.service}</p>
</footer>`
}
