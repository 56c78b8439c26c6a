/** Pixels as a canvas gives them: red, green, blue and alpha of each, in rows. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Paper is looked for in squares of this side: light changes slowly over a photo. */
const square = 48
/** How much darker than its paper a pixel is where ink begins and where it is full, as shares of the paper's light. */
const inkFrom = 0.14
const inkFull = 0.42
/** Below this, a pixel is a speck of the paper. */
const seenAlpha = 64
/** More ink than this is no signature on paper: a picture that is kept as it is. */
const mostInk = 0.5

/**
 * Makes the paper of a photo transparent, in place, and tells where the signature is; null if there is none. A picture that
 * has transparent parts already, or that is no ink on light paper, keeps its pixels.
 */
export function liftInk(pixels: Pixels): Box | null {
  if (!isTransparent(pixels)) {
    const alphas = inkAlphas(pixels)
    const inked = alphas.reduce((sum, alpha) => sum + (alpha >= seenAlpha ? 1 : 0), 0)
    if (inked <= alphas.length * mostInk)
      for (const [index, alpha] of alphas.entries()) pixels.data[index * 4 + 3] = alpha
  }
  return inkBox(pixels)
}

function isTransparent({ data }: Pixels): boolean {
  let clear = 0
  for (let index = 3; index < data.length; index += 4) if ((data[index] ?? 255) < 128) clear += 1
  return clear > data.length / 4 / 100
}

function lightAt(data: Uint8ClampedArray, pixel: number): number {
  const at = pixel * 4
  return 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
}

/** How opaque each pixel is: by how much darker it is than the paper around it. */
function inkAlphas(pixels: Pixels): Uint8ClampedArray {
  const { data, width, height } = pixels
  const paper = paperLight(pixels)
  const alphas = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x
      const light = paper(x, y)
      const darkness = (light - lightAt(data, pixel)) / Math.max(light, 1)
      alphas[pixel] = (255 * (darkness - inkFrom)) / (inkFull - inkFrom)
    }
  return alphas
}

/** The light of the paper at a place, between the middles of the squares around it. */
function paperLight(pixels: Pixels): (x: number, y: number) => number {
  const columns = Math.ceil(pixels.width / square)
  const rows = Math.ceil(pixels.height / square)
  const lights = Array.from({ length: rows * columns }, (_, index) =>
    lightOfSquare(pixels, (index % columns) * square, Math.floor(index / columns) * square),
  )
  const lightOf = (column: number, row: number) =>
    lights[Math.min(Math.max(row, 0), rows - 1) * columns + Math.min(Math.max(column, 0), columns - 1)] ?? 255
  return (x, y) => {
    const [across, down] = [x / square - 0.5, y / square - 0.5]
    const [column, row] = [Math.floor(across), Math.floor(down)]
    const [right, lower] = [across - column, down - row]
    const upper = lightOf(column, row) * (1 - right) + lightOf(column + 1, row) * right
    const under = lightOf(column, row + 1) * (1 - right) + lightOf(column + 1, row + 1) * right
    return upper * (1 - lower) + under * lower
  }
}

/** The light that nine of ten pixels of a square do not exceed: its paper, however much ink is on it. */
function lightOfSquare({ data, width, height }: Pixels, left: number, top: number): number {
  const counts = new Uint32Array(256)
  let count = 0
  for (let y = top; y < Math.min(top + square, height); y += 2)
    for (let x = left; x < Math.min(left + square, width); x += 2) {
      const light = Math.round(lightAt(data, y * width + x))
      counts[light] = (counts[light] ?? 0) + 1
      count += 1
    }
  let above = 0
  for (let light = 255; light > 0; light -= 1) {
    above += counts[light] ?? 0
    if (above >= count / 10) return light
  }
  return 0
}

/** Around everything that is seen, with a small margin. Rows and columns with a single speck do not count. */
function inkBox({ data, width, height }: Pixels): Box | null {
  const columns = new Uint32Array(width)
  const rows = new Uint32Array(height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4 + 3] ?? 0) >= seenAlpha) {
        columns[x] = (columns[x] ?? 0) + 1
        rows[y] = (rows[y] ?? 0) + 1
      }
  const isSeen = (count: number) => count >= 2
  const [left, right] = [columns.findIndex(isSeen), columns.findLastIndex(isSeen)]
  const [top, bottom] = [rows.findIndex(isSeen), rows.findLastIndex(isSeen)]
  if (left < 0 || top < 0) return null
  const margin = Math.ceil(Math.max(right - left, bottom - top) * 0.03)
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
  return {
    x,
    y,
    width: Math.min(width, right + margin + 1) - x,
    height: Math.min(height, bottom + margin + 1) - y,
  }
}
