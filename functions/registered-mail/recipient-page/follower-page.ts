import type { Brand } from '../../../shared/pages/brand.ts'
import { type Html, html } from '../../../shared/platform/html.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import { nameOf } from '../model/people.ts'
import { type FollowerGrant, followedProofs } from './follower-grant.ts'
import { htmlPage } from './page-layout.ts'
import type { PageTexts } from './texts/en.ts'
import { pageTexts } from './texts/page-texts.ts'

interface Shown {
  readonly grant: FollowerGrant | null
  readonly token: string
  readonly locale: ReaderLocale
  readonly baseUrl: string
  /** The sender's; null: the link leads nowhere. */
  readonly brand: Brand | null
}

/** The page of a follower: the proofs of one item. */
export function followerPage({ grant, token, locale, baseUrl, brand }: Shown) {
  const says = pageTexts[locale].follower
  return htmlPage(200, {
    locale,
    baseUrl,
    title: says.title,
    brand,
    testBanner: grant && !grant.mail.livemode ? says.testBanner : null,
    main: grant ? mainOf(grant, token, says) : html`<h1>${says.goneHeading}</h1>\n<p>${says.gone}</p>`,
  })
}

function mainOf(grant: FollowerGrant, token: string, says: PageTexts['follower']): Html {
  const { mail, item } = grant
  const lines = followedProofs(grant).map(({ kind, sha256 }) => {
    const facts = html`<br><span class="quiet">SHA-256 ${sha256}</span>`
    return html`<li><a href="${token}/${kind}" download>${says.kinds[kind]}</a>${facts}</li>\n`
  })
  return html`<h1>${says.title}</h1>
<dl>
${mail.sender && html`<dt>${says.sender}</dt>\n<dd>${nameOf(mail.sender)}</dd>`}
<dt>${says.recipient}</dt>
<dd>${nameOf(item)}</dd>
<dt>${says.subject}</dt>
<dd>${mail.subject ?? ''}</dd>
<dt>${says.number}</dt>
<dd>${item.id}</dd>
</dl>
<h2>${says.proofs}</h2>
${lines.length === 0 ? html`<p>${says.none}</p>` : html`<ul class="files">\n${lines}</ul>`}`
}
