/** The columns of a CSV file, by its first line. The API reads the file itself; this is for the choice of columns alone. */
export function columnsOf(text: string): string[] {
  const [line = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const separators = [';', ',', '\t']
  const counts = separators.map((separator) => line.split(separator).length)
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ','
  return line
    .split(separator)
    .map((column) => column.trim().replace(/^"(.*)"$/, '$1'))
    .filter((column) => column !== '')
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
