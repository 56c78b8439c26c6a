/**
 * How a picture is turned before it is shown (Exif 3.0 §4.6.4, tag 0x0112): 1 as it is stored, 3 upside down, 6 a
 * quarter to the right, 8 a quarter to the left; 2, 4, 5 and 7 are mirrored as well.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/** Reads the one thing that matters of Exif data, which start at their TIFF header. Whatever is odd counts as upright. */
export function exifOrientation(exif: Uint8Array): Orientation {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  if (view.byteLength < 8) return 1
  const littleEndian = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, littleEndian)
  if (view.getUint16(2, littleEndian) !== 42 || directory + 2 > view.byteLength) return 1
  const count = view.getUint16(directory, littleEndian)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryBytes
    if (entry + entryBytes > view.byteLength) return 1
    if (view.getUint16(entry, littleEndian) !== orientationTag) continue
    if (view.getUint16(entry + 2, littleEndian) !== shortType) return 1
    const value = view.getUint16(entry + 8, littleEndian)
    return orientations.find((each) => each === value) ?? 1
  }
  return 1
}

/** Whether width and height change places. */
export function isOnItsSide(orientation: Orientation): boolean {
  return orientation >= 5
}
