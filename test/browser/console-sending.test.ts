import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { connectAr24, otpSecret, stateOfAr24, toAr24 } from '../support/ar24.ts'
import { connectCsc } from '../support/csc.ts'
import { nativeDraft } from '../support/emails.ts'
import { isProof } from '../support/proof.ts'
import { mailWith, sentTo, simulate } from '../support/registered-mails.ts'
import { senderEmail } from '../support/sender-accounts.ts'
import { create, signer } from '../support/signature.ts'
import { personOf, type Tenant, tenant } from '../support/tenant.ts'
import { until } from '../support/until.ts'
import { desktop, hasChromium, tellIfSkipped } from './support/browser.ts'
import { button, expectUsable, heading, signedIn } from './support/console-page.ts'
import { contractPdf } from './support/contract-pdf.ts'
import { nativeCloud } from './support/native-cloud.ts'

tellIfSkipped()

/** What the console offers to those who send mail and requests, and what it keeps them from. */
describe.skipIf(!hasChromium || !isProof)('sending from the console', () => {
  const service = nativeCloud(() => [], { withAr24: true })

  async function opened(of: Tenant, screen: string) {
    const { account } = await personOf(of, 'owner')
    return await signedIn(service, account.email ?? '', { device: desktop, route: `#/o/${of.org.id}/${screen}` })
  }

  test('adds senders at AR24 and here, stores an OTP secret, and sends qualified mail', async () => {
    const of = await tenant()
    const { token } = await connectAr24(of)
    const page = await opened(of, 'registered-mails/new')
    const [email, own] = [senderEmail(), senderEmail()]
    await page.getByLabel('Sent by').selectOption('AR24')
    await enterSender(page, 'At AR24', email)
    await page.getByLabel('Street and number').fill('1 rue de Rivoli')
    await page.getByLabel('Postal code').fill('75001')
    await page.getByLabel('City').fill('Paris')
    await expectUsable(page, 'sender-at-ar24')
    await button(page, 'Add a sender').click()
    await button(page, 'Ask again whether it is verified At AR24').waitFor()
    await toAr24(token, 'user', { email, confirmed: 1, otpSecret })
    await button(page, 'Ask again whether it is verified At AR24').click()
    await page.getByLabel('Subject').waitFor()

    // With a verified sender, another one can be added all the same.
    await page.getByText('Senders', { exact: true }).click()
    await page.getByText('Missing: qualified mail cannot be sent.').waitFor()
    await button(page, 'Store the OTP secret At AR24').click()
    await page.getByLabel('OTP secret (base32)').fill(otpSecret)
    await page.getByRole('dialog').getByRole('button', { name: 'Store the OTP secret' }).click()
    await button(page, 'Replace the OTP secret At AR24').waitFor()
    await page.getByText('Add a sender').first().click()
    await page.getByLabel('Sent by').selectOption('Sealpost registered mail')
    await enterSender(page, 'Own', own)
    await button(page, 'Add a sender').click()
    await button(page, 'Verify it, as this is a test Own').click()
    await button(page, 'Verify it, as this is a test Own').waitFor({ state: 'detached' })
    await expectUsable(page, 'senders')

    const [sender, type] = [
      page.getByLabel('Sender', { exact: true }),
      page.getByLabel('Type', { exact: true }).first(),
    ]
    await sender.selectOption({ label: `At AR24 (${email}), AR24` })
    await type.selectOption('qualified')
    await sender.selectOption({ label: `Own (${own}), Sealpost registered mail` })
    await page.getByText('The type is now “Simple”.').waitFor()
    expect(await type.locator('option').allTextContents()).toEqual(['Simple'])
    await expectUsable(page, 'type-corrected')
    await sender.selectOption({ label: `At AR24 (${email}), AR24` })
    await expect.poll(() => type.inputValue()).toBe('qualified')
    await page.getByLabel('Subject').fill('Notice')
    await page.getByLabel('Letter').fill('Please pay.')
    const recipient = page.getByRole('group', { name: 'Recipient 1' })
    await recipient.getByLabel('First name').fill('Ada')
    await recipient.getByLabel('Last name').fill('Lovelace')
    await recipient.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Who else gets the proofs').fill('lawyer@example.com')
    await button(page, 'Save as a draft').click()
    await heading(page, 'Notice').waitFor()
    expect(await shownAs(page, 'Sent by')).toBe('AR24')
    expect(await shownAs(page, 'Who else gets the proofs')).toBe('lawyer@example.com')
    await button(page, 'Send the mail').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send the mail' }).click()
    await until('the mail is at AR24', async () => ((await stateOfAr24(token)).mails.length === 1 ? true : null))
  })

  test('links an account that is at AR24 already, without its address', async () => {
    const of = await tenant()
    const { token } = await connectAr24(of)
    const email = senderEmail()
    await toAr24(token, 'user', { email, exists: true })
    const page = await opened(of, 'registered-mails/new')
    await page.getByLabel('Sent by').selectOption('AR24')
    await page.getByLabel('Account', { exact: true }).selectOption('link')
    expect(await page.getByLabel('Street and number').count()).toBe(0)
    await enterSender(page, 'Known there', email)
    await button(page, 'Add a sender').click()
    await page.getByText('Its owner does not let you use the account.').waitFor()
    await button(page, 'Delete the sender Known there').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the sender' }).click()
    await page.getByText('Add one first.').waitFor()
  })

  test('shows why a recipient refused, and saves files under names that tell them apart', async () => {
    const of = await tenant()
    const { id } = await sentTo(of, [''], { reference: 'Lease 7', followers: [{ email: 'lawyer@example.com' }] })
    const mail = await mailWith(of, id, ['deposited'])
    await simulate(of, mail, '/progress', { to: 'refused', reason: 'I never lived there.' })
    const page = await opened(of, `registered-mails/${mail.id}`)
    await page.getByText('Reason given: “I never lived there.”').waitFor()
    expect(await shownAs(page, 'Sent by')).toBe('Simulated')
    expect(await shownAs(page, 'Who else gets the proofs')).toBe('lawyer@example.com')
    expect(await savedBy(page, 'Proof of refusal Jane Doe')).toBe('Lease-7-01-Jane-Doe-refusal.pdf')
    expect(await savedBy(page, 'Download all proofs (ZIP)')).toBe('Lease-7-proofs.zip')
  })

  test('gives an address for webhooks only where it is to be entered', async () => {
    const of = await tenant()
    const page = await opened(of, 'vendor-connections')
    const ar24 = page.getByRole('region', { name: 'AR24' })
    await ar24.getByLabel('Token').fill(`token-${of.org.id}`)
    await ar24.getByLabel('Private key').fill(`key-of-token-${of.org.id}`)
    await ar24.getByRole('button', { name: 'Connect', exact: true }).click()
    await ar24.getByText('The vendor is connected.').waitFor()
    expect(await page.getByText('Address for the vendor’s webhooks').count()).toBe(0)
  })

  test('never takes time away from the signers by giving more', async () => {
    const of = await tenant()
    const request = await create(of, nativeDraft({ signers: [signer()], expiresInDays: 2 }))
    const page = await opened(of, `signature-requests/${request.id}`)
    const asked: string[] = []
    page.on('request', (sent) => void (sent.url().endsWith('/extend') && asked.push(sent.url())))
    await button(page, 'Give more time').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days').fill('1')
    await dialog.getByText('Give at least 2.').waitFor()
    await dialog.getByRole('button', { name: 'Give more time' }).click()
    await dialog.getByLabel('Days').fill('5')
    expect(asked).toEqual([])
    await dialog.getByRole('button', { name: 'Give more time' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(asked).toHaveLength(1)
  })

  test('sends by a vendor that asks one signer after the other, and keeps the vendor when the level changes', async () => {
    const of = await tenant()
    await connectCsc(of)
    const page = await opened(of, 'signature-requests/new')
    await page
      .getByLabel('Document')
      .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: contractPdf(1) })
    await page.getByLabel('First name').fill('Jane')
    await page.getByLabel('Last name').fill('Doe')
    await page.getByLabel('E-mail address').fill('jane@example.com')
    await page.getByText('More options').click()
    const vendor = page.getByLabel('Signed with')
    await page.getByLabel('Level of the signatures (eIDAS)').selectOption('aes')
    await vendor.selectOption('csc')
    await page.getByLabel('Level of the signatures (eIDAS)').selectOption('qes')
    expect(await vendor.inputValue()).toBe('csc')
    await button(page, 'Add a signer').click()
    const inTurn = page.getByLabel('They sign one after the other, in this order')
    expect([await inTurn.isChecked(), await inTurn.isDisabled()]).toEqual([true, true])
    await button(page, 'Remove Signer 2').click()
    await button(page, 'Place the fields').click()
    await page.locator('.paper canvas').waitFor()
    for (const _ of [1, 2]) await button(page, 'Add').click()
    expect(await page.getByText('Fields lie on each other').count()).toBe(0)
    for (const _ of [1, 2]) await page.keyboard.press('ArrowUp')
    await page.getByText('Fields lie on each other on page 1.').waitFor()
    await page.keyboard.press('Delete')
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY')
    await button(page, 'Send').click()
    await heading(page, 'lease').waitFor()
  })

  test('keeps the fields that fit another document, and says which do not', async () => {
    const of = await tenant()
    const page = await opened(of, 'signature-requests/new')
    const choose = async (pages: number) =>
      await page
        .getByLabel('Document')
        .setInputFiles({ name: `${pages}.pdf`, mimeType: 'application/pdf', buffer: contractPdf(pages) })
    await choose(2)
    await page.getByLabel('First name').fill('Jane')
    await page.getByLabel('Last name').fill('Doe')
    await page.getByLabel('E-mail address').fill('jane@example.com')
    await button(page, 'Place the fields').click()
    await page.locator('.paper canvas').waitFor()
    await button(page, 'Add').click()
    await page.getByLabel('Page', { exact: true }).selectOption('2')
    await button(page, 'Add').click()
    const fields = page.getByRole('region', { name: 'Fields and their coordinates' }).getByRole('listitem')
    expect(await fields.count()).toBe(2)
    await button(page, 'Back').click()
    await choose(1)
    await page.getByText('The fields that you placed stay where they fit.').waitFor()
    await button(page, 'Place the fields').click()
    await page.getByText('One field was removed').waitFor()
    expect(await fields.count()).toBe(1)
    await expectUsable(page, 'fields-kept')
  })
})

async function enterSender(page: Page, label: string, email: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByLabel('Name of the sender in lists') })
  await form.getByLabel('Name of the sender in lists').fill(label)
  await form.getByLabel('Company').fill('Acme')
  await form.getByLabel('First name').fill('Jane')
  await form.getByLabel('Last name').fill('Doe')
  await form.getByLabel('E-mail address of the sender').fill(email)
}

/** What the first list of names and values says about a name, once it says something. */
async function shownAs(page: Page, name: string): Promise<string> {
  const value = page.locator('dl.pairs').first().locator('div').filter({ hasText: name }).locator('dd').first()
  await expect.poll(() => value.textContent()).not.toBe('—')
  return (await value.textContent()) ?? ''
}

async function savedBy(page: Page, name: string): Promise<string> {
  const saved = page.waitForEvent('download')
  await button(page, name).click()
  return (await saved).suggestedFilename()
}
