import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exifOrientation } from '../../../../shared/images/exif-orientation.ts'
import { type ImageFault, imageFaults, maxImageBytes } from '../../../../shared/images/image-fault.ts'
import { readSignatureImage, type SignatureImage } from '../../../../shared/images/signature-image.ts'
import { exifOf, type ImageName, imageFile, withExif, withSegments } from '../../../support/documents/images.ts'
import { gigabyteOfZeros } from '../../../support/documents/large-images.ts'
import { chunk, plainPng, pngOf } from '../../../support/documents/png-of.ts'
import { runs } from '../../../support/proof.ts'

const jpegs: ImageName[] = ['baseline.jpg', 'grey.jpg', 'progressive.jpg', 'progressive-restarts.jpg', 'restarts.jpg']
const pngs: ImageName[] = ['grey-1.png', 'interlaced-16-alpha.png', 'palette.png']

async function imageOf(bytes: Uint8Array): Promise<SignatureImage> {
  const image = await readSignatureImage(bytes)
  if (typeof image === 'string') throw new Error(image)
  return image
}

function headerOf(width: number, height: number): Buffer {
  const file = plainPng(1, 1, [0])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([file.subarray(0, 8), chunk('IHDR', header), file.subarray(33)])
}

/** A picture of one grey pixel whose data are others. */
function pngWithData(data: Uint8Array, isInterlaced = false): Buffer {
  const file = pngOf({ width: 1, height: 1, depth: 8, colourType: 0, isInterlaced, rows: [Buffer.from([0])] })
  return Buffer.concat([file.subarray(0, 33), chunk('IDAT', data), chunk('IEND', new Uint8Array(0))])
}

/** A progressive JPEG whose first scan comes so many times in a row. */
function progressiveOf(scans: number): Buffer {
  const file = imageFile('progressive.jpg')
  const firstScan = file.indexOf(Buffer.from([0xff, 0xda]))
  const secondScan = file.indexOf(Buffer.from([0xff, 0xc4]), firstScan)
  const scan = file.subarray(firstScan, secondScan)
  return Buffer.concat([
    file.subarray(0, firstScan),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

const small = imageFile('grey.jpg')
const sizeInFrame = small.indexOf(Buffer.from([0xff, 0xc0])) + 5

function jpegOfSize(height: number, width: number): Buffer {
  const file = Buffer.from(small)
  file.writeUInt16BE(height, sizeInFrame)
  file.writeUInt16BE(width, sizeInFrame + 2)
  return file
}

describe('readSignatureImage', () => {
  it.each([...jpegs, ...pngs])('takes %s', async (name) => {
    const samples = name.startsWith('grey') ? 1 : 3
    expect(await imageOf(imageFile(name))).toMatchObject({
      width: 61,
      height: 43,
      orientation: 1,
      colour: { samples },
      alpha: name.includes('alpha') ? { samples: 1 } : null,
    })
  })

  const refused: [name: string, fault: ImageFault, make: () => Uint8Array][] = [
    ['nothing', 'not_an_image', () => new Uint8Array(0)],
    ['a text', 'not_an_image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', 'not_an_image', () => Buffer.from('GIF89a')],
    ['more than 1 MiB', 'too_large', () => Buffer.concat([imageFile('baseline.jpg'), Buffer.alloc(maxImageBytes)])],
    ['a JPEG of arithmetic codes', 'unsupported', () => imageFile('arithmetic.jpg')],
    ['a JPEG of four colours', 'unsupported', () => imageFile('cmyk.jpg')],
    ['a JPEG that is too wide', 'too_many_pixels', () => jpegOfSize(43, 4_001)],
    ['a JPEG that is too high', 'too_many_pixels', () => jpegOfSize(4_001, 61)],
    ['a JPEG whose height comes later', 'unsupported', () => jpegOfSize(0, 61)],
    ['a JPEG of more than 4 megapixels', 'too_many_pixels', () => jpegOfSize(2_001, 2_000)],
    ['a JPEG that is larger than its data', 'damaged', () => jpegOfSize(2_000, 2_000)],
    ['a JPEG of a thousand scans', 'unsupported', () => progressiveOf(1_000)],
    [
      'a JPEG of a head alone',
      'damaged',
      () => Buffer.concat([small.subarray(0, sizeInFrame + 10), small.subarray(-2)]),
    ],
    ['a PNG that is too wide', 'too_many_pixels', () => headerOf(4_001, 1)],
    ['a PNG of 2³¹ rows', 'too_many_pixels', () => headerOf(1, 2 ** 31)],
    ['a PNG of more than 4 megapixels', 'too_many_pixels', () => headerOf(2_000, 2_001)],
    ['a PNG that is larger than its data', 'damaged', () => headerOf(2_000, 2_000)],
    ['a PNG without data', 'damaged', () => pngWithData(new Uint8Array(0))],
    ['a PNG whose data are none', 'damaged', () => pngWithData(Buffer.from('no data'))],
    ['a PNG that unpacks to 500 times its pixels', 'damaged', () => pngWithData(deflateSync(Buffer.alloc(1_000)))],
    ['a PNG that unpacks to a gigabyte', 'damaged', () => pngWithData(gigabyteOfZeros())],
    [
      'an interlaced PNG that unpacks to more than its pixels',
      'damaged',
      () => pngWithData(deflateSync(Buffer.alloc(50)), true),
    ],
    [
      'a PNG whose data fail their sum',
      'damaged',
      () => pngWithData(Buffer.concat([deflateSync(Buffer.alloc(2)).subarray(0, -4), Buffer.alloc(4)])),
    ],
    ['a PNG with two headers', 'damaged', () => withChunk('IHDR', headerOf(2_000, 2_000).subarray(16, 29))],
    [
      'a PNG with no header',
      'damaged',
      () => Buffer.concat([plainPng(1, 1, [0]).subarray(0, 8), chunk('IEND', Buffer.alloc(0))]),
    ],
    ['a PNG of no width', 'damaged', () => headerOf(0, 1)],
    ['a PNG of an unknown filter', 'damaged', () => pngWithData(deflateSync(Buffer.from([5, 0])))],
    ['a PNG with an unknown chunk that matters', 'unsupported', () => withChunk('CgBI')],
    ['a PNG without its palette', 'damaged', () => paletteOf(new Uint8Array(0))],
    ['a PNG with half a colour', 'damaged', () => paletteOf(new Uint8Array(4))],
    ['a PNG with more colours than it can name', 'damaged', () => paletteOf(new Uint8Array(3 * 257))],
  ]

  it.each(refused)('refuses %s: %s', async (_, fault, make) => {
    expect(await readSignatureImage(make())).toBe(fault)
  })

  it.each([...jpegs, ...pngs])('finds wherever %s breaks off', async (name) => {
    const file = imageFile(name)
    for (let length = 8; length < file.length; length += 1)
      expect(await readSignatureImage(file.subarray(0, length)), `${length} bytes`).toBe('damaged')
  })

  it.each([...jpegs, ...pngs])('answers whatever is changed in %s', async (name) => {
    const file = imageFile(name)
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const changed = Buffer.from(file)
        for (const [place, byte] of changes) changed[place] = byte
        const image = await readSignatureImage(changed)
        if (typeof image === 'string') expect(imageFaults).toContain(image)
        else expect(image.width * image.height).toBeLessThanOrEqual(4_000_000)
      }),
      { numRuns: runs(300) },
    )
  })

  it.each(pngs)('finds any changed byte of %s', async (name) => {
    const file = imageFile(name)
    const end = file.length
    for (let place = 0; place < end; place += 7) {
      const changed = Buffer.from(file)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(typeof (await readSignatureImage(changed)), `byte ${place}`).toBe('string')
    }
  })

  it('leaves out what a JPEG says beside its picture', async () => {
    const file = imageFile('baseline.jpg')
    const talkative = withSegments(file, [
      [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifOf(6)])],
      [0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Someone</x:xmpmeta>')],
      [0xed, Buffer.from('Photoshop 3.0\0Someone')],
      [0xfe, Buffer.from('Someone')],
    ])
    const { colour, orientation } = await imageOf(Buffer.concat([talkative, Buffer.from('Someone')]))
    expect(orientation).toBe(6)
    expect(colour.data.equals(file)).toBe(true)
  })

  it('leaves out what a PNG says beside its picture', async () => {
    const more: [string, Uint8Array][] = [
      ['tEXt', Buffer.from('Author\0Someone')],
      ['eXIf', exifOf(8, 'II')],
      ['iCCP', Buffer.from('Someone\0\0')],
    ]
    const rows = [Buffer.from([7])]
    const { colour, orientation } = await imageOf(pngOf({ width: 1, height: 1, depth: 8, colourType: 0, rows, more }))
    expect(orientation).toBe(8)
    expect(colour.data).toEqual(deflateSync(Buffer.from([0, 7])))
  })

  it('keeps what says how the colours of a JPEG are meant, and no more of it', async () => {
    const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\x01Someone', 'latin1')
    const { colour } = await imageOf(withSegments(imageFile('baseline.jpg'), [[0xee, adobe]]))
    expect(colour.data.includes(Buffer.concat([Buffer.from([0xff, 0xee, 0, 14]), adobe.subarray(0, 12)]))).toBe(true)
    expect(colour.data.includes('Someone')).toBe(false)
  })

  it('leaves out what comes after a PNG', async () => {
    const image = await imageOf(Buffer.concat([plainPng(1, 1, [7]), Buffer.from('Someone')]))
    expect(image.colour.data).toEqual(deflateSync(Buffer.from([0, 7])))
  })
})

describe('exifOrientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads %i in either order of bytes', async (orientation) => {
    expect(exifOrientation(exifOf(orientation, 'II'))).toBe(orientation)
    expect((await imageOf(withExif(imageFile('grey.jpg'), orientation))).orientation).toBe(orientation)
  })

  it.each([0, 9, 6 * 256])('takes %i for upright', (orientation) => {
    expect(exifOrientation(exifOf(orientation))).toBe(1)
  })

  it('takes whatever else there is for some orientation', () => {
    const changes = fc.array(fc.tuple(fc.nat(45), fc.nat(255)), { maxLength: 6 })
    fc.assert(
      fc.property(changes, fc.nat(60), (changed, length) => {
        const exif = exifOf(6)
        for (const [place, byte] of changed) exif[place] = byte
        expect(exifOrientation(exif.subarray(0, length))).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

function withChunk(type: string, content: Uint8Array = Buffer.alloc(4)): Buffer {
  return pngOf({
    width: 1,
    height: 1,
    depth: 8,
    colourType: 0,
    rows: [Buffer.from([0])],
    more: [[type, content]],
  })
}

function paletteOf(palette: Uint8Array): Buffer {
  return pngOf({ width: 1, height: 1, depth: 8, colourType: 3, rows: [Buffer.from([0])], palette })
}
