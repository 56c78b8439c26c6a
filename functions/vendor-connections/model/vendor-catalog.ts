/** A credential that a vendor needs. */
interface CredentialField {
  readonly name: string
  readonly required: boolean
  readonly secret: boolean
}

export interface CatalogVendor {
  readonly key: string
  readonly name: string
  readonly kind: 'signature' | 'registered_mail'
  /** Whether it can be told an address for webhooks. */
  readonly hasWebhooks: boolean
  readonly fields: readonly CredentialField[]
}

/** The outside vendors that organizations can connect. */
export const vendorCatalog: readonly CatalogVendor[] = [
  {
    key: 'yousign',
    name: 'Yousign',
    kind: 'signature',
    hasWebhooks: true,
    fields: [
      { name: 'apiKey', required: true, secret: true },
      { name: 'webhookSecret', required: true, secret: true },
    ],
  },
  {
    key: 'csc',
    name: 'Cloud Signature Consortium',
    kind: 'signature',
    hasWebhooks: false,
    fields: [
      { name: 'baseUrl', required: true, secret: false },
      { name: 'clientId', required: true, secret: false },
      { name: 'clientSecret', required: true, secret: true },
    ],
  },
  {
    key: 'ar24',
    name: 'AR24',
    kind: 'registered_mail',
    hasWebhooks: true,
    fields: [
      { name: 'token', required: true, secret: true },
      { name: 'privateKey', required: true, secret: true },
      { name: 'paymentSlug', required: false, secret: false },
    ],
  },
]

export function catalogVendor(key: string): CatalogVendor | null {
  return vendorCatalog.find((vendor) => vendor.key === key) ?? null
}
