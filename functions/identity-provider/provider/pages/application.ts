import { type Html, html } from '../../../../shared/platform/html.ts'
import type { Locale } from '../../../../shared/platform/locale.ts'
import { messages } from './messages.ts'

/** The application as people are shown it. */
export interface ShownApplication {
  readonly name: string
  readonly publisher: string | null
  readonly logoUrl: string | null
}

interface ApplicationFacts {
  readonly locale: Locale
  readonly application: ShownApplication
  /** Where the application gets its answer. */
  readonly leadsTo: string
}

/** Who asks: the application with its logo, its publisher, and the host to which people are led afterwards. */
export function applicationBlock({ locale, application, leadsTo }: ApplicationFacts, line: string): Html {
  const { publisher, logoUrl } = application
  const { consent } = messages[locale]
  const host = URL.parse(leadsTo)?.host ?? null
  return html`<div class="application">
${logoUrl && html`<img src="${logoUrl}" alt="">`}
<div>
<p>${line}</p>
${publisher && html`<p class="quiet">${consent.publisher(publisher)}</p>`}
${host && html`<p class="quiet">${consent.host(host)}</p>`}
</div>
</div>`
}
