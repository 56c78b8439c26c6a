import type { Brand } from '../../pages/brand.ts'
import { footerMessages } from '../../pages/footer-messages.ts'
import type { ReaderLocale } from '../../platform/locale.ts'

/** How to reach the sender of an e-mail, who they are in law, and their privacy notice: a line each. */
export function footerLines(locale: ReaderLocale, brand: Brand): string[] {
  const says = footerMessages[locale]
  const { name, contactEmail, contactPhone, legalName, legalAddress, privacyNoticeUrl } = brand
  const contact = [contactEmail, contactPhone].filter(Boolean).join(', ')
  const legal = [legalName, legalAddress].filter(Boolean).join(', ')
  return [
    ...(contact ? [`${says.contact(name)} ${contact}`] : []),
    ...(legal ? [legal] : []),
    ...(privacyNoticeUrl ? [says.privacyAt(privacyNoticeUrl)] : []),
  ]
}
