import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  type EmbeddedFont,
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'
import { copyUrl } from './bundled-files.ts'
import type { DocumentUpdate } from './document-update.ts'
import { type ObjectRegister, ShapedGlyphs } from './shaped-glyphs.ts'
import { type FaceName, faceFiles } from './typography/font-choice.ts'
import { loadTypesetter, type Typesetter } from './typography/typesetter.ts'

/**
 * Noto Sans: every Latin (Vietnamese too), Greek and Cyrillic letter. Handwriting is Caveat, which has the Latin letters
 * of Europe and the Cyrillic ones, and is loaded only where a name is shown in it. Only the glyphs used end up in the
 * document. All other letters come as `shaped` glyphs.
 */
export type Fonts = {
  regular: EmbeddedFont
  semiBold: EmbeddedFont
  handwriting: EmbeddedFont | null
  typesetter: Typesetter
  shaped: ShapedGlyphs
}

export type FontOptions = { withHandwriting: boolean }
const textFontsOnly: FontOptions = { withHandwriting: false }

export async function embedFonts(pdf: PDF, { withHandwriting } = textFontsOnly): Promise<Fonts> {
  const embed = async (face: FaceName) => pdf.embedFont(withoutGlyphNames(await readFile(copyUrl(faceFiles[face]))))
  const [typesetter, regular, semiBold, handwriting] = await Promise.all([
    loadTypesetter(),
    embed('regular'),
    embed('semiBold'),
    withHandwriting ? embed('handwriting') : null,
  ])
  return { regular, semiBold, handwriting, typesetter, shaped: new ShapedGlyphs(typesetter) }
}

export function fontOf(fonts: Fonts, name: FaceName): EmbeddedFont {
  const font = fonts[name]
  if (!font) throw new Error(`The font for ${name} was not loaded`)
  return font
}

const version3 = 0x0003_0000
const lengthOfVersion3 = 32

/** PDF does not use the names of glyphs, and they take longer to read than all else: version 3 of `post` has none. */
function withoutGlyphNames(font: Buffer): Buffer {
  for (let record = 12; record < 12 + 16 * font.readUInt16BE(4); record += 16) {
    if (font.toString('latin1', record, record + 4) !== 'post') continue
    font.writeUInt32BE(version3, font.readUInt32BE(record + 8))
    font.writeUInt32BE(lengthOfVersion3, record + 12)
  }
  return font
}

/** The names by which content streams refer to the fonts. */
export const resourceNames: Readonly<Record<FaceName, string>> = {
  regular: 'Regular',
  semiBold: 'SemiBold',
  handwriting: 'Handwriting',
}

/** Once everything is drawn: the fonts of shaped glyphs hold what was shown until then. */
export function fontResources(fonts: Fonts, document: ObjectRegister): PdfDict {
  const resources = embeddedFonts(fonts)
  fonts.shaped.addTo(document, resources)
  return resources
}

function embeddedFonts({ regular, semiBold, handwriting }: Omit<Fonts, 'typesetter' | 'shaped'>): PdfDict {
  const resources = PdfDict.of({ [resourceNames.regular]: regular.ref, [resourceNames.semiBold]: semiBold.ref })
  if (handwriting) resources.set(resourceNames.handwriting, handwriting.ref)
  return resources
}

/** Fonts to draw with before anything of them is in a document. */
export async function looseFonts(options?: FontOptions): Promise<LooseFonts> {
  const pdf = PDF.create()
  return { pdf, fonts: await embedFonts(pdf, options) }
}

export type LooseFonts = { readonly pdf: PDF; readonly fonts: Fonts }

/** Besides the first, which stands for letters that a font lacks, and which every font counts as used. */
function hasUsedGlyphs(font: EmbeddedFont): boolean {
  return font.getUsedGlyphIds().length > 1
}

/**
 * The names of fonts of which only some glyphs are embedded start with a tag (ISO 32000-2 §9.9.2). The library draws lots for
 * it; here the same glyphs always get the same, so that the same stamps are the same objects.
 */
function lastingNames(pdf: PDF, fonts: Fonts): ReadonlyMap<string, PdfName> {
  const used = [fonts.regular, fonts.semiBold, fonts.handwriting].filter((font) => font !== null)
  return new Map(
    used.flatMap((font): [string, PdfName][] => {
      const dict = pdf.getObject(font.ref)
      const name = dict instanceof PdfDict ? dict.getName('BaseFont')?.value : undefined
      const tag = /^[A-Z]{6}\+/.exec(name ?? '')
      return name && tag ? [[name, PdfName.of(`${subsetTag(font)}+${name.slice(7)}`)]] : []
    }),
  )
}

function subsetTag(font: EmbeddedFont): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(font.getUsedGlyphIds().toSorted((a, b) => a - b)))
    .digest()
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)))
}

/** Adds the glyphs that were used to a document, and gives the names by which content streams refer to the fonts. */
export function addFonts(update: DocumentUpdate, { pdf, fonts }: LooseFonts): PdfDict {
  pdf.fonts.finalize(true)
  const names = lastingNames(pdf, fonts)
  const added = new Map<PdfRef, PdfRef>()
  const copyOf = (object: PdfObject): PdfObject => {
    if (object instanceof PdfRef) {
      const ref = added.get(object) ?? update.register(copyOf(pdf.getObject(object) ?? PdfNull.instance))
      added.set(object, ref)
      return ref
    }
    if (object instanceof PdfArray) return new PdfArray(object.toArray().map(copyOf))
    if (object instanceof PdfName) return names.get(object.value) ?? object
    if (!(object instanceof PdfDict)) return object
    const copy = copyOfEntries(object)
    return object instanceof PdfStream ? new PdfStream(copy, object.data) : copy
  }
  const copyOfEntries = (dictionary: PdfDict) =>
    new PdfDict(Array.from(dictionary, ([name, value]): [PdfName, PdfObject] => [name, copyOf(value)]))
  // No name may have been shown in it, for want of letters.
  const handwriting = fonts.handwriting && hasUsedGlyphs(fonts.handwriting) ? fonts.handwriting : null
  const resources = copyOfEntries(embeddedFonts({ ...fonts, handwriting }))
  fonts.shaped.addTo(update, resources)
  return resources
}
