import type { UploadedImage } from './draft.ts'
import { type Box, liftInk } from './signature-ink.ts'

export type ImageFlaw = 'tooLarge' | 'wrongType' | 'blank'

const mostBytes = 20 * 2 ** 20
/** Enough for a signature in print. */
const longestSide = 1600
/** The server takes a MiB. */
const mostSentBytes = 2 ** 20

/** A signature from a photo, as it is sent: scaled, without its paper, and cropped to the ink. Or why there is none. */
export async function imageOf(file: File): Promise<UploadedImage | ImageFlaw> {
  if (file.size > mostBytes) return 'tooLarge'
  const picture = await pictureIn(file)
  if (!picture) return 'wrongType'
  const scale = Math.min(1, longestSide / Math.max(picture.naturalWidth, picture.naturalHeight))
  const canvas = canvasOf(picture.naturalWidth * scale, picture.naturalHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return 'wrongType'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  const box = liftInk(pixels)
  if (!box) return 'blank'
  context.putImageData(pixels, 0, 0)
  const dataUrl = await sentForm(canvas, box)
  return dataUrl ? { name: file.name, dataUrl } : 'wrongType'
}

/** Whatever the browser can show is read: the browser turns it as the camera was held. */
async function pictureIn(file: File): Promise<HTMLImageElement | null> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  const isRead = await image.decode().then(
    () => image.naturalWidth > 0 && image.naturalHeight > 0,
    () => false,
  )
  URL.revokeObjectURL(address)
  return isRead ? image : null
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

/** The part of a canvas as a PNG that is small enough, and smaller in pixels where that takes it. */
async function sentForm(from: HTMLCanvasElement, box: Box): Promise<string | null> {
  for (let scale = 1; scale > 0.1; scale *= 0.7) {
    const canvas = canvasOf(box.width * scale, box.height * scale)
    canvas.getContext('2d')?.drawImage(from, box.x, box.y, box.width, box.height, 0, 0, canvas.width, canvas.height)
    const dataUrl = canvas.toDataURL('image/png')
    if ((dataUrl.length * 3) / 4 <= mostSentBytes) return dataUrl
  }
  return null
}
