import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../functions/registered-mail/model/item.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { mailedPageCode } from '../support/link-pages.ts'
import {
  alterItem,
  notifiedItem,
  recipientPathOf,
  stepsOfItem,
  storedItem,
  storeProofs,
} from '../support/native-mails.ts'
import { ownerPathOf } from '../support/page-links.ts'
import { senderOf } from '../support/sender-accounts.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { expectFocus, pasteCode, tabTo } from './support/gestures.ts'
import { nativeCloud } from './support/native-cloud.ts'
import { picture } from './support/picture.ts'
import { button, expectAccessible, heading } from './support/signing-pages.ts'

tellIfSkipped()

const letter = {
  subject: 'Notice of rent',
  contentHtml:
    '<h1>Rent</h1><p>The rent <strong>changes</strong>.</p><table><tr><th>From</th><td>1 May</td></tr></table>',
}

describe.skipIf(!hasChromium)('the recipient of a registered mail', () => {
  const service = nativeCloud()
  const noticed = (fields: Partial<Item> = {}) => notifiedItem(service.of, fields, letter)
  const addressOf = async (item: Item) => `${service.baseUrl}${await recipientPathOf(item)}`

  async function confirm(page: Page, email: string, count = 1): Promise<void> {
    await button(page, 'Send me the code').click()
    await pasteCode(page, await mailedPageCode(email, count))
    await button(page, 'Confirm').click()
  }

  test('accepts on a phone, and reads the letter', async () => {
    const item = await noticed()
    const page = await service.open(phone, await addressOf(item))
    await heading(page, 'A registered mail is waiting for you').waitFor()
    await expectAccessible(page)
    await picture(page, 'mail-1-waiting')
    await button(page, 'Send me the code').tap()
    await page.getByLabel('The 6 digits of the code').waitFor()
    await expectAccessible(page)
    await picture(page, 'mail-2-code')
    await pasteCode(page, await mailedPageCode(item.email))
    await button(page, 'Confirm').tap()
    await heading(page, 'Accept or refuse').waitFor()
    await expectAccessible(page)
    await picture(page, 'mail-3-choice')
    await button(page, 'Accept the registered mail').tap()
    await heading(page, 'You accepted this registered mail').waitFor()
    await page.getByText('Acme Homes').waitFor()
    await storeProofs(item)
    await page.reload()
    await page.getByRole('link', { name: 'Proof of delivery (PDF)' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'mail-4-accepted')
    const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
    expect(wide).toBe(false)
  })

  test('refuses by keyboard, in French', async () => {
    const item = await noticed()
    const page = await service.open({ ...desktop, locale: 'fr-FR' }, await addressOf(item))
    await heading(page, 'Un envoi recommandé vous attend').waitFor()
    await tabTo(page, 'Recevoir le code')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Les 6 chiffres du code')
    await page.keyboard.type(await mailedPageCode(item.email))
    await page.keyboard.press('Enter')
    await heading(page, 'Accepter ou refuser').waitFor()
    await expectAccessible(page)
    await tabTo(page, 'Motif')
    await page.keyboard.type('Pas pour moi')
    await tabTo(page, 'Je refuse cet envoi')
    await page.keyboard.press('Space')
    await tabTo(page, 'Refuser définitivement')
    await page.keyboard.press('Enter')
    await heading(page, 'Vous avez refusé cet envoi recommandé').waitFor()
    await expectAccessible(page)
    await picture(page, 'mail-refused')
    expect(await storedItem(item)).toMatchObject({ status: 'refused' })
  })

  test('comes too late, with the page open', async () => {
    const item = await noticed()
    const page = await service.open(desktop, await addressOf(item))
    await confirm(page, item.email)
    await heading(page, 'Accept or refuse').waitFor()
    await alterItem(item, { acceptanceDeadline: timestamp(Date.now() - 1000) })
    await button(page, 'Accept the registered mail').click()
    await heading(page, 'The time to accept this registered mail is over').waitFor()
    await expectAccessible(page)
    await picture(page, 'mail-expired')
    expect(await storedItem(item)).toMatchObject({ status: 'deposited' })
  })

  test('enters wrong codes only so often', async () => {
    const item = await noticed()
    const page = await service.open(phone, await addressOf(item))
    await button(page, 'Send me the code').tap()
    const code = await mailedPageCode(item.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let left = 4; left >= 0; left--) {
      await pasteCode(page, wrong)
      await button(page, 'Confirm').tap()
      const said = left > 0 ? new RegExp(`\\b${left} more (try|tries)`) : 'Too many wrong codes were entered.'
      await page.getByText(said).first().waitFor()
      if (left === 4) await expectAccessible(page)
    }
    await expectAccessible(page)
    await picture(page, 'mail-locked')
  })

  test('accepts once from two tabs', async () => {
    const item = await noticed()
    const page = await service.open(desktop, await addressOf(item))
    await confirm(page, item.email)
    const second = await page.context().newPage()
    await second.goto(page.url())
    await Promise.all([page, second].map((tab) => button(tab, 'Accept the registered mail').dblclick()))
    await Promise.all([page, second].map((tab) => heading(tab, 'You accepted this registered mail').waitFor()))
    const types = (await stepsOfItem(item)).map(({ type }) => type)
    expect(types.filter((type) => type === 'delivered')).toHaveLength(1)
  })

  test('changes nothing while a program follows the link before them, and runs the page', async () => {
    const item = await noticed()
    const scanner = await service.open(desktop, await addressOf(item))
    await heading(scanner, 'A registered mail is waiting for you').waitFor()
    const languages = scanner.getByRole('list').filter({ hasText: 'Polski' }).getByRole('link')
    await scanner.getByText('Language: English').click()
    expect(await languages.count()).toBe(7)
    await scanner.getByRole('link', { name: 'Français' }).click()
    await heading(scanner, 'Un envoi recommandé vous attend').waitFor()
    expect(await stepsOfItem(item)).toHaveLength(item.chain.length)
    expect(await storedItem(item)).toEqual(item)
    const page = await service.open(phone, await addressOf(item))
    await confirm(page, item.email)
    await heading(page, 'Accept or refuse').waitFor()
    const nowhere = await service.open(phone, `${service.baseUrl}/r/${'A'.repeat(43)}`)
    await heading(nowhere, 'This link cannot be used').waitFor()
    await expectAccessible(nowhere)
  })

  test('and the owner of a sender account confirms it', async () => {
    const account = await senderOf(service.of, { vendor: 'native' })
    const page = await service.open(phone, `${service.baseUrl}${await ownerPathOf(account)}`)
    await heading(page, 'Confirm that registered mails may be sent in your name').waitFor()
    await expectAccessible(page)
    await picture(page, 'sender-1-confirm')
    await confirm(page, account.email)
    await heading(page, 'The sender account is confirmed').waitFor()
    await expectAccessible(page)
    await picture(page, 'sender-2-confirmed')
  })
})
