import { deflateSync } from 'node:zlib'

/** Zlib data of less than 1 MiB. */
export function gigabyteOfZeros(): Buffer {
  const megabyte = deflateSync(Buffer.alloc(1024 * 1024)).subarray(2, -4)
  const withoutEnd = Buffer.from(megabyte)
  // The first bit of a block says whether it is the last.
  withoutEnd[0] = (withoutEnd[0] ?? 0) & 0xfe
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 900 }, () => withoutEnd)])
}

/** A grey progressive JPEG that tells each coefficient, of which there are 64, in a scan of its own; more scans tell nothing. */
export function jpegOfScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const [high, low] = [side >> 8, side & 255]
  // Each table has one code, the bit 0: that of the means says 'as before', the other 'nothing in 2¹⁴ to 2¹⁵ - 1 blocks'.
  const codes = (place: number, value: number) => [place, 1, ...Array.from({ length: 15 }, () => 0), value]
  const means = Buffer.alloc(Math.ceil(blocks / 8))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, high, low, high, low, 1, 1, 0x11, 0]),
    segment(0xc4, [...codes(0, 0), ...codes(0x10, 0xe0)]),
    ...Array.from({ length: scans }, (_, scan) => {
      const coefficient = scan % 64
      const head = segment(0xda, [1, 1, 0, coefficient, coefficient, 0])
      return Buffer.concat([head, coefficient === 0 ? means : emptyRuns(blocks)])
    }),
    Buffer.from([0xff, 0xd9]),
  ])
}

function emptyRuns(blocks: number): Buffer {
  const shortest = 2 ** 14
  let bits = ''
  for (let left = blocks; left > 0; ) {
    const run = Math.min(left, 2 * shortest - 1)
    bits += `0${(run - shortest).toString(2).padStart(14, '0')}`
    left -= run
  }
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(
    bytes.flatMap((byte) => {
      const value = Number.parseInt(byte.padEnd(8, '0'), 2)
      return value === 255 ? [255, 0] : [value]
    }),
  )
}

function segment(marker: number, content: number[]): Buffer {
  return Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content])
}
