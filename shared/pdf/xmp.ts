import { PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core'
import { metadataText } from './conformance-claims.ts'
import type { ObjectSource } from './document-objects.ts'

/** What readers show of a document. */
export interface XmpDescription {
  readonly title: string
  /** The program that wrote the file. */
  readonly producer: string
}

interface DescribedDocument extends ObjectSource {
  register(object: PdfStream): PdfRef
}

const producerSpace = 'http://ns.adobe.com/pdf/1.3/'

/**
 * Says in the metadata of a document what /Info says (ISO 32000-2 §14.3.2): many readers show only these. Metadata that the
 * document has stay as they are, but for the program that wrote it.
 */
export function describeInXmp(document: DescribedDocument, description: XmpDescription): void {
  const catalog = document.getCatalog()
  const entry = catalog.get('Metadata')
  const metadata = entry instanceof PdfRef ? document.getObject(entry) : entry
  const before = metadata instanceof PdfStream ? metadataText(metadata) : null
  if (entry && before === null) return
  const xmp = before === null ? xmpPacket(description) : withProducer(before, description.producer)
  if (xmp !== before) catalog.set('Metadata', document.register(metadataStream(xmp)))
}

/** The stream of metadata that are ours alone. */
export function metadataOf(description: XmpDescription): PdfStream {
  return metadataStream(xmpPacket(description))
}

function metadataStream(xmp: string): PdfStream {
  return new PdfStream(PdfDict.of({ Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') }), Buffer.from(xmp))
}

function xmpPacket({ title, producer }: XmpDescription): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="${producerSpace}" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>${xmlText(producer)}</pdf:Producer>
<xmp:CreatorTool>${xmlText(producer)}</xmp:CreatorTool>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
`
}

/** The producer is an element or an attribute, with the prefix that the document chose for its namespace. */
function withProducer(xmp: string, producer: string): string {
  const [, prefix] = /xmlns:([\w-]+)\s*=\s*["']http:\/\/ns\.adobe\.com\/pdf\/1\.3\/["']/.exec(xmp) ?? []
  if (prefix === undefined) return xmp
  const name = `${prefix}:Producer`
  const said = xmlText(producer)
  return xmp
    .replace(new RegExp(`(<${name}>)[^<]*(</${name}\\s*>)`, 'g'), (_, start, end) => `${start}${said}${end}`)
    .replace(new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`, 'g'), (_, start) => `${start}"${said}"`)
}

/** XML has no control characters, not even by their numbers, and no halves of characters. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
