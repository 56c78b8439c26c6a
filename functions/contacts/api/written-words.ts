import { isCountry } from '../../../shared/platform/country.ts'
import { folded } from '../../../shared/platform/folded-text.ts'
import type { Kind } from '../model/address-book.ts'
import type { civilities } from '../model/contact.ts'

/** Words of files for what the API names by a code. What is not known here stays as it is, and is judged like any other value. */

type Civility = (typeof civilities)[number]

const civilityWords: Readonly<Record<Civility, readonly string[]>> = {
  mr: ['m', 'mr', 'monsieur', 'mister', 'sir'],
  mrs: ['mme', 'madame', 'mlle', 'mademoiselle', 'mrs', 'ms', 'miss'],
  mx: ['mx'],
  dr: ['dr', 'docteur', 'doctor'],
  maitre: ['me', 'maitre'],
}

const kindWords: Readonly<Record<Kind, readonly string[]>> = {
  person: ['person', 'personne', 'individual', 'particulier', 'contact'],
  company: ['company', 'entreprise', 'societe', 'organisation', 'organization', 'organisme'],
}

/** `M.`, `Mme` and `Madame` as the API names them. */
export function civilityOf(written: string): string {
  return codeOf(civilityWords, written) ?? written.toLowerCase()
}

export function kindOf(written: string): string {
  return codeOf(kindWords, written) ?? written.toLowerCase()
}

const truthWords = { true: ['true', 'vrai', 'oui', 'yes', '1'], false: ['false', 'faux', 'non', 'no', '0'] }

/** Spreadsheets write `true` in the language of their users. */
export function truthOf(written: string): boolean | string {
  const code = codeOf(truthWords, written)
  return code === undefined ? written : code === 'true'
}

function codeOf(words: Readonly<Record<string, readonly string[]>>, written: string): string | undefined {
  const word = plain(written)
  return Object.keys(words).find((code) => words[code]?.includes(word))
}

/** Common names that are not those of Unicode. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'etats unis d amerique': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  'grande bretagne': 'GB',
  angleterre: 'GB',
  england: 'GB',
  hollande: 'NL',
  holland: 'NL',
  'france metropolitaine': 'FR',
  fra: 'FR',
  deu: 'DE',
  bel: 'BE',
  che: 'CH',
  esp: 'ES',
  ita: 'IT',
  gbr: 'GB',
  lux: 'LU',
}

let codeByName: ReadonlyMap<string, string> | undefined

/** `France` and `Allemagne` as codes of ISO 3166-1, by their names in French and English. */
export function countryOf(written: string): string {
  codeByName ??= namesOfCountries()
  return codeByName.get(plain(written)) ?? written
}

function namesOfCountries(): ReadonlyMap<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`)).filter(isCountry)
  const named = ['en', 'fr'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return codes.map((code) => [plain(names.of(code) ?? code), code] as const)
  })
  return new Map([...named, ...Object.entries(otherNames)])
}

/** A word without case, accents and punctuation. */
function plain(text: string): string {
  return folded(text.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
