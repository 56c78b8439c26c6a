import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inspectDocument } from '../../../../shared/pdf/inspect-document.ts'
import { readDocument } from '../../../../shared/pdf/read-document.ts'
import { type FontFault, fontFaults } from '../../../../shared/pdf/strict-fonts/font-faults.ts'
import { type PdfBody, pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { documentBy, producers } from '../../../support/documents/producers.ts'

/** A page that shows the code of 5, or what is given instead, in a font and the objects from 6 on. */
function pageIn(font: string, objects: readonly PdfBody[] = [], shown = '(5)'): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 256 120]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>',
    font,
    stream('', Buffer.from(`BT /F1 256 Tf ${shown} Tj ET`)),
    ...objects,
  ])
}

function program(name: string, kind = ''): Buffer {
  return stream(kind, readFileSync(new URL(`../../../support/documents/fonts/${name}`, import.meta.url)))
}

function descriptor(flags: number, programs: string): string {
  return `<</Type/FontDescriptor/FontName/J-R/Flags ${flags}/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80${programs}>>`
}

const simple = '/FirstChar 53/LastChar 53/Widths[1000]/FontDescriptor 6 0 R/BaseFont/ABCDEF+J-R'
const winAnsi = '/Encoding/WinAnsiEncoding'
const differenceOf = (name: string) => `/Encoding<</Differences[53/${name}]>>`

function trueType(name: string, flags: number, encoding = ''): Buffer {
  return pageIn(`<</Type/Font/Subtype/TrueType${simple}${encoding}>>`, [
    descriptor(flags, '/FontFile2 7 0 R'),
    program(`${name}.ttf`),
  ])
}

function compact(name: string, flags: number, encoding = ''): Buffer {
  return pageIn(`<</Type/Font/Subtype/Type1${simple}${encoding}>>`, [
    descriptor(flags, '/FontFile3 7 0 R'),
    program(`${name}.cff`, '/Subtype/Type1C'),
  ])
}

function composite(subtype: string, key: string, file: Buffer, map = ''): Buffer {
  const descendant = `<</Type/Font/Subtype/${subtype}/BaseFont/J-R/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R/DW 1000${map}>>`
  const objects = [descriptor(4, `/${key} 7 0 R`), file, descendant, stream('', Buffer.from([0, 0, 0, 2, 0, 3]))]
  return pageIn(
    '<</Type/Font/Subtype/Type0/BaseFont/J-R/Encoding/Identity-H/DescendantFonts[8 0 R]>>',
    objects,
    '<0001>',
  )
}

function withoutProgram(name: string, rest = '', subtype = 'Type1'): Buffer {
  return pageIn(`<</Type/Font/Subtype/${subtype}/BaseFont/${name}${rest}>>`)
}

function compositeWithoutProgram(ordering: string, encoding: string, rest = ''): Buffer {
  const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/KozMinPro-Regular/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>>>`
  const font = `<</Type/Font/Subtype/Type0/BaseFont/KozMinPro-Regular/Encoding/${encoding}/DescendantFonts[6 0 R]${rest}>>`
  return pageIn(font, [descendant], '<0035>')
}

async function faultsIn(document: Buffer): Promise<FontFault[]> {
  const reading = await readDocument(document)
  if (!reading.readable) throw new Error(reading.reason)
  return fontFaults(reading.document).map(({ fault }) => fault)
}

const symbolic = 4
const nonsymbolic = 32

const refused: [string, FontFault, Buffer][] = [
  [
    'tables of Macintosh and Unicode disagree and no encoding is given',
    'encoding',
    trueType('macintosh-unicode', nonsymbolic),
  ],
  ['three tables disagree and no encoding is given', 'encoding', trueType('all-tables', nonsymbolic)],
  ['a symbolic font is given an encoding', 'encoding', trueType('symbol-unicode', symbolic, winAnsi)],
  [
    'a symbolic font is given another letter for a code',
    'encoding',
    trueType('macintosh-unicode', symbolic, differenceOf('six')),
  ],
  ['the table of Macintosh and the names disagree', 'encoding', trueType('macintosh', nonsymbolic, winAnsi)],
  [
    'the table of the Unicode platform and the names disagree',
    'encoding',
    trueType('unicode-platform', nonsymbolic, winAnsi),
  ],
  [
    'a name is in no list and not in the font',
    'encoding',
    trueType('macintosh-unicode', nonsymbolic, differenceOf('g3')),
  ],
  ['a font says to be symbolic and nonsymbolic', 'encoding', trueType('macintosh', symbolic + nonsymbolic)],
  ['there is neither a table nor an encoding', 'encoding', trueType('no-table', symbolic)],
  ['the expert encoding is given', 'encoding', trueType('agreeing-tables', nonsymbolic, '/Encoding/MacExpertEncoding')],
  [
    'the own encoding of a font that says to be Latin is no Latin one',
    'encoding',
    compact('own-encoding', nonsymbolic),
  ],
  [
    'a name is missing and the own encoding has a letter',
    'encoding',
    compact('own-encoding', symbolic, differenceOf('g3')),
  ],
  [
    'a map of glyphs stands beside a compact font',
    'encoding',
    composite(
      'CIDFontType0',
      'FontFile3',
      program('standard-encoding.cff', '/Subtype/CIDFontType0C'),
      '/CIDToGIDMap 9 0 R',
    ),
  ],
  [
    'a font has two programs',
    'programs',
    pageIn(`<</Type/Font/Subtype/TrueType${simple}${winAnsi}>>`, [
      descriptor(nonsymbolic, '/FontFile2 7 0 R/FontFile3 8 0 R'),
      program('agreeing-tables.ttf'),
      program('standard-encoding.cff', '/Subtype/Type1C'),
    ]),
  ],
  [
    'a program is cut off',
    'unreadable',
    pageIn(`<</Type/Font/Subtype/TrueType${simple}${winAnsi}>>`, [
      descriptor(nonsymbolic, '/FontFile2 7 0 R'),
      stream('', Buffer.from([0, 1, 0, 0, 0, 9])),
    ]),
  ],
  [
    'numbers of glyphs lead into a font that is not there',
    'missing_program',
    compositeWithoutProgram('Identity', 'Identity-H'),
  ],
  [
    'numbers of a collection lead into a font that is not there',
    'missing_program',
    compositeWithoutProgram('Japan1', 'Identity-H'),
  ],
  [
    'texts to copy could stand for a font that is not there',
    'missing_program',
    compositeWithoutProgram('Japan1', 'UniJIS-UTF16-H', '/ToUnicode 5 0 R'),
  ],
  [
    'a symbolic font has two tables and other names',
    'encoding',
    trueType('macintosh-unicode', symbolic, '/Encoding<</Differences[53/nine]>>'),
  ],
  [
    'readers differ in a code that has no width',
    'encoding',
    pageIn(`<</Type/Font/Subtype/TrueType${simple.replace('LastChar 53', 'LastChar 52')}>>`, [
      descriptor(nonsymbolic, '/FontFile2 7 0 R'),
      program('macintosh-unicode.ttf'),
    ]),
  ],
  ['a font of pictures is not there', 'missing_program', withoutProgram('Wingdings', winAnsi, 'TrueType')],
  ['Symbol has a Latin encoding', 'missing_program', withoutProgram('Symbol', winAnsi)],
  ...['foo1', 'g57', 'C57', 'uni0037', 'u0037', 'seven.alt'].map((name): [string, FontFault, Buffer] => [
    `the letter ${name} is asked of a font that is not there`,
    'missing_program',
    withoutProgram('Helvetica', differenceOf(name)),
  ]),
]

const accepted: [string, Buffer][] = [
  ['names for copying the letters of a symbolic font', trueType('macintosh', symbolic, differenceOf('six'))],
  ['a name that a compact font lacks', compact('own-encoding', symbolic, differenceOf('Scaron'))],
  ...['', winAnsi, '/Encoding/MacRomanEncoding', differenceOf('five')].flatMap((encoding): [string, Buffer][] =>
    [symbolic, nonsymbolic].map((flags) => [
      `tables that agree, with ${encoding || 'no encoding'} and flags ${flags}`,
      trueType('agreeing-tables', flags, encoding),
    ]),
  ),
  ['one table of a symbolic font', trueType('macintosh', symbolic)],
  ['an encoding by names that the table of Unicode has', trueType('all-tables', nonsymbolic, winAnsi)],
  ['another letter for a code, found by its name', trueType('macintosh-unicode', nonsymbolic, differenceOf('seven'))],
  ['names where there is no table', trueType('no-table', nonsymbolic, winAnsi)],
  ['a compact font with the standard encoding', compact('standard-encoding', nonsymbolic)],
  ['a compact font with an encoding of its own', compact('own-encoding', symbolic)],
  ['names of a compact font', compact('own-encoding', nonsymbolic, winAnsi)],
  [
    'numbers of glyphs of a TrueType font',
    composite('CIDFontType2', 'FontFile2', program('all-tables.ttf'), '/CIDToGIDMap 9 0 R'),
  ],
  [
    'numbers of glyphs of a compact font',
    composite('CIDFontType0', 'FontFile3', program('standard-encoding.cff', '/Subtype/CIDFontType0C')),
  ],
  ...['Helvetica', 'Times-Roman', 'Courier', 'Calibri', 'ArialMT'].map((name): [string, Buffer] => [
    `${name} without a program`,
    withoutProgram(name, winAnsi),
  ]),
  ['Latin letters of a font that is not there', withoutProgram('Helvetica', differenceOf('Scaron'))],
  ['Symbol as it is', withoutProgram('Symbol')],
  ['ZapfDingbats as it is', withoutProgram('ZapfDingbats', differenceOf('a20'))],
  ['Unicode of a collection', compositeWithoutProgram('Japan1', 'UniJIS-UTF16-H')],
]

describe('a font is ambiguous where', () => {
  it.each(refused)('%s', async (_, fault, document) => {
    expect(await faultsIn(document)).toEqual([fault])
    expect(await inspectDocument(document)).toEqual({ valid: false, reason: 'ambiguous' })
  })
})

describe('a font shows the same in every reader with', () => {
  it.each(accepted)('%s', async (_, document) => {
    expect(await faultsIn(document)).toEqual([])
    expect(await inspectDocument(document)).toMatchObject({ valid: true })
  })
})

describe('the fonts of', () => {
  it.each(producers)('%s are unambiguous', async (producer) => {
    expect(await faultsIn(documentBy(producer))).toEqual([])
  })
})
