import { inflateSync } from 'node:zlib'
import { kinds } from '../bytes.ts'
import { checkIndices, isWholeTable } from './index-check.ts'
import { OddContent } from './odd-content.ts'
import type { StrictScanner } from './strict-scanner.ts'

const names: Readonly<Record<string, string>> = {
  BitsPerComponent: 'BPC',
  ColorSpace: 'CS',
  Decode: 'D',
  DecodeParms: 'DP',
  Filter: 'F',
  Height: 'H',
  ImageMask: 'IM',
  Intent: 'Intent',
  Interpolate: 'I',
  Width: 'W',
  Length: 'L',
}
const known = new Set(Object.values(names))
const device: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
}

export interface InlineContext {
  /** Only masks may be drawn. */
  readonly isStencil: boolean
  /** How many numbers a colour has in a colour space of the resources. */
  readonly componentsOf: (name: string) => number
}

/**
 * Moves from behind `BI` to behind `EI` (ISO 32000-2 §8.9.7). Readers find the end of the data in different ways: by
 * their length, by the next `EI`, or by what follows it. Throws `OddContent` where these could differ.
 */
export function skipInlineImage(scanner: StrictScanner, { isStencil, componentsOf }: InlineContext) {
  const image = readKeys(scanner)
  if (isStencil && image.get('IM') !== 'true') throw new OddContent('Something without colours draws what has some')
  const { bytes } = scanner
  if (kinds[bytes[scanner.position] ?? 0] !== 1) throw new OddContent('No white space before the data of an image')
  const start = scanner.position + 1
  const filter = firstFilter(image)
  const length = lengthOf(image, componentsOf)
  const end = filter === null ? endBehind(bytes, start + length) : endOfPacked(bytes, start, filter)
  for (let at = start; at < end; at += 1)
    if (bytes[at] === 0x45 && isEnd(bytes, at, start)) throw new OddContent('The data of an image hold an EI')
  checkInlineIndices(image, bytes.subarray(start, end), filter)
  if (!isText(bytes, end + 2)) throw new OddContent('Readers may not see the end of an image')
  scanner.position = end + 2
}

function readKeys(scanner: StrictScanner): Map<string, string> {
  const image = new Map<string, string>()
  for (;;) {
    const kind = scanner.next()
    if (kind === 'w' && scanner.text() === 'ID') return image
    const given = scanner.text().slice(1)
    const key = names[given] ?? given
    const value = kind === 'N' ? scanner.next() : null
    if (!value || value === 'w' || !known.has(key) || image.has(key)) throw new OddContent('An inline image is odd')
    image.set(key, scanner.text())
  }
}

function firstFilter(image: Map<string, string>): string | null {
  return /\/([^\0\t\n\f\r /[\]]+)/.exec(image.get('F') ?? '')?.[1] ?? null
}

function wholeAt(image: Map<string, string>, key: string): number {
  const value = Number(image.get(key))
  if (!Number.isInteger(value) || value < 1 || value > 100_000) throw new OddContent(`An inline image has no ${key}`)
  return value
}

function lengthOf(image: Map<string, string>, componentsOf: (name: string) => number): number {
  const isMask = image.get('IM') === 'true'
  const bits = isMask && !image.has('BPC') ? 1 : bitsOf(image)
  if (isMask && bits !== 1) throw new OddContent('An inline mask has too many bits')
  const decode = image.get('D')?.match(/[^\0\t\n\f\r [\]]+/g)?.length ?? null
  const components = isMask ? 1 : inColours(image.get('CS') ?? '', image, componentsOf)
  if (decode !== null && decode !== 2 * components) throw new OddContent('An inline image has an odd Decode')
  return Math.ceil((wholeAt(image, 'W') * components * bits) / 8) * wholeAt(image, 'H')
}

function bitsOf(image: Map<string, string>): number {
  const isImplied = !image.has('BPC') && /^(DCT|CCF|DCTDecode|CCITTFaxDecode)$/.test(firstFilter(image) ?? '')
  const bits = isImplied ? 8 : Number(image.get('BPC'))
  if (![1, 2, 4, 8, 16].includes(bits)) throw new OddContent('An inline image has no bits')
  return bits
}

function inColours(space: string, image: Map<string, string>, componentsOf: (name: string) => number): number {
  if (/^\[[\0\t\n\f\r ]*\/(I|Indexed)\b/.test(space)) return 1
  const name = /^\[?[\0\t\n\f\r ]*\/([^\0\t\n\f\r /[\]<>()]+)[\0\t\n\f\r ]*\]?$/.exec(space)?.[1]
  if (name === undefined) throw new OddContent(`An inline image has no colours: ${[...image.keys()].join(' ')}`)
  return device[name] ?? componentsOf(name)
}

/** That an image has no colour but those of its own table, `[/Indexed base highest <table>]`. */
function checkInlineIndices(image: Map<string, string>, data: Uint8Array, filter: string | null) {
  const [, base = '', last, table = ''] =
    /^\[[\0\t\n\f\r ]*\/(?:I|Indexed)[\0\t\n\f\r ]*\/([^\0\t\n\f\r /[\]<>()]+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]*([<(].*[>)])[\0\t\n\f\r ]*\]$/s.exec(
      image.get('CS') ?? '',
    ) ?? []
  if (image.get('IM') === 'true' || !/^\[[\0\t\n\f\r ]*\/(I|Indexed)\b/.test(image.get('CS') ?? '')) return
  const components = device[base]
  const highest = Number(last)
  if (last === undefined || components === undefined || highest > 255)
    throw new OddContent('An inline image has an odd table')
  if (bytesIn(table) < (highest + 1) * components) throw new OddContent('A colour table is too short')
  const size = { width: wholeAt(image, 'W'), height: wholeAt(image, 'H'), bits: bitsOf(image), highest }
  if (isWholeTable(size)) return
  if (filter !== null && (!/^(Fl|FlateDecode)$/.test(filter) || image.has('DP')))
    throw new OddContent('The colours of an inline image are not known')
  checkIndices(filter === null ? data : checkInflates(data), size)
}

/** How many bytes a string stands for, at least. */
function bytesIn(string: string): number {
  if (string.startsWith('<')) return Math.ceil((string.match(/[\da-f]/gi)?.length ?? 0) / 2)
  return string
    .slice(1, -1)
    .replace(/\\(\r\n|\r|\n)/g, '')
    .replace(/\\([0-7]{1,3}|.)/gs, 'x').length
}

/** Where `EI` begins, with at most a line end before it. */
function endBehind(bytes: Uint8Array, position: number): number {
  let at = position
  while (at < position + 2 && kinds[bytes[at] ?? 0] === 1) at += 1
  const isThere = bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isSpaceOrEnd(bytes, at + 2)
  if (!isThere) throw new OddContent('The data of an inline image have another length')
  return at
}

function endOfPacked(bytes: Uint8Array, start: number, filter: string): number {
  let at = start
  while (at < bytes.length && !(bytes[at] === 0x45 && isEnd(bytes, at, start))) at += 1
  if (at >= bytes.length) throw new OddContent('An inline image does not end')
  checkPackedEnd(bytes.subarray(start, at), filter)
  return at
}

/** Readers that unpack the data find the end where we do. */
function checkPackedEnd(data: Uint8Array, filter: string) {
  let end = data.length
  while (end > 0 && kinds[data[end - 1] ?? 0] === 1) end -= 1
  const last = Buffer.from(data.subarray(Math.max(0, end - 2), end)).toString('latin1')
  if (/^(A85|ASCII85Decode)$/.test(filter) && last !== '~>') throw new OddContent('Data in letters do not end')
  if (/^(AHx|ASCIIHexDecode)$/.test(filter) && !last.endsWith('>')) throw new OddContent('Data in digits do not end')
  if (/^(Fl|FlateDecode)$/.test(filter)) checkInflates(data)
}

function checkInflates(data: Uint8Array): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: 64 * 1024 * 1024 })
  } catch (cause) {
    throw new OddContent('An inline image does not unpack', { cause })
  }
}

/** `EI` as a reader may look for it: between white space, or, for some, before white space and text. */
function isEnd(bytes: Uint8Array, at: number, start: number): boolean {
  if (bytes[at + 1] !== 0x49 || !isSpaceOrEnd(bytes, at + 2)) return false
  const isBehindSpace = at > start && kinds[bytes[at - 1] ?? 0] === 1
  return isBehindSpace || (bytes.length > at + 2 && isText(bytes, at + 2))
}

function isSpaceOrEnd(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || kinds[bytes[at] ?? 0] === 1
}

const lookedAhead = 15

/** What pdf.js wants to see behind `EI`. */
function isText(bytes: Uint8Array, start: number): boolean {
  return bytes
    .subarray(start, start + lookedAhead)
    .every((byte) => byte === 0x0a || byte === 0x0d || byte === 0 || (byte >= 0x20 && byte <= 0x7f))
}
