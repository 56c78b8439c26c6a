import type { Brand } from '../../pages/brand.ts'
import type { ReaderLocale } from '../../platform/locale.ts'
import { headerLine } from '../address.ts'
import type { Quotation } from './quotation.ts'

/** What a mail says, in one language. All of it is plain text: nothing in it becomes markup, and no line but those of a quotation another line. */
export interface Email {
  readonly locale: ReaderLocale
  /** Whose mail it is: at the top, in the colour, and at the foot. */
  readonly brand: Brand
  /** What lists of mail show after the subject. */
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly (string | Quotation)[]
  /** The paragraph that is a code: it stands alone and large, to be read and copied. */
  readonly code?: string
  readonly button?: { readonly label: string; readonly url: string }
  readonly smallPrint: readonly string[]
}

/** The e-mail with each of its texts as one line, and with an address that mail may lead to. */
export function checkedEmail({ button, ...email }: Email): Email {
  return {
    locale: email.locale,
    brand: checkedBrand(email.brand),
    preheader: headerLine(email.preheader),
    heading: headerLine(email.heading),
    paragraphs: email.paragraphs.map((paragraph) =>
      typeof paragraph === 'string' ? headerLine(paragraph) : { quoted: paragraph.quoted.map(headerLine) },
    ),
    ...(email.code !== undefined && { code: headerLine(email.code) }),
    ...(button && { button: { label: headerLine(button.label), url: checkedUrl(button.url) } }),
    smallPrint: email.smallPrint.map(headerLine),
  }
}

function checkedBrand({ logoUrl, accent, privacyNoticeUrl, ...texts }: Brand): Brand {
  const { name, contactEmail, contactPhone, legalName, legalAddress } = texts
  const line = (text: string | null) => text && headerLine(text)
  return {
    name: headerLine(name),
    logoUrl: logoUrl && checkedUrl(logoUrl),
    accent,
    contactEmail: line(contactEmail),
    contactPhone: line(contactPhone),
    legalName: line(legalName),
    legalAddress: legalAddress && headerLine(legalAddress.split('\n').filter(Boolean).join(', ')),
    privacyNoticeUrl: privacyNoticeUrl && checkedUrl(privacyNoticeUrl),
  }
}

/** HTTPS, or this machine. Any other address is a mistake of ours, and the mail is not sent. */
function checkedUrl(text: string): string {
  const url = new URL(text)
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw new Error('a mail leads to HTTPS only')
  return url.href
}
