import { type AllowedSources, inlineSource } from '../../../shared/http/content-security-policy.ts'
import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { languageSwitch } from '../../../shared/pages/page-locale.ts'
import { serverPage } from '../../../shared/pages/server-page.ts'
import { type Html, html, verbatim } from '../../../shared/platform/html.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import { checksPerMinute } from './check-limit.ts'
import { verifyMessages } from './messages/catalog.ts'
import { uploadScript } from './upload-script.ts'

const pageHeaders: Readonly<Record<string, string>> = {
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
}

interface Page<Status extends number> {
  readonly status: Status
  readonly locale: ReaderLocale
  readonly baseUrl: string
  readonly title: string
  readonly main: Html
  /** Where files that are too large for the gateway go. */
  readonly uploadsOrigin: string
}

/** A page with the form below what it says. Without a script it takes files up to what the gateway lets through. */
export function verifyPage<const Status extends number>(page: Page<Status>): Reply<Status, BinaryBody> {
  const { status, locale, baseUrl, title, main, uploadsOrigin } = page
  const script = uploadScript
  const sources: AllowedSources = {
    'form-action': ["'self'"],
    'script-src': [inlineSource(script)],
    'connect-src': ["'self'", uploadsOrigin],
  }
  const { markup, contentSecurityPolicy } = serverPage({
    locale,
    baseUrl,
    title,
    brand: plainBrand(),
    otherLanguage: languageSwitch(locale, verifyMessages[locale].language),
    main: html`${main}
${formOf(locale, baseUrl)}
<script>${verbatim(script)}</script>`,
    referrer: 'same-origin',
    sources,
  })
  const headers = { ...pageHeaders, 'Content-Security-Policy': contentSecurityPolicy }
  return reply(status, { stream: markup, contentType: 'text/html; charset=utf-8' }, headers)
}

function formOf(locale: ReaderLocale, baseUrl: string): Html {
  const says = verifyMessages[locale]
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}/verify`
  return html`<form class="card" id="check" method="post" action="${path}?locale=${locale}" enctype="multipart/form-data" data-uploads="${path}/uploads" data-checking="${says.checking}" data-failed="${says.uploadFailed(checksPerMinute())}">
<h2>${says.formHeading}</h2>
<div class="field-group"><label for="file">${says.file}</label>
<input id="file" name="file" type="file" accept="application/pdf,.pdf" required aria-describedby="file-hint"></div>
<p class="quiet" id="file-hint">${says.fileHint}</p>
<noscript><p class="notice">${says.withoutScripts}</p></noscript>
<p class="actions"><button type="submit" class="primary">${says.check}</button></p>
<p id="progress" role="status"></p>
</form>`
}
