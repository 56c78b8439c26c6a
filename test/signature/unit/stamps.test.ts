import { describe, expect, it } from 'vitest'
import { AlteredPicture } from '../../../functions/signature/sealing/altered-picture.ts'
import { Stamps } from '../../../functions/signature/sealing/stamps.ts'
import { updateDocument } from '../../../shared/pdf/document-update.ts'
import { pdfOf, stream } from '../../support/documents/pdf-of.ts'
import { documentBy } from '../../support/documents/producers.ts'
import { stampedSigner } from '../../support/documents/signers.ts'

const field = { type: 'signature', page: 1, x: 100, y: 100, width: 150, height: 50 } as const
const signers = [stampedSigner('Zoë', [field]), stampedSigner('Émile')]

function stampsWith(watermark: string | null): Stamps {
  return new Stamps(signers, { title: 'Agreement', watermark })
}

async function stampedWith(stamps: Stamps, original: Uint8Array): Promise<Buffer> {
  return (await updateDocument(original, (update) => stamps.putOn(update))).bytes
}

const page = (content: string) =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]/Contents 4 0 R/Resources<</Font<</F0 5 0 R>>>>>>',
    stream('', Buffer.from(content)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
const shown = page('BT /F0 20 Tf 50 50 Td (500 EUR) Tj ET')

/** One more revision, in which an object is another one. */
function withObject(bytes: Buffer, number: number, body: Buffer): Buffer {
  const start = bytes.lastIndexOf('startxref')
  const previous = /startxref\s+(\d+)/.exec(bytes.toString('latin1', start))?.[1]
  const size = /\/Size (\d+)/.exec(bytes.toString('latin1', bytes.lastIndexOf('trailer')))?.[1]
  const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])
  const table = `xref\n${number} 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R/Prev ${previous}>>\nstartxref\n${bytes.length + object.length}\n%%EOF\n`
  return Buffer.concat([bytes, object, Buffer.from(table + trailer)])
}

describe('a sealed file', () => {
  it.each([null, 'TEST'])('that shows what was shown and the stamps is released (watermark %s)', async (watermark) => {
    const original = documentBy('libreoffice')
    const stamps = stampsWith(watermark)
    const sealed = await stampedWith(stamps, original)
    await expect(stamps.check({ shown: original, sealed })).resolves.toBeUndefined()
  })

  it('is not released without its stamps', async () => {
    const stamps = stampsWith(null)
    await stampedWith(stamps, shown)
    await expect(stamps.check({ shown, sealed: shown })).rejects.toThrow(AlteredPicture)
  })

  it('is not released with stamps that another page swallows', async () => {
    const stamps = stampsWith(null)
    const sealed = await stampedWith(stamps, shown)
    const number = Number(/\/Contents (\d+) 0 R/.exec(sealed.toString('latin1', shown.length))?.[1])
    const swallowing = withObject(sealed, number, stream('', Buffer.from('q /Content0 Do (abc q /Stamps0 Do Q')))
    await expect(stamps.check({ shown, sealed: swallowing })).rejects.toThrow(AlteredPicture)
  })

  it('is not released with the stamps of somebody else', async () => {
    const stamps = stampsWith(null)
    await stampedWith(stamps, shown)
    const others = new Stamps([stampedSigner('Zoé', [field]), stampedSigner('Émile')], {
      title: 'Agreement',
      watermark: null,
    })
    await expect(stamps.check({ shown, sealed: await stampedWith(others, shown) })).rejects.toThrow(AlteredPicture)
  })

  it('is not released where it says something else, and the log says where without saying what', async () => {
    const stamps = stampsWith('TEST')
    const sealed = await stampedWith(stamps, page('BT /F0 20 Tf 50 50 Td (900 EUR) Tj ET'))
    const check = stamps.check({ shown, sealed })
    await expect(check).rejects.toThrow(AlteredPicture)
    await expect(check).rejects.toThrow(/page 1, content, \d+: showText instead of showText$/)
  })

  it('is not released with a page more or less', async () => {
    const original = documentBy('latex')
    const stamps = stampsWith(null)
    const sealed = await stampedWith(stamps, original)
    await stampedWith(stamps, shown)
    await expect(stamps.check({ shown: original, sealed })).rejects.toThrow(AlteredPicture)
  })
})
