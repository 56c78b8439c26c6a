import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { utf8Text } from './utf8-text.ts'

/** The parts that a form may have: `file` or `uploadId`, and `data` as text. Other parts are passed over. */
export interface MultipartForm {
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  /** `not_utf8`: the part has bytes that are no UTF-8. */
  readonly data: string | 'not_utf8' | null
  readonly uploadId: string | null
  /** Parts whose name begins as the operation says, by their names. */
  readonly parts?: ReadonlyMap<string, Uint8Array>
}

const mostParts = 10
/** Of a form with parts of a kind of its own. */
const mostNamedParts = 60
const headerPairs = 50
const maxDataBytes = 1_048_576

/** Reads a multipart/form-data body (RFC 7578), or gives null when it is malformed or has too many parts. */
export function readMultipart(
  contentType: string,
  body: Buffer,
  partsNamed: string | null = null,
): Promise<MultipartForm | null> {
  return new Promise((resolve) => {
    const parts = new Map<string, Uint8Array>()
    const form: { -readonly [Part in keyof MultipartForm]: MultipartForm[Part] } = {
      file: null,
      data: null,
      uploadId: null,
      ...(partsNamed !== null && { parts }),
    }
    const malformed = () => resolve(null)
    const parser = parserFor(contentType, partsNamed === null ? mostParts : mostNamedParts)
    if (!parser) return malformed()
    parser.on('file', (part, stream, fileName) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', malformed)
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks)
        if (part === 'file') form.file ??= { name: fileName || 'file', bytes }
        if (partsNamed !== null && part?.startsWith(partsNamed) && !parts.has(part)) parts.set(part, bytes)
        if (part === 'uploadId') form.uploadId ??= utf8Text(bytes)
        if (part !== 'data') return
        if (bytes.length > maxDataBytes) malformed()
        else form.data ??= utf8Text(bytes) ?? 'not_utf8'
      })
    })
    parser.on('filesLimit', malformed)
    parser.on('error', malformed)
    parser.on('finish', () => resolve(form))
    parser.end(body)
  })
}

function parserFor(contentType: string, files: number): BusboyInstance | null {
  try {
    // Every part is read as bytes, whether or not it tells a file name or a type.
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files, headerPairs },
      isPartAFile: () => true,
    })
  } catch {
    return null
  }
}
