import { plainBrand } from '../../../shared/pages/brand.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn } from '../../../shared/pages/stored-brand.ts'
import { colourOf } from '../../../shared/pdf/document-brand.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { logoKey, logos } from '../../../shared/store/logos.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import type { RequestRecord } from '../model/request.ts'
import type { EvidenceIssuer } from './evidence/view.ts'

/** Whose request it is. */
export interface Issuer {
  /** The name of the organization; its id where it is gone. */
  readonly organization: string
  readonly issuer: EvidenceIssuer
}

/** The organization of a request, and how it shows itself. */
export async function issuerOf(table: Table, record: RequestRecord): Promise<Issuer> {
  const [node, ...settings] = await Promise.all(
    [nodeKey(record.orgId), ...brandKeys(record)].map((key) => getItem(table, key)),
  )
  const organization = node ? fromItem(nodes, node).name : record.orgId
  const chosen = settings.filter((item) => item !== null && item !== undefined)
  // Without an address in front, a logo has its name alone.
  const brand = node ? brandIn([node, ...chosen], record, { organization, logos: '' }) : plainBrand(organization)
  const { name, accent, logoUrl, legalName, legalAddress, contactEmail, contactPhone } = brand
  return {
    organization,
    issuer: {
      brand: { name, accent: accent && colourOf(accent.light), logo: logoUrl ? await logoOf(table, logoUrl) : null },
      legalName,
      legalAddress,
      contact: [contactEmail, contactPhone].filter(Boolean).join(', ') || null,
    },
  }
}

async function logoOf(table: Table, name: string): Promise<Uint8Array | null> {
  const item = await getItem(table, logoKey(name))
  return item ? Buffer.from(fromItem(logos, item).png, 'base64') : null
}
