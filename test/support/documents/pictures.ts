import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { createCanvas } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist'
import { isProof } from '../proof.ts'
import { hasPoppler } from './poppler.ts'

/** The first page in shades of grey, one pixel a point, from the top-left corner. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

export type Purpose = 'screen' | 'print'

/** Independent readers of PDF. `isPresent` is false where one is not installed. */
export interface Reader {
  readonly name: string
  readonly isPresent: boolean
  picture(pdf: Uint8Array, purpose: Purpose): Promise<Picture>
}

const require = createRequire(import.meta.url)

/** Set up as on the signing page, but for where fonts come from. */
export const pdfjs: Reader = {
  name: 'pdf.js',
  isPresent: true,
  picture(pdf, purpose) {
    return withFirstPage(pdf, async (page) => {
      const viewport = page.getViewport({ scale: 1 })
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
      await page.render({ canvas, viewport, intent: purpose === 'print' ? 'print' : 'display' }).promise
      const { width, height } = canvas
      return { width, height, grey: greyOf(canvas.getContext('2d').getImageData(0, 0, width, height).data) }
    })
  },
}

/** The text of the first page, as people would copy it. */
export function textOf(pdf: Uint8Array): Promise<string> {
  return withFirstPage(pdf, async (page) => {
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join('')
    return text.replace(/\s+/g, ' ').trim()
  })
}

async function withFirstPage<Result>(pdf: Uint8Array, use: (page: PDFPageProxy) => Promise<Result>): Promise<Result> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = dirname(require.resolve('pdfjs-dist/package.json'))
  const task = getDocument({
    data: Uint8Array.from(pdf),
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: 0,
  })
  try {
    return await use(await (await task.promise).getPage(1))
  } finally {
    await task.destroy()
  }
}

const printing = 0x800
const indexOfFlags = 7
let library: Promise<PDFiumLibrary> | null = null

/** The reader of Chrome. */
export const pdfium: Reader = {
  name: 'PDFium',
  isPresent: true,
  async picture(pdf, purpose) {
    library ??= PDFiumLibrary.init()
    const document = await (await library).loadDocument(pdf)
    try {
      const page = document.getPage(0)
      // biome-ignore lint/complexity/useLiteralKeys: private, for TypeScript
      const module = page['module']
      const draw = module._FPDF_RenderPageBitmap
      module._FPDF_RenderPageBitmap = (...given: number[]) =>
        draw(...given.map((value, index) => (index === indexOfFlags && purpose === 'print' ? value | printing : value)))
      try {
        const { width, height, data } = await page.render({ scale: 1, colorSpace: 'Gray' })
        return { width, height, grey: Uint8Array.from(data) }
      } finally {
        module._FPDF_RenderPageBitmap = draw
      }
    } finally {
      document.destroy()
    }
  },
}

/** For print, poppler writes another PDF, of what it would print. */
export const poppler: Reader = {
  name: 'poppler',
  isPresent: hasPoppler('pdftoppm'),
  async picture(pdf, purpose) {
    const folder = mkdtempSync(join(tmpdir(), 'picture-'))
    try {
      const [given, printed] = [join(folder, 'given.pdf'), join(folder, 'printed.pdf')]
      writeFileSync(given, pdf)
      if (purpose === 'print') run('pdftocairo', ['-pdf', given, printed])
      const shown = purpose === 'print' ? printed : given
      run('pdftoppm', ['-cropbox', '-gray', '-r', '72', '-singlefile', shown, join(folder, 'picture')])
      return pictureOfPgm(readFileSync(join(folder, 'picture.pgm')))
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** Draw and compare in a proof. Usually our own reader does, the one of the signing page. */
export const readers: readonly Reader[] = isProof ? [pdfjs, pdfium, poppler] : [pdfjs]

/** The side of the squares that are compared, in points. Letters are drawn a little differently by each reader. */
const square = 16
const largestDifference = 22

/** Where two pictures differ, as `x,y` of squares in points; empty: they look alike. */
export function differences(a: Picture, b: Picture): string[] {
  if (a.width !== b.width || a.height !== b.height) return [`${a.width}×${a.height} and ${b.width}×${b.height}`]
  const places: string[] = []
  for (let y = 0; y < a.height; y += square)
    for (let x = 0; x < a.width; x += square)
      if (Math.abs(shadeOf(a, x, y) - shadeOf(b, x, y)) > largestDifference) places.push(`${x},${y}`)
  return places
}

/** The average shade of a square, from 0 (black) to 255 (white). */
export function shadeOf({ width, height, grey }: Picture, left: number, top: number, side = square): number {
  let [sum, count] = [0, 0]
  for (let y = top; y < Math.min(top + side, height); y += 1)
    for (let x = left; x < Math.min(left + side, width); x += 1) {
      sum += grey[y * width + x] ?? 255
      count += 1
    }
  return count === 0 ? 255 : sum / count
}

function run(tool: 'pdftoppm' | 'pdftocairo', options: string[]) {
  execFileSync(tool, options, { stdio: 'ignore' })
}

function pictureOfPgm(file: Buffer): Picture {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40)) ?? []
  return { width: Number(width), height: Number(height), grey: file.subarray(head.length) }
}

function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(pixels.length / 4)
  for (const pixel of grey.keys()) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 4, pixel * 4 + 3)
    grey[pixel] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue)
  }
  return grey
}
