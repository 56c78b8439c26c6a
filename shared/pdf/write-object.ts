import { deflateSync } from 'node:zlib'
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'

/** Shorter streams would hardly get smaller. */
const shortestCompressed = 256

/** How references are written: of `null`, there is no such object. */
type Refer = (ref: PdfRef) => PdfRef | null

const asTheyAre: Refer = (ref) => ref

/** An object as a file holds it between `obj` and `endobj`. Streams without a filter are compressed. */
export function objectBytes(object: PdfObject, refer: Refer = asTheyAre): Buffer {
  if (!(object instanceof PdfStream)) return Buffer.from(objectText(object, refer), 'latin1')
  const isCompressed = isWorthCompressing(object)
  const data = isCompressed ? deflateSync(object.data) : object.data
  const entries = [...object].filter(([name]) => name.value !== 'Length')
  if (isCompressed) entries.push([PdfName.of('Filter'), PdfName.of('FlateDecode')])
  entries.push([PdfName.of('Length'), PdfNumber.of(data.length)])
  const head = `${dictionaryText(entries, refer)}\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream')])
}

/** The keys say that the data is packed, or would say how once it is. */
const keysOfFilters = ['Filter', 'DecodeParms', 'F', 'DP']

/** Metadata stays plain, so that programs that know nothing of PDF find it (ISO 32000-2 §14.3.2). */
function isWorthCompressing(stream: PdfStream): boolean {
  if (stream.data.length < shortestCompressed || stream.getName('Type')?.value === 'Metadata') return false
  return !keysOfFilters.some((key) => stream.has(key))
}

/** A character for each byte. */
function objectText(object: PdfObject, refer: Refer): string {
  if (object instanceof PdfStream) throw new Error('A stream cannot be a part of another object')
  if (object instanceof PdfDict) return dictionaryText(object, refer)
  if (object instanceof PdfArray) return `[${Array.from(object, (item) => objectText(item, refer)).join(' ')}]`
  if (object instanceof PdfRef) return referenceText(refer(object))
  if (object instanceof PdfName) return nameText(object)
  if (object instanceof PdfNumber) return numberText(object.value)
  if (object instanceof PdfString) return stringText(object)
  if (object instanceof PdfBool) return String(object.value)
  return 'null'
}

function referenceText(ref: PdfRef | null): string {
  return ref ? `${ref.objectNumber} ${ref.generation} R` : 'null'
}

function dictionaryText(entries: Iterable<[PdfName, PdfObject]>, refer: Refer): string {
  const texts = Array.from(entries, ([name, value]) => `${nameText(name)} ${objectText(value, refer)}`)
  return `<<${texts.join('\n')}>>`
}

/** The library takes escaped bytes for UTF-8, our reader never gives characters beyond one byte. */
function nameText({ value }: PdfName): string {
  const bytes = /[^\0-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value
  return `/${bytes.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => `#${hex(character.charCodeAt(0))}`)}`
}

/** Without an exponent, which PDF does not know. */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value)
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

function stringText({ bytes, format }: PdfString): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'hex') return `<${text.toString('hex')}>`
  return `(${text.toString('latin1').replace(/[\\()\r]/g, (character) => (character === '\r' ? '\\r' : `\\${character}`))})`
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
