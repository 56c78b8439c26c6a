import { deflateSync } from 'node:zlib'

/** What stands between `obj` and `endobj`; streams are given as bytes. */
export type PdfBody = string | Buffer

const header = '%PDF-1.7\n'

/** A file with a correct cross-reference table over the bodies of objects 1, 2, 3… */
export function pdfOf(bodies: readonly PdfBody[], trailer = '/Root 1 0 R'): Buffer {
  const { parts, offsets, position } = laidOut(bodies.map((body, index) => [index + 1, body]))
  const entries = [...offsets.values()].map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = bodies.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<</Size ${size} ${trailer}>>\n`
  return Buffer.concat([...parts, Buffer.from(`${table}startxref\n${position}\n%%EOF\n`)])
}

/** The same objects as since PDF 1.5: all but streams in compressed object streams, found by a cross-reference stream. */
export function pdfOfObjectStreams(bodies: readonly PdfBody[], trailer = '/Root 1 0 R'): Buffer {
  const numbered = bodies.map((body, index): [number, PdfBody] => [index + 1, body])
  const plain = numbered.filter(([, body]) => typeof body !== 'string')
  const packed = numbered.flatMap(([number, body]): [number, string][] =>
    typeof body === 'string' ? [[number, body]] : [],
  )
  const groups = Array.from({ length: Math.ceil(packed.length / 200) }, (_, index) =>
    packed.slice(index * 200, index * 200 + 200),
  )
  const firstGroup = bodies.length + 1
  const { parts, offsets, position } = laidOut([
    ...plain,
    ...groups.map((group, index): [number, PdfBody] => [firstGroup + index, objectStream(group)]),
  ])
  const size = firstGroup + groups.length + 1
  const rows = Buffer.alloc(size * 7)
  for (const [number, offset] of offsets) writeRow(rows, number, [1, offset, 0])
  for (const [index, group] of groups.entries())
    for (const [place, [number]] of group.entries()) writeRow(rows, number, [2, firstGroup + index, place])
  writeRow(rows, size - 1, [1, position, 0])
  const dictionary = `/Type/XRef/Size ${size}/W[1 4 2]/Filter/FlateDecode${trailer}`
  const table = stream(dictionary, deflateSync(rows))
  return Buffer.concat([...parts, object(size - 1, table), Buffer.from(`startxref\n${position}\n%%EOF\n`)])
}

/**
 * A file for readers of two ages (ISO 32000-2 §7.5.8.4), as Word writes it: the last objects are packed, and the table
 * calls them free. An update of no objects names a stream that says where they are.
 */
export function hybridPdfOf(bodies: readonly string[], packedCount: number): Buffer {
  const numbered = bodies.map((body, index): [number, string] => [index + 1, body])
  const packed = numbered.slice(-packedCount)
  const container = bodies.length + 1
  const { parts, offsets, position } = laidOut([...numbered.slice(0, -packedCount), [container, objectStream(packed)]])
  const rows = Buffer.alloc(packedCount * 7)
  for (const index of packed.keys()) writeRow(rows, index, [2, container, index])
  const index = `[${container - packedCount} ${packedCount}]`
  const beside = object(container + 1, stream(`/Type/XRef/Size ${container + 2}/Index${index}/W[1 4 2]`, rows))
  offsets.set(container + 1, position)
  const size = container + 2
  const entries = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = position + beside.length
  const main = `xref\n0 ${size}\n${entries.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  const update = `xref\n0 0\ntrailer\n<</Size ${size}/Root 1 0 R/Prev ${start}/XRefStm ${position}>>\n`
  return Buffer.concat([...parts, beside, Buffer.from(`${main}${update}startxref\n${start + main.length}\n%%EOF\n`)])
}

export function stream(dictionary: string, data: Uint8Array): Buffer {
  const head = `<<${dictionary}/Length ${data.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])
}

function laidOut(objects: readonly [number, PdfBody][]) {
  const parts: Buffer[] = [Buffer.from(header)]
  const offsets = new Map<number, number>()
  let position = header.length
  for (const [number, body] of objects) {
    const part = object(number, body)
    offsets.set(number, position)
    parts.push(part)
    position += part.length
  }
  return { parts, offsets, position }
}

function object(number: number, body: PdfBody): Buffer {
  return Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
}

function objectStream(objects: readonly [number, string][]): Buffer {
  let position = 0
  const index = objects.map(([number, body]) => {
    const pair = `${number} ${position}`
    position += body.length + 1
    return pair
  })
  const head = `${index.join(' ')}\n`
  const data = deflateSync(head + objects.map(([, body]) => `${body}\n`).join(''))
  return stream(`/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode`, data)
}

function writeRow(rows: Buffer, number: number, [type, second, third]: [number, number, number]) {
  rows.writeUInt8(type, number * 7)
  rows.writeUInt32BE(second, number * 7 + 1)
  rows.writeUInt16BE(third, number * 7 + 5)
}
