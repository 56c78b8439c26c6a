import { PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core'
import { contentData } from './content-data.ts'
import type { DocumentUpdate } from './document-update.ts'

/** Namespaces in which metadata claim that a file keeps to a standard: PDF/A, PDF/UA, PDF/E, PDF/X, PDF/VT, and declarations. */
const claimSpaces = [
  'http://www.aiim.org/pdfa/ns/id/',
  'http://www.aiim.org/pdfua/ns/id/',
  'http://www.aiim.org/pdfe/ns/id/',
  'http://www.npes.org/pdfx/ns/id/',
  'http://www.npes.org/pdfvt/ns/id/',
  'http://pdfa.org/declarations/',
]

/** Longer metadata are removed whole: nothing is searched in them. */
const longestText = 1024 * 1024
const mostPrefixes = 20

/**
 * Takes back what a document claims of itself: stamps and a seal break standards such as PDF/A and PDF/UA. Metadata that
 * cannot be read with certainty are removed whole.
 */
export function removeConformanceClaims(update: DocumentUpdate) {
  const catalog = update.getCatalog()
  const entry = catalog.get('Metadata')
  if (!entry) return
  const metadata = entry instanceof PdfRef ? update.getObject(entry) : entry
  const text = metadata instanceof PdfStream ? metadataText(metadata) : null
  const without = text === null ? null : textWithoutClaims(text)
  if (without === text && text !== null) return
  if (without === null) return catalog.delete('Metadata')
  const entries = { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') }
  catalog.set('Metadata', update.register(new PdfStream(PdfDict.of(entries), Buffer.from(without))))
}

/** The text of metadata; null where it cannot be read. */
export function metadataText(stream: PdfStream): string | null {
  try {
    const bytes = Buffer.from(contentData(stream, longestText))
    const [first, second] = bytes
    if (first === 0xfe && second === 0xff) return bytes.swap16().toString('utf16le')
    if (first === 0 && second !== 0) return bytes.swap16().toString('utf16le')
    if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return bytes.toString('utf16le')
    return bytes.toString('utf8')
  } catch {
    return null
  }
}

/** XMP without its claims: the same text where it has none, and null where they cannot be told apart from the rest. */
export function textWithoutClaims(xmp: string): string | null {
  // An entity, or a character by its number, could write a namespace that is not seen here.
  if (/<!DOCTYPE|<!ENTITY|\0|\uFFFD/i.test(xmp) || /=\s*(["'])[^"']*&#/.test(xmp)) return null
  const bindings = [...xmp.matchAll(/\s+xmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  const claims = bindings.filter(([, , double, single]) => isClaimSpace(double ?? single ?? ''))
  const prefixes = new Set(claims.map(([, prefix]) => prefix))
  if (prefixes.size === 0) return xmp
  if (prefixes.size > mostPrefixes) return null
  let text = xmp
  for (const prefix of prefixes) {
    if (prefix === undefined) return null
    const name = `${prefix.replaceAll('.', '\\.')}:[\\w.-]+`
    text = text
      .replace(new RegExp(`<${name}(?:\\s[^<>]*)?(?:/>|>[^<]*</${name}\\s*>)`, 'g'), '')
      .replace(new RegExp(`\\s+${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
      .replace(new RegExp(`\\s+xmlns:${prefix.replaceAll('.', '\\.')}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')
    // Something else is within, or beside it.
    if (new RegExp(`</?${name}|[\\s]${name}\\s*=`).test(text)) return null
  }
  return text
}

function isClaimSpace(uri: string): boolean {
  const trimmed = uri.trim().toLowerCase()
  return claimSpaces.some((space) => trimmed.startsWith(space.slice(0, -1)))
}
