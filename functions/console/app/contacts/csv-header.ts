import { declaredDelimiter } from '../../../../shared/platform/csv-text.ts'
import { heading } from '../../../../shared/platform/heading.ts'

/** The columns of the text of a CSV file, by its first row. The API reads the file itself; this is for the choice of columns alone. */
export function columnsOf(text: string): string[] {
  const declared = declaredDelimiter.exec(text)
  const rows = text.slice(declared?.[0].length ?? 0)
  const ways = declared?.[1] ? [declared[1]] : [';', ',', '\t']
  const [columns = []] = ways.map((separator) => firstRow(rows, separator)).toSorted((a, b) => b.length - a.length)
  return columns.filter((column) => column !== '')
}

/** The cells of the first row that is not empty; a separator or a line end within quotes is a part of its cell. */
function firstRow(text: string, separator: string): string[] {
  let cells = ['']
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    const isRowEnd = !isQuoted && (letter === '\r' || letter === '\n')
    if (isRowEnd && cells.some((cell) => cell.trim() !== '')) break
    if (isRowEnd) cells = ['']
    else if (letter === separator && !isQuoted) cells.push('')
    else cells.push(`${cells.pop() ?? ''}${letter}`)
  }
  return cells.map((cell) =>
    heading(
      cell
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"'),
    ),
  )
}

/** The values of a contact that an import can fill. */
export const importFields = [
  'kind',
  'civility',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'mobilePhone',
  'phone',
  'address.line1',
  'address.line2',
  'address.postalCode',
  'address.city',
  'address.country',
  'tags',
  'externalRef',
  'siret',
  'isPrivate',
] as const
export type ImportField = (typeof importFields)[number]

const usualNames: Readonly<Partial<Record<ImportField, RegExp>>> = {
  firstName: /^(first ?name|prénom|prenom)$/i,
  lastName: /^(last ?name|surname|nom)$/i,
  companyName: /^(company|company ?name|société|societe|entreprise|raison sociale)$/i,
  email: /^(e-?mail|courriel|adresse e-?mail|email address)$/i,
  mobilePhone: /^(mobile|mobile ?phone|portable|téléphone mobile)$/i,
  phone: /^(phone|téléphone|telephone|tel)$/i,
  'address.line1': /^(address|adresse|street|rue)$/i,
  'address.postalCode': /^(postal ?code|zip|code postal|cp)$/i,
  'address.city': /^(city|ville)$/i,
  tags: /^(tags|étiquettes)$/i,
  siret: /^siret$/i,
}

/** What the API knows of the files of a program. */
interface UsualMapping {
  readonly program: string
  readonly mapping: Readonly<Record<string, string>>
}

/** The mapping of which a file has most columns, where it has at least three of them. */
export function usualMappingOf(
  mappings: readonly UsualMapping[],
  columns: readonly string[],
): Readonly<Record<string, string>> {
  const present = (of: UsualMapping) => Object.entries(of.mapping).filter(([, column]) => columns.includes(column))
  const [best] = mappings.map(present).toSorted((a, b) => b.length - a.length)
  return best && best.length >= 3 ? Object.fromEntries(best) : {}
}

/** The column that a value is most likely in. */
export function likelyColumn(field: ImportField, columns: readonly string[]): string {
  return columns.find((column) => column === field || usualNames[field]?.test(column)) ?? ''
}
