import { UnusableImage } from './image-fault.ts'
import { chunksOf, dataOf } from './png-file.ts'

/** Above what any image of at most 1 MiB takes that was not made to take more. */
const maxPackedBytes = 4 * 1024 * 1024

const [grey, colours] = [0, 2] as const

/** Rows of samples, filtered and compressed as the data of a PNG: what PDF calls FlateDecode with predictor 15. */
export async function packedPixels(plane: Buffer, width: number, samples: 1 | 3): Promise<Buffer> {
  const { PNG } = (await import('pngjs')).default
  const colorType = samples === 1 ? grey : colours
  const png = Object.assign(new PNG(), { width, height: plane.length / samples / width, data: plane })
  const form = { colorType, inputColorType: colorType, inputHasAlpha: false, deflateLevel: 6, deflateStrategy: 0 }
  const file = PNG.sync.write(png, form)
  if (file.length > maxPackedBytes) throw new UnusableImage('too_detailed', `${file.length} bytes`)
  return dataOf(chunksOf(file))
}
