/**
 * Adds a save to a PDF as since version 1.5 (ISO 32000-2 §7.5.6 to §7.5.8): one object anew, in an object stream, found by
 * a cross-reference stream. Arguments: the file, the file to write, the number of the object, and its new text.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

const [from = '', to = '', number = '', text = ''] = process.argv.slice(2)
const original = readFileSync(from)
const latin = original.toString('latin1')
const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin)?.[1])
const trailer = latin.slice(previous, latin.indexOf('stream', previous))
const size = Number(/\/Size (\d+)/.exec(trailer)?.[1])
const handedOn = [/\/Root \d+ 0 R/, /\/Info \d+ 0 R/, /\/ID \[.*?\]/s].map((each) => each.exec(trailer)?.[0] ?? '')

const head = `${number} 0 `
const packed = deflateSync(`${head}${text}`)
const group = streamOf(size, `/Type/ObjStm/N 1/First ${head.length}`, packed)
const start = original.length + group.length
const rows = Buffer.alloc(3 * 7)
for (const [index, row] of [
  [2, size, 0],
  [1, original.length, 0],
  [1, start, 0],
].entries()) {
  rows.writeUInt8(row[0] ?? 0, index * 7)
  rows.writeUInt32BE(row[1] ?? 0, index * 7 + 1)
  rows.writeUInt16BE(row[2] ?? 0, index * 7 + 5)
}
const index = `/Index[${number} 1 ${size} 2]`
const table = streamOf(
  size + 1,
  `/Type/XRef/Size ${size + 2}/W[1 4 2]${index}/Prev ${previous}${handedOn.join('')}`,
  deflateSync(rows),
)
writeFileSync(to, Buffer.concat([original, group, table, Buffer.from(`startxref\n${start}\n%%EOF\n`)]))

function streamOf(objectNumber: number, dictionary: string, data: Buffer): Buffer {
  const opening = `${objectNumber} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${data.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(opening), data, Buffer.from('\nendstream\nendobj\n')])
}
