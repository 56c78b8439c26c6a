import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { contractPdf } from '../../../infra/local/demo/contract.ts'
import type { PdfFault } from '../../../shared/pdf/pdf-inspection.ts'
import { pdfOf, stream } from './pdf-of.ts'

/** A document that must be refused, and the reasons that are right for it. */
export type HostileDocument = { name: string; reasons: PdfFault[]; make: () => Promise<Uint8Array> | Uint8Array }

const million = 1_000_000
const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const onePage = ['<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>']

const xfa = stream('', Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'))

/** A file whose only structure is one cross-reference stream. */
function withXrefStream(dictionary: string, data: Buffer): Buffer {
  const head = Buffer.from(`%PDF-1.7\n1 0 obj\n${catalog}\nendobj\n2 0 obj\n${onePage[0]}\nendobj\n`)
  const object = Buffer.concat([Buffer.from('4 0 obj\n'), stream(`/Type/XRef/Root 1 0 R${dictionary}`, data)])
  return Buffer.concat([head, object, Buffer.from(`\nendobj\nstartxref\n${head.length}\n%%EOF\n`)])
}

/** Unpacks to `size` zeros from a few kilobytes. */
function bomb(size: number): Buffer {
  return deflateSync(deflateSync(Buffer.alloc(size)))
}

async function encrypted(password: string): Promise<Uint8Array> {
  const pdf = await PDF.load(await contractPdf())
  pdf.setProtection({ userPassword: password, ownerPassword: 'owner' })
  return pdf.save()
}

function nestedPageTree(depth: number): Buffer {
  const nodes = Array.from({ length: depth }, (_, index) => `<</Type/Pages/Kids[${index + 3} 0 R]/Count 1>>`)
  return pdfOf([catalog, ...nodes, '<</Type/Page/MediaBox[0 0 300 300]>>'])
}

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  const pages = Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>')
  return pdfOf([catalog, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, ...pages])
}

/** Updates that each point to the one before. */
function longPrevChain(length: number): Buffer {
  const base = pdfOf([catalog, ...onePage])
  const parts = [base]
  let position = base.length
  let previous = base.lastIndexOf('xref\n0')
  for (let index = 0; index < length; index += 1) {
    const tail = `xref\n0 0\ntrailer\n<</Size 4/Root 1 0 R/Prev ${previous}>>\nstartxref\n${position}\n%%EOF\n`
    previous = position
    position += tail.length
    parts.push(Buffer.from(tail))
  }
  return Buffer.concat(parts)
}

/** The catalog lies in the bomb: opening the document unpacks it. */
function objectStreamBomb(): Buffer {
  const head = Buffer.from('%PDF-1.7\n')
  const packed = stream('/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]', bomb(1 << 29))
  const third = Buffer.concat([Buffer.from('3 0 obj\n'), packed, Buffer.from('\nendobj\n')])
  const catalogInThird = [2, 0, 3, 0]
  const thirdAtHead = [1, 0, head.length, 0]
  const xref = stream(
    '/Type/XRef/Size 4/Index[2 2]/W[1 2 1]/Root 2 0 R',
    Buffer.from([...catalogInThird, ...thirdAtHead]),
  )
  const tail = `\nendobj\nstartxref\n${head.length + third.length}\n%%EOF\n`
  return Buffer.concat([head, third, Buffer.from('4 0 obj\n'), xref, Buffer.from(tail)])
}

const bombReasons: PdfFault[] = ['too_complex', 'damaged']

export const hostileDocuments: HostileDocument[] = [
  { name: 'empty', reasons: ['not_a_pdf'], make: () => new Uint8Array(0) },
  { name: 'text', reasons: ['not_a_pdf'], make: () => Buffer.from('This is no PDF. '.repeat(100)) },
  {
    name: 'late header',
    reasons: ['not_a_pdf'],
    make: () => Buffer.concat([Buffer.alloc(1024, 0x20), pdfOf([catalog])]),
  },
  { name: 'header only', reasons: ['damaged'], make: () => Buffer.from('%PDF-1.7\n') },
  { name: 'header and end', reasons: ['damaged'], make: () => Buffer.from('%PDF-1.7\n%%EOF\n') },
  {
    name: 'cut in half',
    reasons: ['damaged'],
    make: async () => (await contractPdf()).subarray(0, 9_000),
  },
  {
    name: 'cut in half, its end put back',
    reasons: ['damaged'],
    make: async () => Buffer.concat([(await contractPdf()).subarray(0, 6_000), Buffer.from('\nstartxref\n0\n%%EOF\n')]),
  },
  { name: 'encrypted', reasons: ['encrypted'], make: () => encrypted('secret') },
  { name: 'encrypted with an empty password', reasons: ['encrypted'], make: () => encrypted('') },
  { name: 'no pages', reasons: ['no_pages'], make: () => pdfOf([catalog, '<</Type/Pages/Kids[]/Count 0>>']) },
  { name: 'no page tree', reasons: ['no_pages'], make: () => pdfOf(['<</Type/Catalog>>']) },
  { name: 'no catalog', reasons: ['damaged'], make: () => pdfOf(['<</Type/Pages/Kids[]/Count 0>>'], '/Root 9 0 R') },
  {
    name: 'page tree in a circle',
    reasons: ['damaged'],
    make: () => pdfOf([catalog, '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
  },
  {
    name: 'one page twice',
    reasons: ['damaged'],
    make: () => pdfOf([catalog, '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>', onePage[1] ?? '']),
  },
  {
    name: 'missing page',
    reasons: ['damaged'],
    make: () => pdfOf([catalog, '<</Type/Pages/Kids[3 0 R 8 0 R]/Count 2>>', onePage[1] ?? '']),
  },
  {
    name: 'missing content',
    reasons: ['damaged'],
    make: () => pdfOf([catalog, onePage[0] ?? '', '<</Type/Page/MediaBox[0 0 9 9]/Contents 9 0 R>>']),
  },
  {
    name: 'huge page count',
    reasons: ['damaged'],
    make: () => pdfOf([catalog, '<</Type/Pages/Kids[3 0 R]/Count 2147483647>>', onePage[1] ?? '']),
  },
  { name: 'six thousand pages', reasons: ['too_complex'], make: () => manyPages(6_000) },
  {
    name: 'a million kids',
    reasons: ['too_complex', 'damaged'],
    make: () =>
      pdfOf([catalog, `<</Type/Pages/Kids[${'3 0 R '.repeat(million)}]/Count ${million}>>`, onePage[1] ?? '']),
  },
  { name: 'deep page tree', reasons: ['too_complex', 'damaged'], make: () => nestedPageTree(20_000) },
  {
    name: 'deep arrays',
    reasons: ['damaged', 'no_pages'],
    make: () => pdfOf([`<</Type/Catalog/Pages ${'['.repeat(5 * million)}>>`]),
  },
  {
    name: 'deep dictionaries',
    reasons: ['damaged', 'no_pages'],
    make: () => pdfOf([`<</Type/Catalog/Pages ${'<</A'.repeat(2 * million)}>>`]),
  },
  {
    name: 'cross-reference stream without width',
    reasons: bombReasons,
    make: () => withXrefStream('/Size 999999999999/W[0 0 0]', Buffer.alloc(0)),
  },
  {
    name: 'cross-reference stream of ten million entries',
    reasons: bombReasons,
    make: () =>
      withXrefStream(
        `/Size ${10 * million}/W[1 2 1]/Filter/FlateDecode`,
        deflateSync(Buffer.alloc(40 * million, Buffer.from([1, 0, 9, 0]))),
      ),
  },
  {
    name: 'flate bomb in the cross-reference stream',
    reasons: bombReasons,
    make: () => withXrefStream('/Size 9/W[1 2 1]/Filter[/FlateDecode/FlateDecode]', bomb(1 << 29)),
  },
  { name: 'flate bomb in an object stream', reasons: bombReasons, make: objectStreamBomb },
  {
    name: 'length that refers to itself',
    reasons: ['damaged'],
    make: () =>
      pdfOf([catalog, '<</Type/Pages/Kids[3 0 R]/Count 1/Length 2 0 R>>\nstream\n\nendstream', '4 0 R', '3 0 R']),
  },
  {
    name: 'cross-reference table that points to itself',
    reasons: ['damaged', 'no_pages'],
    make: () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>'], '/Root 1 0 R/Prev 58'),
  },
]

/** Its page refers to an object that no reader takes. */
export function referenceOutOfBounds(): Buffer {
  return pdfOf([catalog, onePage[0] ?? '', '<</Type/Page/MediaBox[0 0 9 9]/Annots 99999999999 0 R>>'])
}

/** A dynamic form: its one page asks for a reader that makes other pages. */
export function dynamicForm(): Buffer {
  return pdfOf(['<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA 4 0 R>>/NeedsRendering 5 0 R>>', ...onePage, xfa, 'true'])
}

/** Odd, and yet the same document in every reader: these are accepted. */
export const oddDocuments: { name: string; make: () => Promise<Uint8Array> | Uint8Array }[] = [
  { name: 'a thousand updates', make: () => longPrevChain(1_000) },
  {
    name: 'table that names itself as the previous one',
    make: () => {
      const plain = pdfOf([catalog, ...onePage])
      return pdfOf([catalog, ...onePage], `/Root 1 0 R/Prev ${plain.lastIndexOf('xref\n0')}`)
    },
  },
  {
    name: 'wrong startxref',
    make: () =>
      Buffer.from(
        pdfOf([catalog, ...onePage])
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
  },
  {
    name: 'bytes before the header',
    make: () => Buffer.concat([Buffer.from('\r\n--boundary\r\n\r\n'), pdfOf([catalog, ...onePage])]),
  },
  {
    name: 'padded to a block',
    make: () => Buffer.concat([pdfOf([catalog, ...onePage]), Buffer.alloc(4_096)]),
  },
]
