import type { Box } from '../../../shared/pdf/page-geometry.ts'
import { isInstalled, popplerBytes } from './poppler.ts'

/** A page as a reader shows it: three bytes a pixel, from the top-left corner. */
export type Rendering = { width: number; height: number; pixels: Buffer }

export const canRender = isInstalled('pdftoppm')

const pixelsOfPoint = 2

/** `page` counts from 1. */
export function rendered(pdf: Uint8Array, page = 1): Rendering {
  const range = ['-f', `${page}`, '-l', `${page}`]
  const image = popplerBytes('pdftoppm', pdf, (path) => ['-cropbox', '-r', `${72 * pixelsOfPoint}`, ...range, path])
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 40)) ?? []
  return { width: Number(width), height: Number(height), pixels: image.subarray(head.length) }
}

/** Red, green and blue at a place in points from the top-left corner. */
export function colourAt({ width, pixels }: Rendering, x: number, y: number): number[] {
  const start = 3 * (Math.floor(y * pixelsOfPoint) * width + Math.floor(x * pixelsOfPoint))
  return [...pixels.subarray(start, start + 3)]
}

/** Smaller differences are of the rounding of colours. */
const smallestDifference = 12

/** How many pixels of a box (in points, from the top-left corner) another rendering shows differently. */
export function changedIn(before: Rendering, after: Rendering, box: Box): number {
  return countChanged(before, after, (x, y) => isInside(x, y, box, 0))
}

/** How many pixels outside of all boxes differ. A box has the pixels that its edge runs through. */
export function changedOutside(before: Rendering, after: Rendering, boxes: readonly Box[]): number {
  return countChanged(before, after, (x, y) => !boxes.some((box) => isInside(x, y, box, 1)))
}

function countChanged(before: Rendering, after: Rendering, counts: (x: number, y: number) => boolean): number {
  if (before.width !== after.width || before.height !== after.height) return Number.POSITIVE_INFINITY
  let count = 0
  for (let start = 0; start < before.pixels.length; start += 3) {
    const differs = [0, 1, 2].some((channel) => {
      const difference = (before.pixels[start + channel] ?? 0) - (after.pixels[start + channel] ?? 0)
      return Math.abs(difference) > smallestDifference
    })
    const pixel = start / 3
    if (differs && counts(pixel % before.width, Math.floor(pixel / before.width))) count += 1
  }
  return count
}

function isInside(x: number, y: number, box: Box, edge: number): boolean {
  const [left, top] = [box.x * pixelsOfPoint - edge, box.y * pixelsOfPoint - edge]
  const [right, bottom] = [(box.x + box.width) * pixelsOfPoint + edge, (box.y + box.height) * pixelsOfPoint + edge]
  return x + 0.5 > left && x + 0.5 < right && y + 0.5 > top && y + 0.5 < bottom
}
