/** Samples of all pixels, a byte each: grey, or red, green and blue; `alpha` is null where nothing shines through. */
interface Samples {
  readonly colour: Uint8Array
  readonly samples: 1 | 3
  readonly alpha: Uint8Array | null
}

/** Of 0 (black) to 255 (white), on white paper: the light blue of a ballpoint pen is darker. */
const darkBelow = 170
const fewestDark = 0.0005

/** Whether an image shows nothing that could be a signature: fewer than 0.05 % of its pixels are dark on white paper. */
export function isBlank({ colour, samples, alpha }: Samples): boolean {
  const pixels = colour.length / samples
  let dark = 0
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const grey = samples === 1 ? (colour[pixel] ?? 255) : greyOf(colour, 3 * pixel)
    const opacity = (alpha?.[pixel] ?? 255) / 255
    if (grey * opacity + 255 * (1 - opacity) < darkBelow) dark += 1
  }
  return dark < pixels * fewestDark
}

/** Luma as ITU-R BT.601 weighs the colours. */
function greyOf(colour: Uint8Array, at: number): number {
  return 0.299 * (colour[at] ?? 255) + 0.587 * (colour[at + 1] ?? 255) + 0.114 * (colour[at + 2] ?? 255)
}
