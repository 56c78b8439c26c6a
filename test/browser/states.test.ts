import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { documentBy, producers } from '../support/documents/producers.ts'
import { isProof, sampled } from '../support/proof.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { markedFields, markedPdf } from './support/marked-pdf.ts'
import { button, expectAccessible, heading, letPass, signingPages } from './support/signing-pages.ts'

tellIfSkipped()

const other = { firstName: 'Paul', lastName: 'Durand', isYou: false }

describe.skipIf(!hasChromium || !isProof)('what people are told', () => {
  const pages = signingPages()
  const { server } = pages

  test('a link that is unknown or was replaced', async () => {
    const page = await pages.visit(phone, server.linkOf('a-link-of-before'))
    await heading(page, 'This link does not lead to a document').waitFor()
    await expectAccessible(page)
  })

  test.each([
    ['canceled', 'The request was canceled'],
    ['expired', 'The time to sign is over'],
    ['declined', 'Another person declined'],
    ['completed', 'The request is complete'],
  ] as const)('a request that is %s', async (status, told) => {
    const { page, signingCase } = await pages.open(phone, { isYourTurn: false })
    await heading(page, 'It is not your turn yet').waitFor()
    signingCase.status = status
    await page.reload()
    await heading(page, told).waitFor()
    await expectAccessible(page)
  })

  test('their turn, as soon as it has come', async () => {
    const { page, signingCase } = await pages.open(desktop, { isYourTurn: false })
    await heading(page, 'It is not your turn yet').waitFor()
    await expectAccessible(page)
    signingCase.isYourTurn = true
    await page.clock.fastForward(20_000)
    await button(page, 'Read the document').waitFor()
  })

  test('how far it is after they have signed, until the sealed document is there', async () => {
    const others = [{ ...other, status: 'notified', signedAt: null } as const]
    const { page, signingCase } = await pages.open(phone, { others, livemode: false })
    await page.getByText('Paul Durand').waitFor()
    await page.getByText('anything signed here has no legal value').waitFor()
    const { sha256: documentSha256, agreementSha256 } = signingCase
    signingCase.sign({ consent: true, documentSha256, agreementSha256, values: {} })
    await page.reload()
    await page.getByText('1 other person has still to sign').waitFor()
    await expectAccessible(page)
    signingCase.status = 'completed'
    signingCase.sealed = 'pending'
    await letPass(pages, page, 20_000)
    await page.getByText('The sealed document is being prepared').waitFor()
    signingCase.sealed = 'ready'
    await letPass(pages, page, 10_000)
    await page.getByRole('link', { name: 'Download the sealed document' }).waitFor()
    await expectAccessible(page)
    signingCase.sealed = 'failed'
    await page.reload()
    await page.getByText('takes longer than usual').waitFor()
  })

  test.each(['request lost', 'server error'] as const)(
    'a %s when the page is opened, and how to go on',
    async (mishap) => {
      server.spoil('GET state', mishap)
      const { page } = await pages.open(phone)
      await heading(page, 'The page could not be loaded').waitFor()
      await expectAccessible(page)
      await button(page, 'Try again').tap()
      await button(page, 'Read the document').waitFor()
    },
  )

  test('that JavaScript is needed', async () => {
    const page = await pages.visit({ ...phone, javaScriptEnabled: false }, server.open().link)
    const told = page.locator('noscript')
    const headings = await told.locator('h1').allInnerTexts()
    expect(headings).toHaveLength(8)
    expect(headings.slice(0, 2)).toEqual(['JavaScript is needed to sign', 'JavaScript est nécessaire pour signer'])
    expect(await told.locator('h1').first().isVisible()).toBe(true)
  })

  test.each(
    // The longer words first: the usual run takes them alone.
    sampled(
      [
        { locale: 'fr', read: 'Lire le document', goOn: 'Continuer', send: 'Envoyer le code' },
        { locale: 'en', read: 'Read the document', goOn: 'Continue to sign', send: 'Send the code' },
      ],
      1,
    ),
  )('the page fits 320 pixels in each step ($locale)', async ({ locale, read, goOn, send }) => {
    const narrow = { ...phone, viewport: { width: 320, height: 568 } }
    const { page } = await pages.open(narrow, { locale, authMethod: 'sms_otp' })
    const expectToFit = async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await button(page, read).waitFor()
    await expectToFit()
    await button(page, read).tap()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await expectToFit()
    await button(page, goOn).tap()
    await button(page, send).waitFor()
    await expectToFit()
  })
})

describe.skipIf(!hasChromium || !isProof)('the document', () => {
  const pages = signingPages()

  test('200 pages: only those near are drawn, and those that were seen are told', async () => {
    const { page, signingCase } = await pages.open(desktop, { pageCount: 200 })
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await expect.poll(() => page.locator('[data-page]').count()).toBe(200)
    expect(await page.locator('canvas').count()).toBeLessThan(8)
    await page.locator('[data-page="150"]').scrollIntoViewIfNeeded()
    await page.locator('[data-page="150"][data-drawn="true"]').waitFor()
    expect(await page.locator('canvas').count()).toBeLessThan(8)
    await page.locator('[data-page="1"] canvas').waitFor({ state: 'detached' })
    await page.clock.fastForward(3000)
    await expect.poll(() => [...signingCase.viewed].some((number) => Math.abs(number - 150) <= 1)).toBe(true)
    expect(signingCase.viewed.size).toBeLessThan(10)
  })

  test('that must be seen whole says which pages are missing, and is signed once all were on screen', async () => {
    const { page, signingCase } = await pages.open(desktop, { pageCount: 4, mustSeeAllPages: true })
    await button(page, 'Read the document').click()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await page.getByText('Still to see: pages 2–4').waitFor()
    await button(page, 'Continue to sign').click()
    await page.getByText('The sender requires that you see every page before you sign.').waitFor()
    await expectAccessible(page)
    for (const number of [2, 3, 4]) {
      await button(page, `Show page ${number}`).click()
      await button(page, `Show page ${number}`).waitFor({ state: 'detached' })
    }
    await page.getByText('Still to see').waitFor({ state: 'detached' })
    await button(page, 'Continue to sign').click()
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    expect([...signingCase.viewed].toSorted()).toEqual([1, 2, 3, 4])
  })

  test('is as sharp as the screen at every size', async () => {
    const { page } = await pages.open({ ...desktop, deviceScaleFactor: 2 })
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    const widths = () =>
      page.evaluate<[number, number]>(`(() => {
        const canvas = document.querySelector('[data-page="1"] canvas')
        return [canvas?.width ?? 0, canvas?.getBoundingClientRect().width ?? 0]
      })()`)
    const blur = async () => {
      const [pixels, width] = await widths()
      return Math.abs(pixels - 2 * width)
    }
    await expect.poll(blur).toBeLessThan(4)
    const [, width] = await widths()
    await button(page, 'Zoom in').click()
    await expect.poll(async () => (await widths())[1]).toBeGreaterThan(width * 1.2)
    await page.mouse.move(300, 400)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await widths())[1]).toBeGreaterThan(width * 1.4)
    await page.clock.runFor(500)
    await expect.poll(async () => Math.round(((await widths())[0] / (await widths())[1]) * 10)).toBe(20)
  })

  test('is enlarged by pinching, and the page around it is not', async () => {
    const { page, context } = await pages.open(phone)
    await button(page, 'Read the document').tap()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    const session = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', distance: number | null) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          distance === null
            ? []
            : [
                { x: 195 - distance, y: 300, id: 0 },
                { x: 195 + distance, y: 300, id: 1 },
              ],
      })
    await touch('touchStart', 40)
    for (const distance of [50, 60, 70, 80]) await touch('touchMove', distance)
    await touch('touchEnd', null)
    await button(page, /^1[5-9]\d%/)
      .or(button(page, /^2\d\d%/))
      .waitFor()
    expect(await page.evaluate('visualViewport.scale')).toBe(1)
  })

  test.each(sampled(producers, 2))('by %s is shown, and its text can be selected', async (producer) => {
    const document = documentBy(producer)
    const { page } = await pages.open(desktop, { document, pageCount: (await PDF.load(document)).getPageCount() })
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    const text = async () => (await page.locator('[data-page="1"] .textLayer').innerText()).replaceAll(/\s+/g, ' ')
    await expect.poll(text).toMatch(/Painting of a wall|Sharing of a garden|Use of a boat|What is lent/)
    // A page is drawn anew when its size settles.
    await expect.poll(() => page.evaluate<number>(inkOf)).toBeGreaterThan(300)
  })

  test('has its fields where the request says, on rotated and cropped pages too', async () => {
    const { page } = await pages.open(desktop, { document: markedPdf(), pageCount: 4, fields: markedFields })
    for (const { id, page: number } of markedFields) {
      const sheet = page.locator(`[data-page="${number}"]`)
      await sheet.scrollIntoViewIfNeeded()
      await page.locator(`[data-page="${number}"][data-drawn="true"]`).waitFor()
      expect(await page.evaluate(`(${marksAround})('${id}')`)).toEqual({
        inside: [true, true],
        outside: [false, false],
      })
    }
  })

  test('its text can be selected, and its links lead nowhere', async () => {
    const { page } = await pages.open(desktop)
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    expect(await page.locator('[data-page] a').count()).toBe(0)
    await page.locator('.textLayer span', { hasText: 'The rent is due' }).first().selectText()
    expect(await page.evaluate('String(getSelection())')).toContain('The rent is due on the fifth day')
    await page.locator('.textLayer span', { hasText: 'Either party' }).first().click()
    expect(page.context().pages()).toHaveLength(1)
  })
})

/** Whether the drawing is marked just inside the corners of a field, and just outside of them. */
const marksAround = `(id) => {
  const sheet = document.querySelector('[data-control="' + id + '"]').closest('[data-page]')
  const field = document.querySelector('[data-control="' + id + '"]').closest('.field').getBoundingClientRect()
  const canvas = sheet.querySelector('canvas')
  const around = canvas.getBoundingClientRect()
  const isMarked = (x, y) => {
    const [left, top] = [(x - around.left) / around.width * canvas.width, (y - around.top) / around.height * canvas.height]
    const [red, green] = canvas.getContext('2d').getImageData(left, top, 1, 1).data
    return red > 200 && green < 60
  }
  const { left, top, right, bottom } = field
  return {
    inside: [isMarked(left + 3, top + 3), isMarked(right - 3, bottom - 3)],
    outside: [isMarked(left - 3, top - 3), isMarked(right + 3, bottom + 3)],
  }
}`

/** How many points of the first page are dark. */
const inkOf = `(() => {
  const canvas = document.querySelector('[data-page="1"] canvas')
  if (!canvas) return 0
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let dark = 0
  for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 450 && data[at + 3] > 0) dark += 1
  return dark
})()`
