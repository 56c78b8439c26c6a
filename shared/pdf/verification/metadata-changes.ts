import { type PdfObject, PdfStream } from '@libpdf/core'
import { decodedData } from '../unpacked-stream.ts'

/** What every tool that saves a file writes anew, and no reader shows. */
const unseen = [
  'xmp:ModifyDate',
  'xmp:MetadataDate',
  'xmp:CreatorTool',
  'xmp:CreateDate',
  'pdf:Producer',
  'xmpMM:InstanceID',
  'xmpMM:DocumentID',
  'xmpMM:RenditionClass',
  'xmpMM:VersionID',
]

/** Entries of the document information (ISO 32000-2 §14.3.3) of which the same is true. */
export const unseenInformation: readonly string[] = ['ModDate', 'CreationDate', 'Producer', 'Creator', 'Trapped']

const longest = 1024 * 1024

/** Whether two XMP packets say the same where readers show it, such as in the title of their window. */
export function isSameMetadata(before: PdfObject | null, after: PdfObject | null): boolean {
  const [old, now] = [before, after].map((each) => (each === null ? [] : propertiesOf(each)))
  return old != null && now != null && JSON.stringify(old) === JSON.stringify(now)
}

/** Each property by the names that lead to it, whether it is written as an element or as an attribute; null: not readable. */
function propertiesOf(stream: PdfObject): string[] | null {
  if (!(stream instanceof PdfStream)) return null
  const data = decodedData(stream)
  if (data.length > longest) return null
  const found: string[] = []
  const path: string[] = []
  const note = (names: readonly string[], value: string) => {
    const named = names.filter((name) => !['x:xmpmeta', 'rdf:RDF', 'rdf:Description'].includes(name))
    if (!named.some((name) => unseen.includes(name))) found.push(`${named.join('/')}=${value.trim()}`)
  }
  for (const [token] of new TextDecoder().decode(data).matchAll(/<[^>]*>|[^<]+/g)) {
    if (/^<\?xpacket\s[^<>]*\?>$/.test(token) || token.trim() === '' || token === '\ufeff') continue
    if (/^<[?!]/.test(token)) return null
    if (!token.startsWith('<')) note(path, token)
    else if (token.startsWith('</')) path.pop()
    else {
      const name = /^<([^\s/>]+)/.exec(token)?.[1]
      if (name === undefined) return null
      path.push(name)
      for (const [, attribute = '', , value = ''] of token.matchAll(/\s([^\s=]+)\s*=\s*(["'])(.*?)\2/gs))
        if (!/^xmlns(:|$)|^rdf:about$|^x:xmptk$/.test(attribute)) note([...path, attribute], value)
      if (token.endsWith('/>')) path.pop()
    }
  }
  return found.sort()
}
