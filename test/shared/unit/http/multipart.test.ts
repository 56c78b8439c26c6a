import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MultipartForm, readMultipart } from '../../../../shared/http/multipart.ts'

interface Part {
  readonly name: string
  readonly fileName?: string
  readonly bytes: Uint8Array
}

/** A body as RFC 7578 has it. */
function encoded(boundary: string, parts: readonly Part[], { end = `--${boundary}--\r\n` } = {}): Buffer {
  const encode = ({ name, fileName, bytes }: Part) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, bytes, '\r\n']
  }
  return Buffer.concat([...parts.flatMap(encode), end].map((piece) => Buffer.from(piece as Uint8Array)))
}

const quoted = (boundary: string) => `multipart/form-data; boundary="${boundary}"`

/** Fails where the reader would leave a request without an answer. */
async function read(contentType: string, body: Buffer): Promise<MultipartForm | null> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the reader did not end')), 60_000)
  return await Promise.race([readMultipart(contentType, body), late]).finally(() => clearTimeout(timer))
}

/** Every character of a boundary (RFC 2046 §5.1.1); a space stands nowhere at its end. */
const boundaryLetters = "0123456789abcxyzABCXYZ'()+_,-./:=? "
const boundaries = fc
  .string({ unit: fc.constantFrom(...boundaryLetters), minLength: 1, maxLength: 70 })
  .filter((text) => text === text.trim() && text !== '')

/** Bytes in which line ends, dashes and boundaries come often. */
const bytes = fc
  .array(fc.oneof(fc.constantFrom('\r\n', '--', '\r', '\n', '\r\n--', 'b', '\u0000'), fc.string({ maxLength: 3 })), {
    maxLength: 60,
  })
  .map((pieces) => Buffer.from(pieces.join('')))
const anyBytes = fc.oneof(
  bytes,
  fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array)),
)

describe('the multipart reader', () => {
  test('gives the very bytes of the file and the text of data, whatever the boundary and the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        boundaries,
        anyBytes,
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        async (boundary, file, text, fileFirst) => {
          fc.pre(!file.includes(`--${boundary}`) && !text.includes(`--${boundary}`))
          const parts = [
            { name: 'file', fileName: 'a.pdf', bytes: file },
            { name: 'data', bytes: Buffer.from(text) },
          ]
          const form = await read(quoted(boundary), encoded(boundary, fileFirst ? parts : parts.toReversed()))
          expect(Buffer.from(form?.file?.bytes ?? []).equals(file)).toBe(true)
          expect(form).toMatchObject({ data: Buffer.from(text).toString(), file: { name: 'a.pdf' } })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('reads an unquoted boundary with underscores, as Java clients send it', async () => {
    const boundary = '----=_Part_3_1597.1611'
    const body = encoded(boundary, [{ name: 'data', bytes: Buffer.from('{}') }])
    for (const type of [quoted(boundary), `multipart/form-data;boundary="${boundary}";charset=utf-8`])
      expect(await read(type, body)).toEqual({ data: '{}', file: null, uploadId: null })
    const plain = '_Part_3_1597.1611'
    const unquoted = await read(
      `Multipart/Form-Data; Boundary=${plain}`,
      encoded(plain, [{ name: 'data', bytes: Buffer.from('1') }]),
    )
    expect(unquoted?.data).toBe('1')
  })

  test('passes over a preamble, an epilogue and parts that nobody asked for', async () => {
    const parts = [
      { name: 'other', fileName: 'b.bin', bytes: Buffer.from('other') },
      { name: 'data', bytes: Buffer.from('{}') },
      { name: 'more', bytes: Buffer.from('more') },
      { name: 'file', fileName: 'a.pdf', bytes: Buffer.from('file') },
    ]
    const body = Buffer.concat([Buffer.from('preamble\r\n'), encoded('b', parts), Buffer.from('epilogue')])
    expect(await read(quoted('b'), body)).toMatchObject({
      data: '{}',
      file: { name: 'a.pdf', bytes: Buffer.from('file') },
    })
  })

  test('takes the first of several parts of one name', async () => {
    const parts = ['one', 'two'].flatMap((text) => [
      { name: 'file', fileName: `${text}.pdf`, bytes: Buffer.from(text) },
      { name: 'data', bytes: Buffer.from(text) },
    ])
    expect(await read(quoted('b'), encoded('b', parts))).toMatchObject({ data: 'one', file: { name: 'one.pdf' } })
  })

  test('takes data that comes as a file with a type of its own', async () => {
    const parts = [{ name: 'data', fileName: 'data.json', bytes: Buffer.from('{"é":1}') }]
    expect(await read(quoted('b'), encoded('b', parts))).toEqual({ data: '{"é":1}', file: null, uploadId: null })
  })

  test('reads file names in UTF-8, without the folders before them', async () => {
    const parts = [{ name: 'file', fileName: '../../etc/Vertrag für Zoë.pdf', bytes: Buffer.from('x') }]
    expect((await read(quoted('b'), encoded('b', parts)))?.file?.name).toBe('Vertrag für Zoë.pdf')
  })

  test.each<[string, string]>([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['no type', ''],
    ['another type', 'application/json'],
  ])('gives null for %s', async (_, type) => {
    expect(await read(type, encoded('b', [{ name: 'data', bytes: Buffer.from('{}') }]))).toBeNull()
  })

  test('gives null for more parts, or a longer text, than any operation takes', async () => {
    const many = (count: number, fileName?: string) =>
      Array.from({ length: count }, () => ({ name: 'x', bytes: Buffer.from('x'), ...(fileName ? { fileName } : {}) }))
    expect(await read(quoted('b'), encoded('b', many(11)))).toBeNull()
    expect(await read(quoted('b'), encoded('b', many(11, 'a.bin')))).toBeNull()
    expect(await read(quoted('b'), encoded('b', many(20_000)))).toBeNull()
    const long = [{ name: 'data', bytes: Buffer.alloc(1_048_577, 'x') }]
    expect(await read(quoted('b'), encoded('b', long))).toBeNull()
  })

  test('gives null for a body that is cut off anywhere before its last line', async () => {
    const parts = [
      { name: 'data', bytes: Buffer.from('{"a":1}') },
      { name: 'file', fileName: 'a.pdf', bytes: Buffer.from('\r\n--\r\n--boundar') },
    ]
    const whole = encoded('boundary', parts, { end: '--boundary--' })
    for (let length = 0; length < whole.length; length++)
      expect(await read(quoted('boundary'), whole.subarray(0, length)), `${length} bytes`).toBeNull()
    expect(await read(quoted('boundary'), whole)).not.toBeNull()
  })

  test('always ends and never throws, whatever it is given', async () => {
    const types = fc.oneof(fc.string(), boundaries.map(quoted), fc.constant(quoted('b')))
    await fc.assert(
      fc.asyncProperty(types, anyBytes, async (type, body) => {
        const form = await read(type, body)
        expect(form === null || 'data' in form).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('always ends and never throws on bodies that were right but for some bytes', async () => {
    const parts = [
      { name: 'data', bytes: Buffer.from('{"a":1}') },
      { name: 'file', fileName: 'a.pdf', bytes: Buffer.from('%PDF-1.7\r\n--b\n') },
    ]
    const whole = encoded('bnd', parts)
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const body = Buffer.from(whole)
        for (const [at, byte] of changed) body[at] = byte
        const form = await read(quoted('bnd'), body)
        expect(form === null || 'data' in form).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
