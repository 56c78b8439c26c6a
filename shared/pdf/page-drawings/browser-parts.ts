import { createHash } from 'node:crypto'

/** Stands for a font of the browser: pdf.js asks for one, and paints nothing with it here. */
class LoadedFont {
  readonly family: string
  readonly loaded = Promise.resolve(this)

  constructor(family: string) {
    this.family = family
  }
}

/**
 * Stands for the browser's decoder of JPEG images (WebCodecs §10): a hash of the image takes the place of its pixels, which
 * take more time and memory to decode than all else. pdf.js only uses it where the pixels depend on nothing but these bytes.
 */
class HashingDecoder {
  readonly #data: Uint8Array

  constructor({ data }: { data: Uint8Array }) {
    this.#data = data
  }

  static async isTypeSupported(type: string): Promise<boolean> {
    return type === 'image/jpeg'
  }

  async decode(): Promise<{ image: ArrayBuffer }> {
    const digest = createHash('sha256').update(this.#data).digest()
    return { image: Uint8Array.from(digest).buffer }
  }

  close(): void {}
}

/** Gives pdf.js the parts of a browser that it asks for, before it is loaded. */
export function provideBrowserParts(): void {
  Object.assign(globalThis, { FontFace: LoadedFont, ImageDecoder: HashingDecoder })
}

/** pdf.js closes images when it is done with them, and a hash of one crossed from its worker as plain bytes. */
export function letClose(object: unknown): void {
  const image = typeof object === 'object' && object !== null && 'bitmap' in object ? object.bitmap : null
  if (image instanceof ArrayBuffer) Object.assign(image, { close: () => {} })
}
