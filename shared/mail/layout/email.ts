import type { Locale } from '../../platform/locale.ts'
import { headerLine } from '../address.ts'

/** What a mail says, in one language. All of it is plain text: nothing in it becomes markup or another line. */
export interface Email {
  readonly locale: Locale
  /** Whose mail it is, above everything: the name that the recipient knows. */
  readonly brand: string
  /** What lists of mail show after the subject. */
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly smallPrint: readonly string[]
}

/** The e-mail with each of its texts as one line, and with an address that mail may lead to. */
export function checkedEmail({ button, ...email }: Email): Email {
  return {
    locale: email.locale,
    brand: headerLine(email.brand),
    preheader: headerLine(email.preheader),
    heading: headerLine(email.heading),
    paragraphs: email.paragraphs.map(headerLine),
    ...(button && { button: { label: headerLine(button.label), url: checkedUrl(button.url) } }),
    smallPrint: email.smallPrint.map(headerLine),
  }
}

/** HTTPS, or this machine. Any other address is a mistake of ours, and the mail is not sent. */
function checkedUrl(text: string): string {
  const url = new URL(text)
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw new Error('a mail leads to HTTPS only')
  return url.href
}
