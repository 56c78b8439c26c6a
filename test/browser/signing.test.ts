import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { SigningField } from '../../functions/signature/signing-page/page/signing-state.ts'
import { signatureStampPicture, stampPictureOf } from '../../functions/signature/signing-page/stamp-picture-of.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { drawStroke, expectFocus, pasteCode, tabTo } from './support/gestures.ts'
import { leaseFields } from './support/lease-fields.ts'
import { markedPdf } from './support/marked-pdf.ts'
import { captionOfCase } from './support/signing-case.ts'
import { button, expectAccessible, heading, signingPages } from './support/signing-pages.ts'

tellIfSkipped()

describe.skipIf(!hasChromium)('people sign', () => {
  const pages = signingPages()

  test('on a phone, with a code by text message and a drawn signature', async () => {
    const { page, signingCase } = await pages.open(phone, {
      authMethod: 'sms_otp',
      fields: leaseFields,
      isOpened: false,
    })
    await heading(page, 'Lease agreement, 12 rue des Lilas').waitFor()
    await expectAccessible(page)
    await button(page, 'Open the document').tap()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    expect(await page.locator('[data-page="1"] .textLayer').innerText()).toContain('The rent is due')
    await expectAccessible(page)
    await page.getByLabel(/^Place of birth/).fill('Lyon')
    await page.getByLabel(/^Detector seen/).tap()
    await button(page, 'Next field').tap()
    await button(page, 'Sign here, page 2').tap()
    await expectAccessible(page)
    await button(page, 'Send the code').tap()
    await page.getByLabel('The 6 digits of the code').waitFor()
    expect(await page.getByLabel('The 6 digits of the code').getAttribute('autocomplete')).toBe('one-time-code')
    await expectAccessible(page)
    await pasteCode(page, `${signingCase.lastCode?.slice(0, 3)} ${signingCase.lastCode?.slice(3)}`)
    await button(page, 'Confirm').tap()
    await page.getByText('Draw', { exact: true }).tap()
    await expectAccessible(page)
    await drawStroke(page, 0.3)
    await drawStroke(page, 0.6)
    await button(page, 'Undo').tap()
    await page.getByRole('img', { name: /1 stroke drawn/ }).waitFor()
    await page.getByLabel(/^I have read the document/).tap()
    await button(page, 'Sign the document').tap()
    await heading(page, 'You have signed').waitFor()
    await expectAccessible(page)
    expect(signingCase.effects).toEqual(['opened', 'code sent', 'code proved', 'signed'])
    expect(signingCase.signedWith).toMatchObject({
      consent: true,
      documentSha256: signingCase.sha256,
      signature: { mode: 'drawn', value: { width: 600, height: 200 } },
      values: { birthplace: 'Lyon', detector: true },
    })
    expect(strokesOf(signingCase.signedWith)).toHaveLength(1)
    signingCase.sealed = 'ready'
    await page.clock.fastForward(2000)
    const download = page.getByRole('link', { name: 'Download the sealed document' })
    expect(await download.getAttribute('href')).toMatch(/^\/stage\/sign\/[\w-]{43}\/document\?variant=signed$/)
    await page.clock.fastForward(3000)
    await expectAccessible(page)
  })

  test.each([
    { turned: 'upright', page: 1 },
    { turned: 'rotated', page: 2 },
  ])('and tick the checkbox that they tap, however close its neighbours are ($turned page)', async ({ page: on }) => {
    const fields = crowdedFields(on)
    const { page } = await pages.open(narrowPhone, { document: markedPdf(), pageCount: 4, fields })
    await button(page, 'Read the document').tap()
    await page.locator(`[data-page="${on}"][data-drawn="true"]`).waitFor()
    for (const { id, type } of fields) {
      const field = page.locator(`.field:has([data-control="${id}"])`)
      await field.scrollIntoViewIfNeeded()
      const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {}
      const centre = { x: x + width / 2, y: y + height / 2 }
      expect(await page.evaluate(controlAt(centre))).toBe(id)
      if (type !== 'checkbox') continue
      await page.touchscreen.tap(centre.x, centre.y)
      expect(await page.locator(`[data-control="${id}"]`).isChecked()).toBe(true)
    }
    expect(await page.locator('[data-control="alone"]').boundingBox()).toMatchObject({ width: 24, height: 24 })
  })

  test('on a desktop by keyboard alone, with a code by e-mail and a typed signature', async () => {
    const { page, signingCase } = await pages.open(desktop, {
      authMethod: 'email_otp',
      fields: leaseFields,
      isOpened: false,
    })
    await tabTo(page, 'Open the document')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Read, then continue')
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await expectAccessible(page)
    await tabTo(page, 'Next field')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Lyon')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await tabTo(page, 'Next field')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Sign here')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Confirm it is you')
    await expectAccessible(page)
    await tabTo(page, 'Send the code')
    await page.keyboard.press('Enter')
    await page.getByText('A code was sent by e-mail').waitFor()
    await page.locator('#code:focus').waitFor()
    await page.keyboard.type(signingCase.lastCode ?? '')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Sign')
    await tabTo(page, 'Your name')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Zoë L.')
    await tabTo(page, 'I have read the document')
    await page.keyboard.press('Space')
    await expectAccessible(page)
    await tabTo(page, 'Sign the document')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'You have signed')
    expect(signingCase.signedWith).toMatchObject({
      signature: { mode: 'typed', value: 'Zoë L.' },
      values: { birthplace: 'Lyon', detector: true },
    })
  })

  test('what the sender changed while they read, once they were told and agreed anew', async () => {
    const { page, signingCase } = await pages.open(desktop, { others: [paul] })
    await button(page, 'Read the document').click()
    await button(page, 'Continue to sign').click()
    await page.getByLabel(/^I have read the document/).check()
    signingCase.changeTitle('Personal guarantee')
    await button(page, 'Sign the document').click()
    const told = page.getByRole('alert').filter({ hasText: 'The sender has changed this request' })
    await told.waitFor()
    expect(await told.innerText()).toContain(
      'Its title is now “Personal guarantee”. Signers: Zoë Lefèvre and Paul Durand',
    )
    expect(signingCase.effects).toEqual([])
    expect(await page.getByLabel(/^I have read the document/).isChecked()).toBe(false)
    await expectAccessible(page)
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.signedWith).toMatchObject({ agreementSha256: signingCase.agreementSha256 })
  })

  test('not by the box that they ticked before the page heard of a change by itself', async () => {
    const { page, signingCase } = await pages.open(desktop)
    await button(page, 'Read the document').click()
    await button(page, 'Continue to sign').click()
    await page.getByLabel(/^I have read the document/).check()
    signingCase.changeTitle('Personal guarantee')
    await page.getByLabel('Language').selectOption('fr')
    await page.getByText('Son titre est maintenant «\u00a0Personal guarantee\u00a0»').waitFor()
    expect(await page.getByLabel(/^J’ai lu le document/).isChecked()).toBe(false)
    await expectAccessible(page)
  })

  test('in French, with their browser in English, and in English by the switch', async () => {
    const { page, signingCase } = await pages.open(phone, { locale: 'fr-FR', isOpened: false })
    await button(page, 'Ouvrir le document').tap()
    await button(page, 'Continuer').tap()
    await page.getByLabel(/^J’ai lu le document/).tap()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    expect(await page.title()).toBe('Signer\u00a0: Lease agreement, 12 rue des Lilas')
    await expectAccessible(page)
    expect(await page.getByLabel('Langue').locator('option').count()).toBe(8)
    await page.getByLabel('Langue').selectOption('en')
    const consent = page.getByLabel(/^I have read the document/)
    expect(await consent.isChecked()).toBe(false)
    await consent.tap()
    await button(page, 'Sign the document').tap()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.effects).toEqual(['opened', 'signed'])
  })

  test('only what they open themselves: a program that runs the page opens nothing', async () => {
    const { page, signingCase } = await pages.open(desktop, {
      message: 'Here is the lease.',
      others: [paul],
      isOpened: false,
    })
    const [opened, read] = [pages.server.callsOf('POST open'), pages.server.callsOf('GET document')]
    await button(page, 'Open the document').waitFor()
    await page.clock.fastForward(60_000)
    await page.reload()
    await button(page, 'Open the document').waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/Lefèvre|Durand|lease\.pdf|Here is the lease/)
    expect([pages.server.callsOf('POST open'), pages.server.callsOf('GET document')]).toEqual([opened, read])
    expect(signingCase.effects).toEqual([])
    await button(page, 'Open the document').click()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await page.getByText('Paul Durand').waitFor()
    await page.getByText('Here is the lease.').waitFor()
    expect(signingCase.effects).toEqual(['opened'])
    await page.reload()
    await button(page, 'Read the document').waitFor()
    expect(signingCase.effects).toEqual(['opened'])
  })

  test('with a name in any script, seen as it is stamped, or drawn where no font has its letters', async () => {
    const { page, signingCase } = await pages.open(desktop, { fields: leaseFields })
    const outlineIn = (place: string) => page.locator(`${place} svg path`).getAttribute('d')
    await button(page, 'Read the document').click()
    await page.getByLabel(/^Place of birth/).fill('北京 – القاهرة')
    await page.getByLabel(/^Detector seen/).check()
    const birthplace = leaseFields.find(({ id }) => id === 'birthplace')
    const { width = 0, height = 0 } = birthplace ?? {}
    await page.locator('.field.text svg.stamp').waitFor()
    const picture = await stampPictureOf({ kind: 'text', text: '北京 – القاهرة', width, height }, 'en')
    expect(picture).toContain(`d="${await outlineIn('.field.text')}"`)
    await expectAccessible(page)
    await button(page, 'Continue to sign').click()
    const typed = page.getByLabel('Your name')
    await typed.fill('\u{12000}')
    await page.getByText('The document cannot show these characters: \u{12000}').waitFor()
    await expectAccessible(page)
    await typed.fill('राजेश 王小明')
    await page.getByText('The document cannot show these characters').waitFor({ state: 'detached' })
    // The whole stamp, letter for letter, at the size of the field.
    const signatureField = leaseFields.find(({ type }) => type === 'signature')
    const size = { width: signatureField?.width ?? 0, height: signatureField?.height ?? 0 }
    const stamp = await signatureStampPicture({ typed: 'राजेश 王小明', ...size }, captionOfCase)
    await expect.poll(() => outlineIn('.preview')).toBe(/ d="([^"]*)"/.exec(stamp)?.[1])
    await expectAccessible(page)
    await typed.fill('\u{12000}')
    await button(page, 'Draw your signature instead').click()
    await drawStroke(page, 0.3)
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.signedWith).toMatchObject({
      signature: { mode: 'drawn' },
      values: { birthplace: '北京 – القاهرة' },
    })
  })

  test('with an uploaded picture, and only with one that can be used', async () => {
    const { page, signingCase } = await pages.open(desktop)
    await button(page, 'Read the document').click()
    await button(page, 'Continue to sign').click()
    await page.getByText('Upload', { exact: true }).click()
    const input = page.getByLabel('Picture of your signature')
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(20 * 2 ** 20 + 1) })
    await page.getByText('This file is larger than 20 MB').waitFor()
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') })
    await page.getByText('This browser cannot read this file as a picture').waitFor()
    await expectAccessible(page)
    const [blank, photo] = await Promise.all([photoOf(page, false), photoOf(page, true)])
    await input.setInputFiles({ name: 'blank.jpg', mimeType: 'image/jpeg', buffer: blank })
    await page.getByText('This picture is almost blank').waitFor()
    await input.setInputFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText('Your signature from mine.jpg').waitFor()
    await page.locator('.preview svg image').waitFor()
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.signedWith).toMatchObject({
      signature: { mode: 'uploaded', value: expect.stringMatching(/^iVBORw0KGgo/) },
    })
    // The stroke without its paper, from a picture of 3000 × 4000 pixels.
    const sent = signingCase.signedWith?.signature as { value: string } | undefined
    const { width, height } = pngSizeOf(Buffer.from(sent?.value ?? '', 'base64'))
    expect(width).toBeLessThan(700)
    expect(height).toBeLessThan(150)
    expect(width / height).toBeGreaterThan(3)
  })

  test('not before they have filled in what is required, drawn something and agreed', async () => {
    const { page, signingCase } = await pages.open(desktop, { fields: leaseFields })
    await button(page, 'Read the document').click()
    await button(page, 'Continue to sign').click()
    const empty = page.getByLabel(/^Place of birth/)
    await page.locator('[data-control="birthplace"]:focus').waitFor()
    expect(await empty.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator(`#${await empty.getAttribute('aria-describedby')}`).innerText()).toContain(
      'Place of birth',
    )
    await expectAccessible(page)
    // Letter by letter: a field that is filled in keeps the focus, and no consent is ticked by a space.
    await page.keyboard.type('Le Havre')
    expect(await empty.inputValue()).toBe('Le Havre')
    expect(await page.getByLabel(/^Detector seen/).isChecked()).toBe(false)
    await page.getByLabel(/^Detector seen/).check()
    await button(page, 'Continue to sign').click()
    await page.getByText('Draw', { exact: true }).click()
    await button(page, 'Sign the document').click()
    await page.getByText('Draw your signature to sign.').waitFor()
    await page.getByText('Tick the box to agree.').waitFor()
    await expectAccessible(page)
    expect(signingCase.effects).toEqual([])
  })

  test('and go on to where the sender wants them, unless they stay', async () => {
    const redirectUrls = { signed: `${pages.server.origin}/thanks`, declined: null }
    const { page } = await pages.open(desktop, { redirectUrls })
    await sign(page)
    await page.getByText(/You will go to 127\.0\.0\.1:\d+ in/).waitFor()
    await expectAccessible(page)
    await button(page, 'Stay on this page').click()
    await page.clock.fastForward(30_000)
    expect(page.url()).not.toContain('/thanks')
    const { page: another } = await pages.open(desktop, { redirectUrls })
    await sign(another)
    await another.getByText(/You will go to/).waitFor()
    await another.clock.runFor(11_000)
    await another.waitForURL('**/thanks')
  })
})

const paul = { firstName: 'Paul', lastName: 'Durand', status: 'notified', signedAt: null, isYou: false } as const

const narrowPhone = { ...phone, viewport: { width: 360, height: 780 } }

/** Checkboxes above, beside and diagonally to each other, a text close to them, and a checkbox far from all. */
function crowdedFields(page: number): readonly SigningField[] {
  const box = { type: 'checkbox', page, width: 12, height: 12, required: false, label: null, text: null } as const
  return [
    { ...box, id: 'first', x: 60, y: 200 },
    { ...box, id: 'second', x: 60, y: 218 },
    { ...box, id: 'third', x: 60, y: 236 },
    { ...box, id: 'beside', x: 76, y: 218 },
    { ...box, id: 'diagonal', x: 90, y: 232 },
    { ...box, id: 'text', type: 'text', x: 60, y: 250, width: 100, height: 12 },
    { ...box, id: 'alone', x: 200, y: 300 },
  ]
}

/** The id of the field whose control a tap reaches. */
function controlAt({ x, y }: { readonly x: number; readonly y: number }): string {
  return `document.elementFromPoint(${x}, ${y})?.closest('.field')?.querySelector('[data-control]')?.dataset.control`
}

async function sign(page: Page): Promise<void> {
  await button(page, 'Read the document').click()
  await button(page, 'Continue to sign').click()
  await page.getByLabel(/^I have read the document/).check()
  await button(page, 'Sign the document').click()
  await heading(page, 'You have signed').waitFor()
}

function strokesOf(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body)).signature.value.strokes
}

/** A photo of a sheet of paper in uneven light, with or without a stroke of ink, as a phone takes it. */
async function photoOf(page: Page, hasInk: boolean): Promise<Buffer> {
  const dataUrl = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 3000, height: 4000 })
    const context = canvas.getContext('2d')
    const light = context.createLinearGradient(0, 0, 3000, 4000)
    light.addColorStop(0, '#f4f2ee')
    light.addColorStop(1, '#a8a49c')
    context.fillStyle = light
    context.fillRect(0, 0, 3000, 4000)
    context.fillStyle = '#1a2a6c'
    if (${hasInk}) context.fillRect(1000, 2000, 1000, 160)
    return canvas.toDataURL('image/jpeg', 0.9)
  })()`)
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

function pngSizeOf(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
