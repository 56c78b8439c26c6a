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

/** An object as a file holds it between `obj` and `endobj`. Streams without a filter are compressed. */
export function objectBytes(object: PdfObject): Buffer {
  if (!(object instanceof PdfStream)) return Buffer.from(objectText(object), 'latin1')
  const isCompressed = !object.has('Filter') && object.data.length >= shortestCompressed
  const data = isCompressed ? deflateSync(object.data) : object.data
  const entries = [...object].filter(([name]) => name.value !== 'Length')
  if (isCompressed) entries.push([PdfName.of('Filter'), PdfName.of('FlateDecode')])
  entries.push([PdfName.of('Length'), PdfNumber.of(data.length)])
  const head = `${dictionaryText(entries)}\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from('\nendstream')])
}

/** A character for each byte. */
function objectText(object: PdfObject): string {
  if (object instanceof PdfStream) throw new Error('A stream cannot be a part of another object')
  if (object instanceof PdfDict) return dictionaryText(object)
  if (object instanceof PdfArray) return `[${object.toArray().map(objectText).join(' ')}]`
  if (object instanceof PdfRef) return `${object.objectNumber} ${object.generation} R`
  if (object instanceof PdfName) return nameText(object)
  if (object instanceof PdfNumber) return numberText(object.value)
  if (object instanceof PdfString) return stringText(object)
  if (object instanceof PdfBool) return String(object.value)
  return 'null'
}

function dictionaryText(entries: Iterable<[PdfName, PdfObject]>): string {
  return `<<${Array.from(entries, ([name, value]) => `${nameText(name)} ${objectText(value)}`).join('\n')}>>`
}

function nameText({ value }: PdfName): string {
  return `/${value.replace(/[^!-~]|[#()<>[\]{}/%]/g, (character) => `#${hex(character.charCodeAt(0))}`)}`
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
