import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { arrayAt, dictionaryAt, nameAt, resolved } from '../active-content/objects.ts'
import { contentData } from '../content-data.ts'
import type { ObjectSource } from '../document-objects.ts'
import { isListedName } from './adobe-glyph-list.ts'
import { type NamedEmails, readCompactFont } from './compact-font.ts'
import { type FontEncoding, fontEncoding } from './font-encoding.ts'
import { standardEncoding } from './latin-encodings.ts'
import { isTrueTypeAmbiguous } from './true-type-faults.ts'
import { TrueTypeFont } from './true-type-font.ts'
import { readTypeOneFont } from './type-one-font.ts'

/**
 * Why readers could show different letters of a font:
 * - `unreadable`: its program cannot be read
 * - `programs`: it has several programs
 * - `encoding`: its encoding and its program, or tables of its program, tell different letters for a code
 * - `missing_program`: it has no program, and its codes tell no letters of another font
 */
export type FontFault = 'unreadable' | 'programs' | 'encoding' | 'missing_program'

/** The fonts that the pages may use, each with why it is ambiguous. Empty when all of them show the same in every reader. */
export function fontFaults(source: ObjectSource): { font: string; fault: FontFault }[] {
  return [...usedFonts(source)].flatMap((font) => {
    const fault = faultOf(source, font)
    return fault ? [{ font: nameAt(source, font, 'BaseFont') ?? '', fault }] : []
  })
}

/** What leads away from what a page draws. */
const keysToElsewhere = new Set(['Parent', 'P', 'DR', 'Dest', 'A', 'AA', 'StructParent', 'Popup', 'IRT', 'Metadata'])

/** All fonts in the resources of pages, and of what is drawn on them. */
function usedFonts(source: ObjectSource): Set<PdfDict> {
  const fonts = new Set<PdfDict>()
  const seen = new Set<PdfObject | number>()
  const pending: PdfObject[] = [...source.getCatalog()].flatMap(([key, value]) =>
    key.value === 'Pages' ? [value] : [],
  )
  for (let next = pending.pop(); next; next = pending.pop()) {
    const mark = next instanceof PdfRef ? next.objectNumber : next
    if (seen.has(mark)) continue
    seen.add(mark)
    const object = resolved(source, next)
    if (object instanceof PdfArray) for (const item of object) pending.push(item)
    if (!(object instanceof PdfDict)) continue
    for (const [key, value] of object) {
      if (!keysToElsewhere.has(key.value)) pending.push(value)
      if (key.value === 'Font') for (const font of fontsIn(source, resolved(source, value))) fonts.add(font)
    }
  }
  return fonts
}

/** Those of a resource dictionary, or the one of a graphics state. */
function fontsIn(source: ObjectSource, object: PdfObject | null): PdfDict[] {
  const items =
    object instanceof PdfDict
      ? [...object].map(([, value]) => value)
      : object instanceof PdfArray
        ? object.toArray()
        : []
  return items.map((item) => resolved(source, item)).filter((item) => item instanceof PdfDict)
}

function faultOf(source: ObjectSource, font: PdfDict): FontFault | null {
  const subtype = nameAt(source, font, 'Subtype')
  if (subtype === 'Type3') return null
  if (subtype === 'Type0') return faultOfComposite(source, font)
  const descriptor = dictionaryAt(source, font, 'FontDescriptor')
  const program = programOf(source, descriptor)
  if (program === null) return faultOfMissing(source, font)
  if (program === 'several') return 'programs'
  try {
    return isSimpleAmbiguous(program, describedFont(source, font, descriptor)) ? 'encoding' : null
  } catch {
    return 'unreadable'
  }
}

const programKeys = ['FontFile', 'FontFile2', 'FontFile3']

function programOf(source: ObjectSource, descriptor: PdfDict | null): PdfStream | 'several' | null {
  const programs = descriptor ? programKeys.map((key) => resolved(source, descriptor.get(key))) : []
  const streams = programs.filter((program) => program instanceof PdfStream)
  if (streams.length > 1) return 'several'
  return streams[0] ?? null
}

interface DescribedFont {
  readonly encoding: FontEncoding
  readonly isNonsymbolic: boolean
  readonly isSymbolic: boolean
  readonly codes: readonly number[]
}

/** Also those beyond FirstChar and LastChar: readers draw these too. */
const allCodes = Array.from({ length: 256 }, (_, code) => code)
const symbolic = 4
const nonsymbolic = 32

function describedFont(source: ObjectSource, font: PdfDict, descriptor: PdfDict | null): DescribedFont {
  const get = (ref: PdfRef) => source.getObject(ref)
  const flags = descriptor?.getNumber('Flags', get)?.value ?? 0
  return {
    encoding: fontEncoding(source, font),
    isSymbolic: (flags & symbolic) !== 0 && (flags & nonsymbolic) === 0,
    isNonsymbolic: (flags & nonsymbolic) !== 0 && (flags & symbolic) === 0,
    codes: allCodes,
  }
}

const mostProgramBytes = 64 * 1024 * 1024

function isSimpleAmbiguous(program: PdfStream, font: DescribedFont): boolean {
  const data = contentData(program, mostProgramBytes)
  const kind = kindOf(data)
  if (kind === 'type_one') return isNamedAmbiguous(readTypeOneFont(data), font)
  if (kind === 'compact') return isCompactAmbiguous(data, font)
  const tables = new TrueTypeFont(data)
  return tables.compactFont ? isCompactAmbiguous(tables.compactFont, font) : isTrueTypeAmbiguous(tables, font)
}

/** By its first bytes: readers do not go by what the file calls it. */
function kindOf(data: Uint8Array): 'type_one' | 'compact' | 'true_type' {
  if ((data[0] === 0x25 && data[1] === 0x21) || data[0] === 0x80) return 'type_one'
  return data[0] === 1 && data[1] === 0 && (data[2] ?? 0) >= 4 ? 'compact' : 'true_type'
}

function isCompactAmbiguous(data: Uint8Array, font: DescribedFont): boolean {
  const letters = readCompactFont(data)
  return letters === null ? false : isNamedAmbiguous(letters, font)
}

/** Where no encoding is given, some readers take the one of the font, and some the standard one. */
function isNamedAmbiguous({ names, builtIn }: NamedEmails, { encoding, isSymbolic, codes }: DescribedFont): boolean {
  if (encoding.isUncertain) return true
  const shown = (name: string | undefined) =>
    name === undefined || name === '.notdef' || (names && !names.has(name)) ? null : name
  const isStrange = (name: string) => names !== null && name !== '.notdef' && !isListedName(name)
  return codes.some((code) => {
    const named = encoding.differences.get(code) ?? encoding.base?.get(code)
    const ownEmail = shown(builtIn.get(code))
    if (named !== undefined) return isStrange(named) && shown(named) === null && ownEmail !== null
    if (encoding.base || isSymbolic) return false
    const standardLetter = shown(standardEncoding.get(code))
    return ownEmail !== null && ownEmail !== standardLetter
  })
}

function faultOfComposite(source: ObjectSource, font: PdfDict): FontFault | null {
  const descendant = resolved(source, arrayAt(source, font, 'DescendantFonts')[0])
  if (!(descendant instanceof PdfDict)) return 'unreadable'
  const program = programOf(source, dictionaryAt(source, descendant, 'FontDescriptor'))
  if (program === 'several') return 'programs'
  // Some readers take the letters of a font that is not there from what is meant for copying its text.
  if (program === null)
    return isPredefinedMap(nameAt(source, font, 'Encoding')) && !font.has('ToUnicode') ? null : 'missing_program'
  const hasMap = resolved(source, descendant.get('CIDToGIDMap')) instanceof PdfStream
  if (!hasMap) return null
  try {
    return kindOf(contentData(program, mostProgramBytes)) === 'compact' ? 'encoding' : null
  } catch {
    return 'unreadable'
  }
}

/** The maps from Unicode to the letters of the Adobe collections, which every reader has for its own fonts. */
function isPredefinedMap(encoding: string | null): boolean {
  return (
    encoding !== null &&
    /^Uni(?:GB|CNS|JIS|JIS2004|JISX0213|JISX02132004|KS)-(?:UCS2|UTF8|UTF16|UTF32)(?:-HW)?-[HV]$/.test(encoding)
  )
}

/** The two of the 14 standard fonts that have alphabets of their own, and a name by which Windows knows one of them. */
const ownAlphabets = /^(?:[A-Z]{6}\+)?(?:Symbol(?:MT)?|ZapfDingbats)(?:,\w+)?$/
const pictureFonts = /wingdings|webdings|dingbats/i
const latinFonts = /^(?:[A-Z]{6}\+)?(?:Helvetica|Arial|Times|Courier)/

/** Readers take another font, in which they find letters by name. */
function faultOfMissing(source: ObjectSource, font: PdfDict): FontFault | null {
  const { encoding, isSymbolic } = describedFont(source, font, dictionaryAt(source, font, 'FontDescriptor'))
  const name = nameAt(source, font, 'BaseFont') ?? ''
  const hasOwnAlphabet = ownAlphabets.test(name)
  const hasEncoding = encoding.base !== null || encoding.differences.size > 0
  const isOdd = hasOwnAlphabet
    ? encoding.base !== null
    : pictureFonts.test(name) || (isSymbolic && !hasEncoding && !latinFonts.test(name))
  const isKnown = (letter: string) =>
    letter === '.notdef' || isListedName(letter) || (hasOwnAlphabet && /^a\d{1,3}$/.test(letter))
  const isCertain = !isOdd && !encoding.isUncertain && [...encoding.differences.values()].every(isKnown)
  return isCertain ? null : 'missing_program'
}
