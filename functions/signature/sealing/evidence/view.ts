import type { DocumentBrand } from '../../../../shared/pdf/document-brand.ts'
import type { GivenSignature } from '../../../../shared/pdf/given-signature.ts'
import type { ReaderLocale } from '../../../../shared/platform/locale.ts'

/** Who issues evidence: the organization as its branding settings name it. */
export interface EvidenceIssuer {
  readonly brand: DocumentBrand
  readonly legalName: string | null
  readonly legalAddress: string | null
  readonly contact: string | null
}

/** What the pages show besides the evidence itself. */
export interface EvidenceView {
  readonly locale: ReaderLocale
  /** Of the request: local times are in this zone. */
  readonly timeZone: string
  readonly issuer: EvidenceIssuer
  /** What signers gave, by their ids. */
  readonly signatures: ReadonlyMap<string, GivenSignature>
  /** The languages of signers by their ids. */
  readonly signerLocales: ReadonlyMap<string, string>
  /** Where anybody checks the sealed document. */
  readonly check: { readonly id: string; readonly url: string; readonly page: string } | null
}

/** Where nothing was chosen. */
export function plainView(organization: string): EvidenceView {
  return {
    locale: 'en',
    timeZone: 'UTC',
    issuer: {
      brand: { name: organization, accent: null, logo: null },
      legalName: null,
      legalAddress: null,
      contact: null,
    },
    signatures: new Map(),
    signerLocales: new Map(),
    check: null,
  }
}
