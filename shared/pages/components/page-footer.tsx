import type { ReaderLocale } from '../../platform/locale.ts'
import type { Brand } from '../brand.ts'
import { footerMessages } from '../footer-messages.ts'

/** How to reach who speaks to the reader, who they are in law, and whose service it is. */
export function PageFooter({ brand, locale }: { brand: Brand; locale: ReaderLocale }) {
  const says = footerMessages[locale]
  const { name, contactEmail, contactPhone, legalName, legalAddress, privacyNoticeUrl } = brand
  const legal = [legalName, ...(legalAddress ?? '').split('\n')].filter(Boolean).join(', ')
  return (
    <footer class="page-footer">
      {(contactEmail || contactPhone) && (
        <p>
          {says.contact(name)} {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
          {contactEmail && contactPhone && ', '}
          {contactPhone && <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>{contactPhone}</a>}
        </p>
      )}
      {legal && <p>{legal}</p>}
      <p>
        {privacyNoticeUrl && (
          <>
            <a href={privacyNoticeUrl} target="_blank" rel="noreferrer">
              {says.privacy}
            </a>
            {' · '}
          </>
        )}
        {says.service}
      </p>
    </footer>
  )
}
