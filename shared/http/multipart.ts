import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { utf8Text } from './utf8-text.ts'

/** The parts that a form may have: `file` or `uploadId`, and `data` as text. Other parts are passed over. */
export interface MultipartForm {
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  /** `not_utf8`: the part has bytes that are no UTF-8. */
  readonly data: string | 'not_utf8' | null
  readonly uploadId: string | null
}

const limits = { files: 10, headerPairs: 50 }
const maxDataBytes = 1_048_576

/** Reads a multipart/form-data body (RFC 7578), or gives null when it is malformed or has too many parts. */
export function readMultipart(contentType: string, body: Buffer): Promise<MultipartForm | null> {
  return new Promise((resolve) => {
    const form: { -readonly [Part in keyof MultipartForm]: MultipartForm[Part] } = {
      file: null,
      data: null,
      uploadId: null,
    }
    const malformed = () => resolve(null)
    const parser = parserFor(contentType)
    if (!parser) return malformed()
    parser.on('file', (part, stream, fileName) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', malformed)
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks)
        if (part === 'file') form.file ??= { name: fileName || 'file', bytes }
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

function parserFor(contentType: string): BusboyInstance | null {
  try {
    // Every part is read as bytes, whether or not it tells a file name or a type.
    return new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile: () => true })
  } catch {
    return null
  }
}
