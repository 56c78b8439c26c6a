import { crc32, deflateSync } from 'node:zlib'

/** What a PNG is made of: rows of samples as they are packed in the file, not filtered. */
export type PngParts = {
  width: number
  height: number
  depth: number
  /** 0 grey, 2 colours, 3 palette, 4 grey and alpha, 6 colours and alpha. */
  colourType: number
  isInterlaced?: boolean
  /** The rows of all passes. */
  rows: Uint8Array[]
  /** The filter of each row, by turns. */
  filters?: number[]
  palette?: Uint8Array
  transparency?: Uint8Array
  /** Chunks before the data, by type. */
  more?: [string, Uint8Array][]
}

const samplesOfPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function pngOf(parts: PngParts): Buffer {
  const { width, height, depth, colourType, isInterlaced = false, rows, palette, transparency, more = [] } = parts
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType, 0, 0, isInterlaced ? 1 : 0], 8)
  const data = deflateSync(Buffer.concat(filtered(rows, parts)))
  const cut = Math.floor(data.length / 2)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    ...more.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', data.subarray(0, cut)),
    chunk('IDAT', data.subarray(cut)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

/** One colour all over, in eight bits. */
export function plainPng(width: number, height: number, pixel: number[]): Buffer {
  const colourType = [0, 0, 4, 2, 6][pixel.length] ?? 0
  const row = Buffer.alloc(width * pixel.length, Buffer.from(pixel))
  return pngOf({ width, height, depth: 8, colourType, rows: Array.from({ length: height }, () => row) })
}

export function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A row is above the next one where it has as many bytes: passes of an interlaced picture are told apart by that here. */
function filtered(rows: readonly Uint8Array[], { depth, colourType, filters = [0] }: PngParts): Buffer[] {
  const distance = Math.max(1, ((samplesOfPixel[colourType] ?? 1) * depth) >> 3)
  return rows.map((row, number) => {
    const filter = filters[number % filters.length] ?? 0
    if (filter === 0) return Buffer.concat([Buffer.from([0]), row])
    const above = rows[number - 1]
    const bytes = [...row].map((byte, index) => {
      const [left, up, upLeft] = [row[index - distance] ?? 0, above?.[index] ?? 0, above?.[index - distance] ?? 0]
      return (byte - guess(filter, left, up, upLeft)) & 255
    })
    return Buffer.from([filter, ...bytes])
  })
}

function guess(filter: number, left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const nearest = [left, up, upLeft].sort((a, b) => Math.abs(estimate - a) - Math.abs(estimate - b))[0] ?? 0
  return [0, left, up, Math.floor((left + up) / 2), nearest][filter] ?? 0
}
