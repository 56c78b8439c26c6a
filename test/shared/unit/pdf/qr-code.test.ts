import { PDF } from '@libpdf/core'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { newDrawing } from '../../../../shared/pdf/drawing.ts'
import { embedFonts } from '../../../../shared/pdf/fonts.ts'
import { drawQrCode } from '../../../../shared/pdf/qr-code.ts'

it('a QR code is drawn module by module, the right way up', async () => {
  const text = 'https://sign.example.com/verify/01J2SX4Z0YF8RHY41VBSKR0001'
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const drawing = newDrawing(await embedFonts(PDF.create()))
  drawQrCode(drawing, text, { x: 0, y: 0, width: size, height: size })
  const rectangles = [...drawing.operators.join(' ').matchAll(/(\S+) (\S+) (\S+) (\S+) re/g)].map((found) =>
    found.slice(1).map(Number),
  )
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [x = 0, y = 0, width = 0] of rectangles) drawn[size - 1 - y]?.fill(true, x, x + width)
  expect(drawn).toEqual(data)
})
