import { PdfRef, PdfStream } from '@libpdf/core'
import { expect, it } from 'vitest'
import { DocumentObjects } from '../../../../shared/pdf/document-objects.ts'
import { updateDocument } from '../../../../shared/pdf/document-update.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'

function documentWith(metadata: string | null): Buffer {
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${metadata === null ? '' : '/Metadata 4 0 R'}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
    ...(metadata === null ? [] : [stream('/Type/Metadata/Subtype/XML', Buffer.from(metadata))]),
  ])
}

async function described(document: Buffer, title = 'Lease'): Promise<string> {
  const { bytes } = await updateDocument(document, async (update) => update.describe({ title, producer: 'Sealpost' }))
  const objects = new DocumentObjects(bytes)
  const ref = objects.getCatalog().get('Metadata')
  const metadata = ref instanceof PdfRef ? objects.getObject(ref) : null
  return metadata instanceof PdfStream ? Buffer.from(metadata.data).toString() : ''
}

it('a document without metadata gets ours, with its title as text and never as markup', async () => {
  const xmp = await described(documentWith(null), '<b>Été & "fils"</b>\u0000\ud800')
  expect(xmp).toContain('<rdf:li xml:lang="x-default">&#60;b&#62;Été &#38; &#34;fils&#34;&#60;/b&#62; \ufffd</rdf:li>')
  expect(xmp).toContain('<pdf:Producer>Sealpost</pdf:Producer>')
})

it.each([
  ['an element', '<p:Producer>Word</p:Producer>', '<p:Producer>Sealpost</p:Producer>'],
  ['an attribute', "<rdf:Description p:Producer='Word'/>", '<rdf:Description p:Producer="Sealpost"/>'],
  ['nowhere', '<p:Keywords>lease</p:Keywords>', '<p:Keywords>lease</p:Keywords>'],
])('metadata that name the producer in %s keep the rest', async (_, before, after) => {
  const around = (inner: string) => `<r xmlns:p="http://ns.adobe.com/pdf/1.3/"><d:rights>ours</d:rights>${inner}</r>`
  expect(await described(documentWith(around(before)))).toBe(around(after))
})
