import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { button, expectAccessible, heading, letPass, type OpenedPage, signingPages } from './support/signing-pages.ts'

tellIfSkipped()

const minuteMs = 60_000

describe.skipIf(!hasChromium)('what goes wrong while signing', () => {
  const pages = signingPages()
  const { server } = pages

  test('a lost answer: the signature is found to be there, and sent once', async () => {
    const { page, signingCase } = await readyToSign(desktop)
    const before = server.callsOf('POST sign')
    server.spoil('POST sign', 'answer lost')
    await button(page, 'Sign the document').click()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.effects).toEqual(['signed'])
    expect(server.callsOf('POST sign') - before).toBe(1)
  })

  test('a lost answer and no connection after it: nothing is sent again before the state was read', async () => {
    const { page, signingCase } = await readyToSign(phone)
    const before = server.callsOf('POST sign')
    server.spoil('POST sign', 'answer lost')
    const reconnect = server.cut('GET state')
    await button(page, 'Sign the document').tap()
    await page.getByText('The connection was lost at the last moment').waitFor()
    await expectAccessible(page)
    expect(await button(page, 'Sign the document').count()).toBe(0)
    const asked = server.callsOf('GET state')
    await button(page, 'Check again').tap()
    await expect.poll(() => server.callsOf('GET state')).toBeGreaterThan(asked)
    reconnect()
    await letPass(pages, page, minuteMs)
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.effects).toEqual(['signed'])
    expect(server.callsOf('POST sign') - before).toBe(1)
  })

  test.each(['request lost', 'server error'] as const)(
    'a %s: what was entered is kept, and signs on the next try',
    async (mishap) => {
      const { page, signingCase } = await readyToSign(desktop)
      await page.getByLabel('Your name').fill('Z. Lefèvre')
      server.spoil('POST sign', mishap)
      await button(page, 'Sign the document').click()
      await page
        .getByRole('alert')
        .filter({ hasText: /Nothing was signed|is kept/ })
        .waitFor()
      await expectAccessible(page)
      expect(signingCase.effects).toEqual([])
      await button(page, 'Sign the document').click()
      await heading(page, 'You have signed').waitFor()
      expect(signingCase.signedWith).toMatchObject({ signature: { value: 'Z. Lefèvre' } })
    },
  )

  test('a double click signs once', async () => {
    const { page, signingCase } = await readyToSign(desktop)
    const before = server.callsOf('POST sign')
    const release = server.hold('POST sign')
    await button(page, 'Sign the document').dblclick()
    await button(page, 'Signing…').click({ force: true })
    await page.keyboard.press('Enter')
    release()
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.effects).toEqual(['signed'])
    expect(server.callsOf('POST sign') - before).toBe(1)
  })

  test('the time is up while the page is open', async () => {
    const { page, signingCase } = await readyToSign(phone)
    await letPass(pages, page, 7 * 24 * 60 * minuteMs + 1000)
    await heading(page, 'The time to sign is over').waitFor()
    await expectAccessible(page)
    expect(signingCase.effects).toEqual([])
  })

  test('a second tab signs: the first one tells so when one comes back to it', async () => {
    const { page, context, link, signingCase } = await readyToSign(desktop)
    const second = await context.newPage()
    await second.goto(link)
    await goToSignature(second)
    await second.getByLabel(/^I have read the document/).check()
    await button(second, 'Sign the document').click()
    await heading(second, 'You have signed').waitFor()
    await page.bringToFront()
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await heading(page, 'You have signed').waitFor()
    expect(signingCase.effects).toEqual(['signed'])
  })

  test('another person declines meanwhile: signing tells so', async () => {
    const { page, signingCase } = await readyToSign(desktop)
    signingCase.status = 'declined'
    await button(page, 'Sign the document').click()
    await heading(page, 'Another person declined').waitFor()
    await expectAccessible(page)
  })

  test('wrong codes, up to the lock and beyond it', async () => {
    const { page, signingCase } = await pages.open(phone, { authMethod: 'sms_otp' })
    await goToSignature(page)
    await button(page, 'Send the code').tap()
    const code = page.getByLabel('The 6 digits of the code')
    await code.fill('12')
    await button(page, 'Confirm').tap()
    await page.getByText('Enter all 6 digits of the code.').waitFor()
    for (const triesLeft of [4, 3, 2, 1]) {
      await code.fill('000000')
      await button(page, 'Confirm').tap()
      await page.getByText(`${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`).waitFor()
    }
    expect(await page.getByText('spam folder').count()).toBe(0)
    await expectAccessible(page)
    await code.fill('000000')
    await button(page, 'Confirm').tap()
    await page.getByText('Too many wrong codes. You can continue at').waitFor()
    await expectAccessible(page)
    expect(await code.count()).toBe(0)
    await letPass(pages, page, 15 * minuteMs + 1000)
    const before = signingCase.lastCode
    await button(page, /^Send (the|a new) code$/).tap()
    await expect.poll(() => signingCase.lastCode).not.toBe(before)
    await code.fill(signingCase.lastCode ?? '')
    await button(page, 'Confirm').tap()
    await heading(page, 'Sign').waitFor()
  })

  test('a lost answer to asking for a code: asking again sends no other one', async () => {
    const { page, signingCase } = await pages.open(phone, { authMethod: 'email_otp' })
    await goToSignature(page)
    server.spoil('POST otp', 'answer lost')
    const ask = button(page, 'Send the code')
    await ask.tap()
    await page.getByRole('alert').first().waitFor()
    await ask.tap()
    await page.getByText('The code is valid for another').waitFor()
    expect(signingCase.effects).toEqual(['code sent'])
  })

  test('a code that expires, and a new one', async () => {
    const { page, signingCase } = await pages.open(desktop, { authMethod: 'email_otp' })
    await goToSignature(page)
    await button(page, 'Send the code').click()
    await page.getByText('The code is valid for another').waitFor()
    const again = button(page, 'Send a new code')
    expect(await again.getAttribute('aria-disabled')).toBe('true')
    await letPass(pages, page, 10 * minuteMs + 1000)
    await page.getByText('This code has expired').waitFor()
    await expectAccessible(page)
    const first = signingCase.lastCode
    await again.click()
    await page.getByText('The code is valid for another').waitFor()
    expect(signingCase.lastCode).not.toBe(first)
    await page.getByLabel('The 6 digits of the code').fill(signingCase.lastCode ?? '')
    await button(page, 'Confirm').click()
    await heading(page, 'Sign').waitFor()
  })

  test('someone declines, with a reason and after a confirmation', async () => {
    const { page, signingCase } = await pages.open(phone)
    await button(page, 'Decline to sign').tap()
    await button(page, 'Continue').tap()
    await page.getByText('Say in a few words why you decline.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Why do you decline?').fill('The address is wrong.')
    await button(page, 'Continue').tap()
    await page.getByText('This cannot be undone.').waitFor()
    await expectAccessible(page)
    server.spoil('POST decline', 'answer lost')
    await button(page, 'Decline for good').tap()
    await heading(page, 'You declined to sign').waitFor()
    await expectAccessible(page)
    expect(signingCase.effects).toEqual(['declined: The address is wrong.'])
  })

  test('the dialog to decline keeps the focus, closes by Escape and gives the focus back', async () => {
    const { page, signingCase } = await pages.open(desktop)
    await button(page, 'Decline to sign').press('Enter')
    await page.locator('#reason:focus').waitFor()
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`,
      ),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('button:focus', { hasText: 'Decline to sign' }).waitFor()
    expect(signingCase.effects).toEqual([])
  })

  test('a document that does not arrive, or not as it was sent, is not signed', async () => {
    server.spoil('GET document', 'request lost')
    const { page, signingCase } = await pages.open(desktop)
    await page.getByText('The document could not be loaded.').waitFor()
    await expectAccessible(page)
    await button(page, 'Read the document').click()
    expect(await button(page, 'Continue to sign').getAttribute('aria-disabled')).toBe('true')
    signingCase.document.writeUInt8(signingCase.document.readUInt8(600) ^ 1, 600)
    await button(page, 'Try again').click()
    await page.getByText('The document was changed on its way to you.').waitFor()
    expect(await button(page, 'Continue to sign').getAttribute('aria-disabled')).toBe('true')
  })

  async function readyToSign(device: typeof desktop): Promise<OpenedPage> {
    const opened = await pages.open(device)
    await goToSignature(opened.page)
    await opened.page.getByLabel(/^I have read the document/).check()
    return opened
  }
})

async function goToSignature(page: Page): Promise<void> {
  await button(page, 'Read the document').click()
  await page.locator('[data-page="1"]').waitFor()
  await button(page, 'Continue to sign').click()
}
