import { describe, expect, test } from 'vitest'
import { download } from '../support/client.ts'
import { onePage } from '../support/documents/signed-pdf.ts'
import { isProof } from '../support/proof.ts'
import { completed, pathOf } from '../support/signature.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { nativeCloud } from './support/native-cloud.ts'
import { picture } from './support/picture.ts'
import { button, expectAccessible, heading } from './support/signing-pages.ts'

tellIfSkipped()

describe.skipIf(!hasChromium || !isProof)('anybody checks a document', () => {
  const uploadOrigins: string[] = []
  const service = nativeCloud(() => uploadOrigins)
  const pdf = (buffer: Buffer) => ({ name: 'a.pdf', mimeType: 'application/pdf', buffer })

  test('on a phone, and reads that it has no seal', async () => {
    const page = await service.open(phone, `${service.baseUrl}/verify`)
    await heading(page, 'Check a signed document').waitFor()
    await expectAccessible(page)
    await picture(page, 'verify-1-start')
    await page.getByLabel('PDF file').setInputFiles(pdf(onePage()))
    await button(page, 'Check the document').tap()
    await heading(page, 'This document is not sealed').waitFor()
    await expectAccessible(page)
    await picture(page, 'verify-2-not-sealed')
    await page.goto(`${service.baseUrl}/verify/01J2SX4Z0YF8RHY41VBSKR0001`)
    await heading(page, 'No sealed document has this id').waitFor()
    await expectAccessible(page)
  })

  test('in French, also a file that is too large for the gateway', async () => {
    const { id } = await completed(service.of)
    const { bytes } = await download(`${pathOf(id)}/document?variant=signed`, service.of.token)
    const page = await service.open(desktop, `${service.baseUrl}/verify?locale=fr`)
    await page.getByLabel('Fichier PDF').setInputFiles(pdf(Buffer.from(bytes)))
    await button(page, 'Vérifier le document').click()
    await heading(page, 'Ceci est un document de test').waitFor()
    await expectAccessible(page)
    await picture(page, 'verify-3-test')
    page.on('request', (request) => {
      if (request.method() === 'PUT') uploadOrigins.push(new URL(request.url()).origin)
    })
    const large = Buffer.concat([onePage(), Buffer.alloc(4_200_000, 0x20)])
    await page.getByLabel('Fichier PDF').setInputFiles(pdf(large))
    await button(page, 'Vérifier le document').click()
    await heading(page, /Ce (fichier|document) n/).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('complet')
    expect(uploadOrigins).not.toEqual([])
  })
})
