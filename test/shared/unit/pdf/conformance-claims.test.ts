import { deflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfDict, PdfStream } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { textWithoutClaims } from '../../../../shared/pdf/conformance-claims.ts'
import { sealPdf } from '../../../../shared/pdf/seal.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'

const a = 'http://www.aiim.org/pdfa/ns/id/'
const ua = 'http://www.aiim.org/pdfua/ns/id/'
const title =
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Lease</dc:title></rdf:Description>'
const packet = (descriptions: string) =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${descriptions}${title}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const inElements = `<rdf:Description rdf:about="" xmlns:pdfaid="${a}"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>`
const inAttributes = `<rdf:Description rdf:about='' xmlns:pdfuaid='${ua}' pdfuaid:part = '1'/>`
const ofAnyPrefix = `<rdf:Description xmlns:x.1="${a}"\n xmlns:b="${ua}" x.1:part="3"><b:part>1</b:part ><x.1:rev/></rdf:Description>`

/** Claims that are taken out of metadata, whose rest stays. */
const plain: [name: string, xmp: string][] = [
  ['in elements', packet(inElements)],
  ['in attributes', packet(inAttributes)],
  ['of any prefix', packet(ofAnyPrefix)],
  ['of both standards', packet(inElements + inAttributes)],
  [
    'of PDF/X',
    packet('<rdf:Description xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" pdfxid:GTS_PDFXVersion="PDF/X-4"/>'),
  ],
]

/** Metadata that are removed whole. */
const odd: [name: string, xmp: string][] = [
  ['an entity names the namespace', `<!DOCTYPE x [<!ENTITY n "${a}">]>${packet(inElements)}`],
  ['a number stands for a letter of it', packet(inElements.replace('http:', '&#104;ttp:'))],
  ['it is that of all elements', packet(`<part xmlns="${a}">1</part>`)],
  [
    'a claim holds other elements',
    packet(`<rdf:Description xmlns:p="${a}"><p:part><dc:b/></p:part></rdf:Description>`),
  ],
  ['a claim does not end', packet(`<rdf:Description xmlns:p="${a}"><p:part>1`)],
  ['many claims do not end', packet(`<rdf:Description xmlns:p="${a}">${'<p:part>1'.repeat(50_000)}`)],
]

const claims = /pdfaid|pdfuaid|pdfxid|:part|aiim\.org|npes\.org/

describe('claims of conformance', () => {
  it.each(plain)('are taken out of metadata: %s', (_, xmp) => {
    const text = textWithoutClaims(xmp) ?? ''
    expect(text).not.toMatch(claims)
    expect(text).toContain(title)
    expect(text.startsWith('<?xpacket begin="\uFEFF"') && text.endsWith('<?xpacket end="w"?>')).toBe(true)
  })

  it.each(odd)('take the metadata with them where %s', (_, xmp) => {
    expect(textWithoutClaims(xmp)).toBe(null)
  })

  it('are not seen in metadata that have none', () => {
    for (const xmp of ['', packet(''), packet(`<dc:description>As ${a} says</dc:description>`)])
      expect(textWithoutClaims(xmp)).toBe(xmp)
  })
})

const signer = await localSealSigner()
const options = { signer, name: 'Seal', signedAt: new Date(0), reason: 'Test', timestampAuthority: null }

async function sealedWith(metadata: Buffer | string) {
  const original = pdfOf([
    '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>',
    metadata,
  ])
  const { bytes } = await sealPdf(original, options)
  const pdf = await PDF.load(bytes)
  const sealed = pdf.getCatalog().get('Metadata', (ref) => pdf.getObject(ref))
  return { pdf, xmp: sealed instanceof PdfStream ? Buffer.from(sealed.getDecodedData()) : null }
}

describe('a sealed document', () => {
  const xmp = packet(inElements)
  const swapped = Buffer.from(xmp, 'utf16le').swap16()
  it.each([
    ['as they are', stream('/Type/Metadata/Subtype/XML', Buffer.from(xmp))],
    ['packed', stream('/Filter/FlateDecode', deflateSync(xmp))],
    ['in hexadecimal', stream('/Filter/ASCIIHexDecode', Buffer.from(`${Buffer.from(xmp).toString('hex')}>`))],
    ['in UTF-16', stream('', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]))],
    ['in UTF-16 without a mark', stream('', Buffer.from(xmp, 'utf16le'))],
  ])('claims nothing any more, and keeps its other metadata, which are written %s', async (_, metadata) => {
    const { xmp: found } = await sealedWith(metadata)
    expect(found?.toString()).not.toMatch(claims)
    expect(found?.toString()).toContain('Lease')
  })

  it.each([
    ['are in UTF-32', stream('', Buffer.from([...xmp].flatMap((c) => [0, 0, 0, c.charCodeAt(0) & 0x7f])))],
    ['are packed otherwise', stream('/Filter/Unknown', Buffer.from(xmp))],
    ['unpack to very much', stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(1 << 26, ' ')))],
    ['are no stream', '<</Type/Metadata>>'],
  ])('has no metadata where they %s', async (_, metadata) => {
    expect((await sealedWith(metadata)).xmp).toBe(null)
  })

  it('keeps metadata that claim nothing', async () => {
    const { xmp: found } = await sealedWith(stream('/Type/Metadata', Buffer.from(packet(''))))
    expect(found?.toString()).toBe(packet(''))
  })

  it('has an appearance for its seal, which is empty', async () => {
    const { pdf } = await sealedWith('null')
    const annotations = pdf.getPage(0)?.dict.get('Annots', (ref) => pdf.getObject(ref))
    const widget = annotations instanceof PdfArray ? annotations.at(0, (ref) => pdf.getObject(ref)) : null
    const appearance = widget instanceof PdfDict ? widget.getDict('AP')?.get('N', (ref) => pdf.getObject(ref)) : null
    expect(appearance instanceof PdfStream && appearance.getName('Subtype')?.value).toBe('Form')
    expect(appearance instanceof PdfStream && appearance.data).toHaveLength(0)
  })
})
