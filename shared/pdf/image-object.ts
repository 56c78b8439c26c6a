import { PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import { isOnItsSide, type Orientation } from '../images/exif-orientation.ts'
import type { ImagePlane, SignatureImage } from '../images/signature-image.ts'
import { type Drawing, numbers } from './drawing.ts'
import type { Box, TransformationMatrix } from './page-geometry.ts'
import type { ObjectRegister } from './shaped-glyphs.ts'

const colourSpaces = { 1: 'DeviceGray', 3: 'DeviceRGB' }
const anyPngFilter = 15

/** Adds an image with its transparency to a document (ISO 32000-2 §8.9.5 and §11.6.5.2). */
export function addImage(update: ObjectRegister, image: SignatureImage): PdfRef {
  const object = imageObject(image, image.colour)
  if (image.alpha) object.set('SMask', update.register(imageObject(image, image.alpha)))
  return update.register(object)
}

function imageObject({ width, height }: SignatureImage, { form, data, samples }: ImagePlane): PdfStream {
  const dictionary = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: PdfNumber.of(width),
    Height: PdfNumber.of(height),
    ColorSpace: PdfName.of(colourSpaces[samples]),
    BitsPerComponent: PdfNumber.of(8),
    Filter: PdfName.of(form === 'jpeg' ? 'DCTDecode' : 'FlateDecode'),
  })
  if (form === 'packed')
    dictionary.set(
      'DecodeParms',
      PdfDict.of({
        Predictor: PdfNumber.of(anyPngFilter),
        Colors: PdfNumber.of(samples),
        BitsPerComponent: PdfNumber.of(8),
        Columns: PdfNumber.of(width),
      }),
    )
  return new PdfStream(dictionary, data)
}

/** Draws an image as large as the box allows, in its middle. `name` is that of the resource. */
export function drawImage(
  drawing: Drawing,
  name: string,
  image: Pick<SignatureImage, 'width' | 'height' | 'orientation'>,
  box: Box,
) {
  const [width, height] = isOnItsSide(image.orientation) ? [image.height, image.width] : [image.width, image.height]
  const scale = Math.min(box.width / width, box.height / height)
  const place = {
    x: box.x + (box.width - width * scale) / 2,
    y: box.y + (box.height - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  }
  drawing.operators.push(`q ${numbers(...turned(image.orientation, place))} cm /${name} Do Q`)
}

/** Takes the unit square, in which an image is stored, to the place where it is seen upright. */
function turned(orientation: Orientation, { x, y, width, height }: Box): TransformationMatrix {
  const [right, top] = [x + width, y + height]
  switch (orientation) {
    case 1:
      return [width, 0, 0, height, x, y]
    case 2:
      return [-width, 0, 0, height, right, y]
    case 3:
      return [-width, 0, 0, -height, right, top]
    case 4:
      return [width, 0, 0, -height, x, top]
    case 5:
      return [0, -height, -width, 0, right, top]
    case 6:
      return [0, -height, width, 0, x, top]
    case 7:
      return [0, height, width, 0, x, y]
    case 8:
      return [0, height, -width, 0, right, y]
  }
}
