import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accentOf } from '../../shared/pages/accent.ts'
import { plainBrand } from '../../shared/pages/brand.ts'
import { isProof } from '../support/proof.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { leaseFields } from './support/lease-fields.ts'
import { button, expectAccessible, heading, signingPages } from './support/signing-pages.ts'

tellIfSkipped()

describe.skipIf(!hasChromium || !isProof)('the signing page', () => {
  const pages = signingPages()
  const read = async (page: Awaited<ReturnType<typeof pages.open>>['page']) => {
    await button(page, 'Read the document').click()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
  }

  test('marks the field one is at by touch, and names a checkbox that is missing', async () => {
    const { page } = await pages.open(phone, { fields: leaseFields })
    await read(page)
    await button(page, 'Next field').tap()
    expect(await page.locator('.field.current .marker').innerText()).toBe('Field 1 of 3 · Place of birth')
    await page.getByLabel(/^Detector seen/).tap()
    await page.getByLabel(/^Detector seen/).tap()
    expect(await page.locator('.field.current .marker').innerText()).toBe('Field 2 of 3 · Detector seen')
    await expectAccessible(page)
    await button(page, 'Continue to sign').tap()
    await page.getByText('Tick “Detector seen”.').waitFor()
    await page.getByText('Fill in “Place of birth”.').waitFor()
    await expectAccessible(page)
  })

  test('lets people read what is printed under a field', async () => {
    const over = { required: true, label: null, text: null, page: 1, x: 50, width: 400, height: 40 }
    const fields = [
      { ...over, id: 'signature', type: 'signature', y: 84 },
      { ...over, id: 'text', type: 'text', y: 130 },
    ] as const
    const { page } = await pages.open(desktop, { fields })
    await read(page)
    for (const control of ['.field button', '.field input']) {
      const clip = await page.locator(control).boundingBox()
      expect(await darkPixelsIn(page, await page.screenshot(clip ? { clip } : {}))).toBeGreaterThan(200)
    }
  })

  test('has the next thing to do as its primary button', async () => {
    const { page } = await pages.open(desktop, { fields: leaseFields })
    await read(page)
    expect(await page.locator('.actions .primary').innerText()).toBe('Next field')
    await page.getByLabel(/^Place of birth/).fill('Lyon')
    await page.getByLabel(/^Detector seen/).check()
    expect(await page.locator('.actions .primary').innerText()).toBe('Continue to sign')
  })

  test('goes back and forward between its steps', async () => {
    const { page } = await pages.open(desktop)
    await read(page)
    await button(page, 'Continue to sign').click()
    await heading(page, /^Sign$/).waitFor()
    await page.goBack()
    await heading(page, 'Read, then continue').waitFor()
    await page.goBack()
    await button(page, 'Read the document').waitFor()
    await page.goForward()
    await page.goForward()
    await heading(page, /^Sign$/).waitFor()
  })

  test('keeps what was entered when it is loaded again, and nothing after the end', async () => {
    const { page, signingCase } = await pages.open(desktop, { fields: leaseFields })
    await read(page)
    await page.getByLabel(/^Place of birth/).fill('Lyon')
    await page.getByLabel(/^Detector seen/).check()
    await page.reload()
    await read(page)
    expect(await page.getByLabel(/^Place of birth/).inputValue()).toBe('Lyon')
    expect(await page.getByLabel(/^Detector seen/).isChecked()).toBe(true)
    await button(page, 'Continue to sign').click()
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.signedWith).toMatchObject({ values: { birthplace: 'Lyon', detector: true } })
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([])
  })

  test('shows who asks: their name, colour and contact', async () => {
    const brand = {
      ...plainBrand('Durand Immobilier'),
      accent: accentOf('#f5c400'),
      contactEmail: 'bonjour@durand.example',
      legalName: 'Durand SAS',
      privacyNoticeUrl: 'https://durand.example/privacy',
    }
    const { page } = await pages.open(phone, { brand, isOpened: false })
    await page.getByRole('link', { name: 'bonjour@durand.example' }).waitFor()
    await page.getByText('Durand SAS').waitFor()
    const colour = 'getComputedStyle(document.querySelector("button.primary")).backgroundColor'
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accentOf('#f5c400').light.slice(at, at + 2), 16))
    expect(await page.evaluate(colour)).toBe(`rgb(${red}, ${green}, ${blue})`)
    await expectAccessible(page)
  })

  test('speaks the language of a German signer, and loads no other', async () => {
    const { page } = await pages.open(phone, { locale: 'de-AT', isOpened: false })
    await button(page, 'Dokument öffnen').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await expectAccessible(page)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.reload()
    await button(page, 'Dokument öffnen').waitFor()
    expect(loaded.filter((url) => /\/(?:fr|de|es|it|nl|pt|pl)-/.test(url))).toEqual([expect.stringContaining('/de-')])
  })

  test('jumps to a page, and prints every page of the document', async () => {
    const { page } = await pages.open(desktop, { pageCount: 12 })
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    const field = page.getByLabel('Go to page')
    await field.fill('9')
    await field.press('Enter')
    await page.locator('[data-page="9"][data-drawn="true"]').waitFor()
    await expect.poll(() => field.inputValue()).toBe('9')
    await page.evaluate(
      `window.print = () => { window.printed = document.querySelectorAll('.print-pages img').length }`,
    )
    await button(page, 'Print').click()
    await expect.poll(() => page.evaluate<number>('window.printed ?? 0')).toBe(12)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.print-pages img').first().isVisible()).toBe(true)
    expect(await page.locator('#page').isVisible()).toBe(false)
  })

  test('asks before somebody leaves with entries, and not after they signed', async () => {
    const { page } = await pages.open(desktop, { fields: leaseFields })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await read(page)
    await page.reload()
    expect(asked).toEqual([])
    await read(page)
    await page.getByLabel(/^Place of birth/).fill('Lyon')
    await page.getByLabel(/^Detector seen/).check()
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await read(page)
    await button(page, 'Continue to sign').click()
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    await heading(page, 'What happens next').waitFor()
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })
})

/** How many pixels of a picture are as dark as print. Labels of fields are blue or grey. */
async function darkPixelsIn(page: Page, png: Buffer): Promise<number> {
  const other = await page.context().newPage()
  const dark = await other.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (Math.max(data[at], data[at + 1], data[at + 2]) < 60) count += 1
    return count
  })()`)
  await other.close()
  return dark
}
