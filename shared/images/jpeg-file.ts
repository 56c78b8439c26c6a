import { checkSize, UnusableImage } from './image-fault.ts'

export type JpegFile = {
  width: number
  height: number
  samples: 1 | 3
  exif: Uint8Array | null
  /** What the picture is made of, without anything else that the file held. */
  bytes: Buffer
}

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda]
/** Baseline, extended and progressive pictures. Arithmetic codes and others are shown by few. */
const frameMarkers = [0xc0, 0xc1, 0xc2]
const [codes, quantizations, restartInterval] = [0xc4, 0xdb, 0xdd]
const keptMarkers = [...frameMarkers, codes, quantizations, restartInterval, startOfScan]
const [jfif, exif, lastApplication, adobe, comment] = [0xe0, 0xe1, 0xef, 0xee, 0xfe]
const exifHead = 'Exif\0\0'

/** The version that all readers know, one pixel as wide as high, and no small picture of it. */
const plainJfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')
const adobeBytes = 12

/** Progressive pictures have about ten; readers take their time for each, however short. */
const maxScans = 64

/** `bytes` are all of it, with its marker, its length and, of a scan, the data that follow. */
type Segment = { marker: number; content: Buffer; bytes: Buffer }

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === startOfImage && bytes[2] === 0xff
}

/**
 * Takes a JPEG (ITU-T T.81) apart, but does not look into its data. Given back is only what the picture is made of:
 * comments, Exif and all other data of applications are left out, but for the two segments that say how its colours are
 * meant.
 */
export function readJpegFile(file: Buffer): JpegFile {
  const segments = [...segmentsOf(file)]
  const [frame, another] = segments.filter(({ marker }) => frameMarkers.includes(marker))
  const scans = segments.filter(({ marker }) => marker === startOfScan).length
  if (another || scans > maxScans) throw new UnusableImage('unsupported', `Several frames, or ${scans} scans`)
  const parts = segments.map(keptOf)
  if (!frame || scans === 0) throw new UnusableImage('damaged', 'No frame, or nothing in it')
  const exifSegment = segments.find(({ marker, content }) => marker === exif && startsWith(content, exifHead))
  return {
    ...frameOf(frame.content),
    exif: exifSegment?.content.subarray(exifHead.length) ?? null,
    bytes: Buffer.concat([Buffer.from([0xff, startOfImage]), ...parts, Buffer.from([0xff, endOfImage])]),
  }
}

function* segmentsOf(bytes: Buffer): Generator<Segment> {
  for (let start = nextMarker(bytes, 2); bytes[start + 1] !== endOfImage; ) {
    const marker = bytes.readUInt8(start + 1)
    const length = start + 4 > bytes.length ? 0 : bytes.readUInt16BE(start + 2)
    const end = start + 2 + length
    if (length < 2 || end > bytes.length) throw new UnusableImage('damaged', `A segment breaks off at byte ${start}`)
    const next = nextMarker(bytes, end)
    const dataEnd = marker === startOfScan ? next : end
    yield { marker, content: bytes.subarray(start + 4, end), bytes: bytes.subarray(start, dataEnd) }
    start = next
  }
}

/** Within data, 0 follows a byte that is no marker, and restarts belong to the data; bytes of 255 may fill. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]
    if (marker === undefined) break
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  throw new UnusableImage('damaged', `No marker after byte ${from}`)
}

/** Reads what describes the whole picture (T.81 §B.2.2). */
function frameOf(content: Buffer): Pick<JpegFile, 'width' | 'height' | 'samples'> {
  if (content.length < 6) throw new UnusableImage('damaged', 'The frame breaks off')
  const [height, width, samples] = [content.readUInt16BE(1), content.readUInt16BE(3), content.readUInt8(5)]
  if (content[0] !== 8 || height === 0 || (samples !== 1 && samples !== 3))
    throw new UnusableImage('unsupported', `${samples} samples of ${content[0]} bits, height ${height}`)
  if (width === 0) throw new UnusableImage('damaged', 'The frame has no width')
  checkSize(width, height)
  return { width, height, samples }
}

/** What to keep of a segment: all of it, something in its place, or nothing. */
function keptOf({ marker, content, bytes }: Segment): Buffer {
  if (keptMarkers.includes(marker)) return bytes
  if (marker === jfif && startsWith(content, 'JFIF\0')) return plainJfif
  if (marker === adobe && startsWith(content, 'Adobe') && content.length >= adobeBytes)
    return Buffer.concat([Buffer.from([0xff, adobe, 0, 2 + adobeBytes]), content.subarray(0, adobeBytes)])
  if ((marker >= jfif && marker <= lastApplication) || marker === comment) return Buffer.alloc(0)
  throw new UnusableImage('unsupported', `A segment ${marker.toString(16)}`)
}

function startsWith(content: Buffer, head: string): boolean {
  return content.toString('latin1', 0, head.length) === head
}
