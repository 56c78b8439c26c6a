import { csvRow, disarmed } from '../../../shared/platform/csv-row.ts'
import type { ContactView } from './contact-view.ts'

/** The cells of a contact, by column, in the order of the columns. */
const columns = {
  id: ({ id }) => id,
  entityId: ({ entityId }) => entityId,
  kind: ({ kind }) => kind,
  displayName: ({ displayName }) => displayName,
  civility: ({ civility }) => civility,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  companyName: ({ companyName }) => companyName,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  mobilePhone: ({ mobilePhone }) => mobilePhone,
  'address.line1': ({ address }) => address?.line1,
  'address.line2': ({ address }) => address?.line2,
  'address.postalCode': ({ address }) => address?.postalCode,
  'address.city': ({ address }) => address?.city,
  'address.country': ({ address }) => address?.country,
  tags: ({ tags }) => joinedTags(tags),
  externalRef: ({ externalRef }) => externalRef,
  isPrivate: ({ isPrivate }) => String(isPrivate),
  companyId: ({ companyId }) => companyId,
  siren: ({ siren }) => siren,
  siret: ({ siret }) => siret,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
} satisfies Record<string, (contact: ContactView) => string | null | undefined>

/** Numbers in E.164 begin with `+` and stay as they are. */
const numberColumns: readonly string[] = ['phone', 'mobilePhone']

/** The first row of a file. The first bytes show spreadsheets that it is UTF-8. */
export const csvHeader = `\ufeff${csvRow(Object.keys(columns))}`

/** A contact as a row of the file. */
export function csvRowOf(contact: ContactView): string {
  const cells = Object.entries(columns).map(([name, cellOf]) => {
    const text = cellOf(contact) ?? ''
    return numberColumns.includes(name) && isE164(text) ? text : disarmed(text)
  })
  return csvRow(cells)
}

const isE164 = (text: string) => /^\+\d{1,15}$/.test(text)

/** Tags in one cell. A backslash comes before what would part them and belongs to a tag. */
function joinedTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\|;]|:(?=::)/g, '\\$&')).join('|')
}

/** The tags of such a cell. Other programs part them by `;` (Outlook) or `:::` (Google). */
export function tagsIn(cell: string): string[] {
  const tags = ['']
  for (const [part] of cell.matchAll(/\\[\\|;:]|:::|./gsu)) {
    if (part === '|' || part === ';' || part === ':::') tags.push('')
    else tags.push(`${tags.pop() ?? ''}${part.length === 2 && part.startsWith('\\') ? part.slice(1) : part}`)
  }
  return tags.filter((tag) => tag !== '')
}
