import busboy from 'busboy'

/** The two parts that a form may have: `file`, and `data` as text. Other parts are passed over. */
export interface MultipartForm {
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  readonly data: string | null
}

const limits = { fields: 10, files: 5, parts: 20, fieldSize: 1_048_576, headerPairs: 50 }

/** Reads a multipart/form-data body (RFC 7578), or gives null when it is malformed or has too many parts. */
export function readMultipart(contentType: string, body: Buffer): Promise<MultipartForm | null> {
  return new Promise((resolve) => {
    const form: { file: MultipartForm['file']; data: string | null } = { file: null, data: null }
    const malformed = () => resolve(null)
    const parser = parserFor(contentType)
    if (!parser) return malformed()
    parser.on('file', (part, stream, info) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', malformed)
      stream.on('end', () => {
        if (part === 'file' && !form.file) form.file = { name: info.filename || 'file', bytes: Buffer.concat(chunks) }
        if (part === 'data') form.data ??= Buffer.concat(chunks).toString('utf8')
      })
    })
    parser.on('field', (part, value, info) => {
      if (info.valueTruncated) malformed()
      else if (part === 'data') form.data ??= value
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, malformed)
    parser.on('error', malformed)
    parser.on('close', () => resolve(form))
    parser.end(body)
  })
}

function parserFor(contentType: string): busboy.Busboy | null {
  try {
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' })
  } catch {
    return null
  }
}
