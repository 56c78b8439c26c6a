import { formSecretOf } from '../../../shared/http/own-form.ts'
import { logosAt } from '../../../shared/pages/stored-brand.ts'
import type { CodeObstacle } from '../../../shared/personal-links/code-proof.ts'
import { type Html, html } from '../../../shared/platform/html.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import { codeForm } from './code-form.ts'
import type { OwnerGrant } from './owner-grant.ts'
import { htmlPage } from './page-layout.ts'
import type { PageTexts } from './texts/en.ts'
import { pageTexts } from './texts/page-texts.ts'

interface Shown {
  readonly grant: OwnerGrant | null
  readonly token: string
  readonly locale: ReaderLocale
  readonly baseUrl: string
  readonly obstacle: CodeObstacle | null
  readonly nowMs: number
}

/** The page on which the owner of a sender account confirms it. */
export function ownerPage<const Status extends number>(status: Status, shown: Shown) {
  const { grant, locale, baseUrl } = shown
  const says = pageTexts[locale].owner
  return htmlPage(status, {
    locale,
    baseUrl,
    title: says.title,
    brand: grant?.brandAt(logosAt(baseUrl)) ?? null,
    testBanner: grant && !grant.account.livemode ? says.testBanner : null,
    main: grant ? mainOf(grant, shown, says) : html`<h1>${says.goneHeading}</h1>\n<p>${says.gone}</p>`,
  })
}

function mainOf(
  { account, verification, codesOfRecipient, organization }: OwnerGrant,
  shown: Shown,
  says: PageTexts['owner'],
): Html {
  if (account.status === 'verified')
    return html`<h1>${says.verifiedHeading}</h1>\n<p>${says.verified(organization.name)}</p>`
  const { token, locale, obstacle, nowMs } = shown
  const secret = formSecretOf('sender account', token)
  const { code } = verification
  const name = [account.firstName, account.lastName].join(' ')
  return html`<h1>${says.heading}</h1>
<p>${says.intro(organization.name)}</p>
<dl>
<dt>${says.sender}</dt>
<dd>${account.company === null ? name : `${account.company} (${name})`}</dd>
<dt>${says.email}</dt>
<dd>${account.email}</dd>
</dl>
<p>${says.notYou}</p>
${codeForm(locale, { code, codesOfRecipient, email: account.email, secret, obstacle, nowMs })}`
}
