import { type Accent, accentOf } from './accent.ts'

/** The name of the service: who speaks where no organization does. */
export const serviceName = 'Sealpost'

/** How an organization shows itself on pages and in e-mails. */
export interface Brand {
  readonly name: string
  /** An address of ours; null: no logo. */
  readonly logoUrl: string | null
  readonly accent: Accent | null
  readonly contactEmail: string | null
  readonly contactPhone: string | null
  readonly legalName: string | null
  readonly legalAddress: string | null
  readonly privacyNoticeUrl: string | null
}

/** What an organization has chosen. Null: nothing. */
export interface ChosenBrand {
  readonly senderName: string | null
  readonly accentColor: string | null
  readonly contactEmail: string | null
  readonly contactPhone: string | null
  readonly legalName: string | null
  readonly legalAddress: string | null
  readonly privacyNoticeUrl: string | null
}

/** The brand of an organization; `logoUrl` is where its logo is served. */
export function brandOf(organization: string, chosen: ChosenBrand, logoUrl: string | null): Brand {
  const { senderName, accentColor, contactEmail, contactPhone, legalName, legalAddress, privacyNoticeUrl } = chosen
  return {
    name: senderName ?? organization,
    logoUrl,
    accent: accentColor === null ? null : accentOf(accentColor),
    contactEmail,
    contactPhone,
    legalName,
    legalAddress,
    privacyNoticeUrl,
  }
}

/** The brand of an organization that has chosen nothing, or of the service itself. */
export function plainBrand(name: string = serviceName): Brand {
  return {
    name,
    logoUrl: null,
    accent: null,
    contactEmail: null,
    contactPhone: null,
    legalName: null,
    legalAddress: null,
    privacyNoticeUrl: null,
  }
}
