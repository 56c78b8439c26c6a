import { inflateSync } from 'node:zlib'
import { checkSize, maxImagePixels, UnusableImage } from './image-fault.ts'

type Chunk = { type: string; content: Buffer; end: number }

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const samplesOfPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const [headerBytes, checkBytes, maxPaletteBytes] = [13, 4, 3 * 256]
const knownChunks = ['IHDR', 'PLTE', 'IDAT', 'IEND']

/** Four samples of a byte for each pixel of the largest picture, and the filter of each row. */
const maxUnpackedBytes = 5 * maxImagePixels

export function isPng(bytes: Uint8Array): boolean {
  return signature.equals(bytes.subarray(0, signature.length))
}

/**
 * Checks what pngjs does not, or too late: that there is one header, which is within the limits, and that the data are
 * as many as it says. pngjs unpacks interlaced data to whatever they are, and fills up others with what was in memory.
 * Gives the file to the end of its last chunk.
 */
export function checkPngFile(file: Buffer): { bytes: Buffer; exif: Uint8Array | null } {
  const chunks = [...chunksOf(file)]
  const [header, ...others] = chunks
  if (header?.type !== 'IHDR' || header.content.length !== headerBytes || others.some(({ type }) => type === 'IHDR'))
    throw new UnusableImage('damaged', 'The first chunk is no header, or another is one')
  const unknown = chunks.find(({ type }) => /^[A-Z]/.test(type) && !knownChunks.includes(type))
  if (unknown) throw new UnusableImage('unsupported', `A chunk of type ${unknown.type}`)
  if (chunks.some(({ type, content: { length } }) => type === 'PLTE' && (length % 3 !== 0 || length > maxPaletteBytes)))
    throw new UnusableImage('damaged', 'Half a colour, or too many')
  checkData(dataOf(chunks), header.content)
  const exif = chunks.find(({ type }) => type === 'eXIf')?.content ?? null
  return { bytes: file.subarray(0, chunks.at(-1)?.end), exif }
}

function checkData(data: Buffer, header: Buffer) {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width === 0 || height === 0) throw new UnusableImage('damaged', 'No pixels')
  checkSize(width, height)
  const bitsOfPixel = header.readUInt8(8) * (samplesOfPixel[header.readUInt8(9)] ?? 0)
  const length = height * (1 + Math.ceil((width * bitsOfPixel) / 8))
  if (length > maxUnpackedBytes) throw new UnusableImage('too_detailed', `${length} bytes of pixels`)
  // Interlaced, the rows are less than twice as many and seven; each begins with a byte and may fill up another.
  const isInterlaced = header.readUInt8(12) === 1
  const maxOutputLength = isInterlaced ? length + 3 * height + 14 : length
  try {
    const unpacked = inflateSync(data, { maxOutputLength }).length
    if (unpacked < length && !isInterlaced) throw new Error(`${unpacked} bytes`)
  } catch (cause) {
    throw new UnusableImage('damaged', `The data do not unpack to ${length} bytes: ${cause}`)
  }
}

export function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let position = signature.length; ; ) {
    const start = position + 8
    const end = start > bytes.length ? start : start + bytes.readUInt32BE(position) + checkBytes
    if (end > bytes.length) throw new UnusableImage('damaged', 'The file breaks off')
    const type = bytes.toString('latin1', position + 4, start)
    yield { type, content: bytes.subarray(start, end - checkBytes), end }
    if (type === 'IEND') return
    position = end
  }
}

/** Filtered rows of samples, compressed. */
export function dataOf(chunks: Iterable<Chunk>): Buffer {
  return Buffer.concat([...chunks].filter(({ type }) => type === 'IDAT').map(({ content }) => content))
}
