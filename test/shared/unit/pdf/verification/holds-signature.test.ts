import { PDF } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { updateDocument } from '../../../../../shared/pdf/document-update.ts'
import { inspectPdf } from '../../../../../shared/pdf/inspect-pdf.ts'
import { holdsSignature } from '../../../../../shared/pdf/verification/holds-signature.ts'
import { caseFile } from '../../../../support/documents/case-file.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { onePage, signPdf } from '../../../../support/documents/signed-pdf.ts'
import { jane, pades } from './signed-world.ts'

const signed = await signPdf(onePage(), pades(jane()))

async function holds(bytes: Uint8Array): Promise<boolean> {
  return holdsSignature(bytes, await PDF.load(bytes))
}

describe('a file counts as signed', () => {
  it.each([
    'pyhanko-signed-bb-objstm.pdf',
    'hybrid-signed-by-dss.pdf',
    'signed-appended-with-newline.pdf',
    'signed-appended-without-newline.pdf',
    'signed-hybrid-plain.pdf',
    'signed-hybrid-xrefstm-repeated.pdf',
  ])('on upload: %s', async (name) => {
    expect(await inspectPdf(caseFile(name))).toMatchObject({ valid: true, signed: true })
  })

  it('when an update removed the form with the signature', async () => {
    const { bytes } = await updateDocument(signed, async (update) => update.getCatalog().delete('AcroForm'))
    expect(await holds(bytes)).toBe(true)
  })

  it('when the name of its range is written with codes', async () => {
    const { bytes } = await updateDocument(signed, async (update) => update.getCatalog().delete('AcroForm'))
    const text = bytes.toString('latin1')
    const written = text.replace(/\/ByteRange(\s*\[[^\]]*\]) {2}/, '/B#79teRange$1')
    expect(written).not.toBe(text)
    expect(await holds(Buffer.from(written, 'latin1'))).toBe(true)
  })
})

describe('a file counts as not signed', () => {
  it('without a signature', async () => {
    expect(await holds(onePage('The name /ByteRange [0 100 200 300] in a text'))).toBe(false)
  })

  it('when a signed file is embedded in it, as it is', async () => {
    const bytes = pdfOf([
      '<</Type/Catalog/Pages 2 0 R/Attached 4 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      stream('/Type/EmbeddedFile', signed),
    ])
    expect(bytes.includes(signed)).toBe(true)
    expect(await holds(bytes)).toBe(false)
  })
})
