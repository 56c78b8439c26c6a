import { readFileSync } from 'node:fs'

const imageNames = [
  'arithmetic.jpg',
  'baseline.jpg',
  'cmyk.jpg',
  'grey.jpg',
  'progressive.jpg',
  'progressive-restarts.jpg',
  'restarts.jpg',
  'grey-1.png',
  'interlaced-16-alpha.png',
  'palette.png',
] as const
export type ImageName = (typeof imageNames)[number]

export function imageFile(name: ImageName): Buffer {
  return readFileSync(new URL(`images/${name}`, import.meta.url))
}

/** Exif data of a camera that knows too much: how it was held, and who held it. */
export function exifOf(orientation: number, byteOrder: 'II' | 'MM' = 'MM'): Buffer {
  const note = Buffer.from('Someone, 48.8566 N 2.3522 E\0', 'latin1')
  const bytes = Buffer.alloc(8 + 2 + 2 * 12 + 4)
  const isLittle = byteOrder === 'II'
  const write16 = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const write32 = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(byteOrder, 'latin1')
  write16(42, 2)
  write32(8, 4)
  write16(2, 8)
  // The description, a text that lies after the directory, and the orientation, a short number in its place.
  for (const [at, tag, type, count] of [
    [10, 0x010e, 2, note.length],
    [22, 0x0112, 3, 1],
  ] as const) {
    write16(tag, at)
    write16(type, at + 2)
    write32(count, at + 4)
  }
  write32(bytes.length, 18)
  write16(orientation, 30)
  return Buffer.concat([bytes, note])
}

/** A JPEG with segments put after its start. */
export function withSegments(jpeg: Uint8Array, segments: readonly [marker: number, content: Uint8Array][]): Buffer {
  const added = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2)])
}

export function withExif(jpeg: Uint8Array, orientation: number, byteOrder?: 'II' | 'MM'): Buffer {
  return withSegments(jpeg, [[0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(orientation, byteOrder)])]])
}
