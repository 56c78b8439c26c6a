import { OddContent } from './odd-content.ts'

export interface Indices {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** The last colour of the table. */
  readonly highest: number
}

/** Whether any index that fits into the bits is in the table. */
export function isWholeTable({ bits, highest }: Pick<Indices, 'bits' | 'highest'>): boolean {
  return highest >= 2 ** bits - 1
}

/** Throws `OddContent` where an image names a colour behind the last one of its table. Each row of the data begins with a byte of its own. */
export function checkIndices(data: Uint8Array, { width, height, bits, highest }: Indices) {
  if (isWholeTable({ bits, highest })) return
  const rowBytes = Math.ceil((width * bits) / 8)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const bit = column * bits
      const byte = data[row * rowBytes + (bit >> 3)] ?? 0
      const index = bits >= 8 ? byte : (byte >> (8 - bits - (bit & 7))) & (2 ** bits - 1)
      if (index > highest) throw new OddContent('An image has a colour that its table does not have')
    }
}
