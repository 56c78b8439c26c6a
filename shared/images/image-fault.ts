/**
 * Why a file cannot be shown as a signature:
 * - `not_an_image`: neither a PNG nor a JPEG, by its first bytes
 * - `too_large`: more bytes than `maxImageBytes`
 * - `too_many_pixels`: wider or higher than `maxImageSide`, or more than `maxImagePixels` in all
 * - `damaged`: it breaks off, or its data are not what its header says
 * - `unsupported`: a form of JPEG or PNG that common readers of documents do not show
 * - `too_detailed`: without its losses or its palette it would take more than a document should carry
 * - `blank`: fewer than 0.05 % of its pixels are dark
 */
export const imageFaults = [
  'not_an_image',
  'too_large',
  'too_many_pixels',
  'damaged',
  'unsupported',
  'too_detailed',
  'blank',
] as const
export type ImageFault = (typeof imageFaults)[number]

export const maxImageBytes = 1024 * 1024
/** Pixels. */
export const maxImageSide = 4_000
/** Unpacking takes time by the pixels, however few bytes they came in. */
export const maxImagePixels = 4_000_000

/** For the person who sent the image. */
export const imageFaultMessages: Record<ImageFault, string> = {
  not_an_image: 'Send a PNG or a JPEG.',
  too_large: `Send an image of at most ${maxImageBytes / 1024 / 1024} MiB.`,
  too_many_pixels: `Send an image of at most ${maxImagePixels / 1e6} megapixels, and at most ${maxImageSide} pixels wide and high.`,
  damaged: 'The image is damaged or incomplete. Save it again as a PNG or a JPEG.',
  unsupported: 'This form of PNG or JPEG is not supported. Save the image as a plain PNG or JPEG.',
  too_detailed: 'The image has too much detail for a signature. Send a smaller image, or a JPEG.',
  blank: 'The image is almost blank and shows no signature. Take a new picture, or draw the signature.',
}

/** Thrown while an image is read; `readSignatureImage` gives its fault. */
export class UnusableImage extends Error {
  readonly fault: ImageFault

  constructor(fault: ImageFault, detail: string) {
    super(detail)
    this.fault = fault
  }
}

/** Throws for a picture of a size that is not unpacked. */
export function checkSize(width: number, height: number): void {
  if (width > maxImageSide || height > maxImageSide || width * height > maxImagePixels)
    throw new UnusableImage('too_many_pixels', `${width} × ${height} pixels`)
}
