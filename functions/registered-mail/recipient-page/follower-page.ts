import type { Brand } from '../../../shared/pages/brand.ts'
import { type Html, html } from '../../../shared/platform/html.ts'
import type { Locale, Translated } from '../../../shared/platform/locale.ts'
import type { ProofKind } from '../model/item.ts'
import { nameOf } from '../model/people.ts'
import { type FollowerGrant, followedProofs } from './follower-grant.ts'
import { htmlPage } from './page-layout.ts'

interface Texts {
  readonly title: string
  readonly otherLanguage: string
  readonly testBanner: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly number: string
  readonly proofs: string
  readonly kinds: Readonly<Record<ProofKind, string>>
  readonly none: string
  readonly goneHeading: string
  readonly gone: string
}

const texts: Translated<Texts> = {
  en: {
    title: 'Proofs of a registered mail',
    otherLanguage: 'Français',
    testBanner: 'Test: this mail has no legal value.',
    sender: 'Sender',
    recipient: 'Recipient',
    subject: 'Subject',
    number: 'Number',
    proofs: 'Sealed proofs (PDF)',
    kinds: {
      deposit: 'Deposit',
      content: 'Content',
      delivery: 'Delivery',
      refusal: 'Refusal',
      negligence: 'Not claimed',
      bounce: 'Undeliverable',
    },
    none: 'There is no proof yet.',
    goneHeading: 'This link cannot be used',
    gone: 'It is incomplete, or the mail was deleted.',
  },
  fr: {
    title: 'Preuves d’un envoi recommandé',
    otherLanguage: 'English',
    testBanner: 'Test : cet envoi n’a aucune valeur juridique.',
    sender: 'Expéditeur',
    recipient: 'Destinataire',
    subject: 'Objet',
    number: 'Numéro',
    proofs: 'Preuves scellées (PDF)',
    kinds: {
      deposit: 'Dépôt',
      content: 'Contenu',
      delivery: 'Remise',
      refusal: 'Refus',
      negligence: 'Non-réclamation',
      bounce: 'Non distribuable',
    },
    none: 'Il n’y a pas encore de preuve.',
    goneHeading: 'Ce lien ne peut pas être utilisé',
    gone: 'Il est incomplet, ou l’envoi a été supprimé.',
  },
}

interface Shown {
  readonly grant: FollowerGrant | null
  readonly token: string
  readonly locale: Locale
  readonly baseUrl: string
  /** The sender's; null: the link leads nowhere. */
  readonly brand: Brand | null
}

/** The page of a follower: the proofs of one item. */
export function followerPage({ grant, token, locale, baseUrl, brand }: Shown) {
  const says = texts[locale]
  return htmlPage(200, {
    locale,
    baseUrl,
    title: says.title,
    brand,
    otherLanguage: says.otherLanguage,
    testBanner: grant && !grant.mail.livemode ? says.testBanner : null,
    main: grant ? mainOf(grant, token, says) : html`<h1>${says.goneHeading}</h1>\n<p>${says.gone}</p>`,
  })
}

function mainOf(grant: FollowerGrant, token: string, says: Texts): Html {
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
