import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Dialog, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { cloud } from '../support/cloud.ts'
import { contactOf } from '../support/contacts.ts'
import { nativeDraft } from '../support/emails.ts'
import { isProof } from '../support/proof.ts'
import { create } from '../support/signature.ts'
import { personAt } from '../support/structure.ts'
import { personOf, tenant } from '../support/tenant.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { button, enterCode, expectUsable, heading, link, signedIn } from './support/console-page.ts'
import { nativeCloud } from './support/native-cloud.ts'

tellIfSkipped()

describe.skipIf(!hasChromium)('the console', () => {
  // Files come to where uploads are.
  const service = nativeCloud(() => [new URL(cloud().endpoints.s3).origin])
  const screen = (...path: string[]) => `#/o/${[service.of.org.id, ...path].join('/')}`

  test('signs in, stays signed in after a reload, and signs out', async () => {
    const { account } = await personOf(service.of, 'viewer')
    const page = await service.open(desktop, `${service.baseUrl}/console${screen('contacts')}`)
    await heading(page, 'Sealpost console').waitFor()
    await expectUsable(page, 'sign-in')
    await button(page, 'Sign in').click()
    await enterCode(page, account.email ?? '', 1)
    await heading(page, 'Contacts').waitFor()
    expect(page.url()).toBe(`${service.baseUrl}/console${screen('contacts')}`)
    await page.reload()
    await heading(page, 'Contacts').waitFor()
    await page.evaluate(`location.hash = '${screen('contacts', 'new')}'`)
    await heading(page, 'Your role does not open this screen').waitFor()
    const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(stored).not.toMatch(/eyJ|token|code_verifier|codeVerifier/i)
    const otherTab = await page.context().newPage()
    await otherTab.goto(`${service.baseUrl}/console${screen('contacts')}`)
    await heading(otherTab, 'Contacts').waitFor()
    await button(page, 'Sign out').click()
    // The identity provider asks before it ends the session of the browser.
    await heading(page, 'Sign out').waitFor()
    await button(page, 'Sign out').click()
    await heading(page, 'Sealpost console').waitFor()
    await heading(otherTab, 'Sealpost console').waitFor()
    await page.goto(`${service.baseUrl}/console`)
    await heading(page, 'Sealpost console').waitFor()
  })

  test('makes an API key that works, replaces its secret and revokes it', async () => {
    const { account } = await personOf(service.of, 'owner')
    const page = await signedIn(service, account.email ?? '', { device: desktop, route: screen('api-keys') })
    await link(page, 'Create an API key').click()
    await heading(page, 'Create an API key').waitFor()
    await expectUsable(page, 'new-api-key')
    await page.getByLabel('Name').fill('Rental software')
    await page.getByLabel('Allowed IP addresses').fill('abc')
    await button(page, 'Create the key').click()
    await page.getByText('Allowed IP addresses: "abc" is neither').waitFor()
    await page.getByRole('textbox', { name: 'Allowed IP addresses' }).and(page.locator(':focus')).fill('')
    await button(page, 'Create the key').click()
    await heading(page, 'The key is created').waitFor()
    await expectUsable(page, 'api-key-secret')
    const questions = await staysAfter(page, () => link(page, 'Webhooks').click())
    expect(questions).toEqual(['Leave this screen? The secret is shown only now.'])
    await heading(page, 'The key is created').waitFor()
    const shown = async (label: string) =>
      (await page.locator('[data-secret] .field-group', { hasText: label }).locator('code').first().textContent()) ?? ''
    const [clientId, secret] = [await shown('client_id'), await shown('client_secret')]
    expect((await tokenBy(clientId, secret)).status).toBe(200)
    await page.getByLabel('I have stored it').check()
    await button(page, 'Done').click()
    await heading(page, 'Rental software').waitFor()
    await expectUsable(page, 'api-key')
    await page.getByLabel('The old secret stays valid').selectOption('0')
    await button(page, 'Replace the secret').click()
    const replaced = await shown('client_secret')
    await page.getByLabel('I have stored it').check()
    await button(page, 'Done').click()
    expect((await tokenBy(clientId, secret)).status).toBe(401)
    expect((await tokenBy(clientId, replaced)).status).toBe(200)
    await button(page, 'Revoke the key').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await tokenBy(clientId, replaced)).status).toBe(401)
    await link(page, '← API keys').click()
    await heading(page, 'API keys').waitFor()
    await expectUsable(page, 'api-keys')
  })

  test('renews its token without leaving a form, and keeps the entries where somebody has to sign in again', async () => {
    const { account } = await personOf(service.of, 'owner')
    const email = account.email ?? ''
    const page = await signedIn(service, email, { device: desktop, route: screen('api-keys', 'new') })
    await page.getByLabel('Name').fill('Rental software')
    const questions = await staysAfter(page, () => link(page, 'Webhooks').click())
    expect(questions).toEqual(['Leave this screen? What you entered is not sent yet, and would be lost.'])
    await heading(page, 'Create an API key').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Rental software')
    const refusal = { code: 'forbidden', message: 'Sign in again.', details: { reason: 'reauthentication_required' } }
    const late = { status: 403, json: { error: refusal } }
    await page.route(/\/api-keys$/, (route) => route.fulfill(late), { times: 1 })
    // The last route comes first: an ended token is renewed, and the request repeated.
    await page.route(/\/api-keys$/, (route) => route.fulfill({ status: 401 }), { times: 1 })
    await button(page, 'Create the key').click()
    await button(page, 'Sign in again').click()
    await enterCode(page, email, 2)
    await page.getByText('You signed in again.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Rental software')
    await button(page, 'Create the key').click()
    await heading(page, 'The key is created').waitFor()
  })

  test('keeps what somebody enters while a screen is drawn again, and tells that a deadline comes closer', async () => {
    const of = await tenant({ livemode: true })
    const { account } = await personOf(of, 'owner')
    const request = await create(of, nativeDraft())
    const route = `#/o/${of.org.id}/signature-requests/${request.id}`
    const page = await signedIn(service, account.email ?? '', { device: desktop, route })
    await button(page, /^Correct /).click()
    await page.getByLabel('E-mail address').fill('other@example.com')
    // The screen asks again by itself whether something has happened.
    for (const _ of ['once', 'again'])
      await page.waitForResponse((response) => response.url().endsWith(`/v1/signature-requests/${request.id}`))
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('other@example.com')
    await button(page, 'Save').click()
    await page.getByText('other@example.com').first().waitFor()
    await button(page, 'Give more time').click()
    await page.getByLabel('Days').fill('2')
    await page.getByText('This is less time than the signers have now.').waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(`location.hash = '#/o/${of.org.id}/settings'`)
    await page.getByLabel('Legal name').fill('Agence du Port SARL')
    await page.getByLabel('Days to sign', { exact: true }).fill('20')
    await button(page, 'Save Time to sign, reminders and files').click()
    await page.getByText('The settings are saved.').waitFor()
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Agence du Port SARL')
  })

  test('sets what an entity allows, builds the tree, moves a member, and checks the audit log', async () => {
    const of = await tenant({ livemode: true })
    const { membershipId } = await personAt(of, of.entity, 'member')
    const { account } = await personOf(of, 'owner')
    const route = `#/o/${of.org.id}/settings?nodeId=${of.entity.id}`
    const page = await signedIn(service, account.email ?? '', { device: desktop, route })
    await page.getByText('Empty: 90 (as Test organization).').waitFor()
    await page.getByLabel('Days to sign', { exact: true }).fill('60')
    await page.getByLabel('Most days to sign').fill('40')
    const saveTimes = button(page, 'Save Time to sign, reminders and files')
    await saveTimes.click()
    // What is refused is explained in the console's words, and leads to its control.
    await page.getByText('does not go with “Most days to sign”').waitFor()
    await page.getByLabel('Days to sign', { exact: true }).and(page.locator(':focus')).fill('20')
    await page.getByRole('combobox', { name: 'Reminders' }).selectOption('Own choice')
    await page.getByLabel('At most how many').fill('2')
    await saveTimes.click()
    await page.getByText('The settings are saved.').waitFor()
    await page.getByRole('combobox', { name: 'Allowed levels' }).selectOption('Own choice')
    await page.getByLabel('Qualified (QES)').uncheck()
    await page.getByLabel('Usual level').selectOption('Advanced (AES)')
    await expectUsable(page, 'settings')
    await button(page, 'Save Who may sign, and how').click()
    await expect.poll(() => page.getByText('The settings are saved.').count()).toBe(2)
    const settings = await call('GET', `/v1/nodes/${of.entity.id}/settings`, { token: of.token })
    expect(settings.body.signature).toMatchObject({
      defaultExpiryDays: 20,
      maxExpiryDays: 40,
      reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 2 },
      allowedLevels: ['ses', 'aes'],
      defaultEidasLevel: 'aes',
      allowedVendors: null,
      notifications: null,
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(`location.hash = '#/o/${of.org.id}/structure'`)
    for (const name of ['Sales', 'Spare']) {
      await button(page, 'Add below Head office').click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await button(page, 'Save').click()
      await page.locator('.node-name', { hasText: name }).waitFor()
      await button(page, 'Add below Head office').and(page.locator(':focus')).waitFor()
    }
    await expectUsable(page, 'structure-on-a-phone')
    await button(page, 'Delete Spare').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    // The button is gone with its row.
    await page.locator('h1:focus').waitFor()
    expect(await page.getByText('Spare').count()).toBe(0)
    await page.setViewportSize(desktop.viewport ?? { width: 1280, height: 800 })
    await page.evaluate(`location.hash = '#/o/${of.org.id}/members/${membershipId}'`)
    await button(page, 'Move').click()
    await page
      .getByRole('dialog')
      .getByLabel('To')
      .selectOption({ label: `${'\u2003'.repeat(2)}Sales` })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.locator('.pairs').getByText('Sales').waitFor()
    await page.getByText('The member is moved.').waitFor()
    await button(page, 'Move').and(page.locator(':focus')).waitFor()
    await page.evaluate(`location.hash = '#/o/${of.org.id}/audit-log'`)
    await page.getByText('Member moved member.moved').waitFor()
    await button(page, 'Check the chain').click()
    await page.getByText(/^The chain is whole: \d+ entries/).waitFor()
    await expectUsable(page, 'audit-log-checked')
    await page.getByRole('searchbox', { name: 'What' }).fill('settings.')
    const saved = page.waitForEvent('download')
    await button(page, 'As CSV, for spreadsheets').click()
    const lines = readFileSync((await (await saved).path()) ?? '', 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines.slice(1).every((line) => line.includes('settings.changed'))).toBe(true)
  })

  test('goes from nothing to a received event of a signed document', async () => {
    const of = await tenant({ livemode: true })
    const { account } = await personOf(of, 'owner')
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['x-svc-event-type'] ?? ''))
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const page = await signedIn(service, account.email ?? '', { device: desktop, route: '' })
    await heading(page, /^Welcome to/).waitFor()
    await expectUsable(page, 'start')
    await button(page, 'Enable test mode').click()
    await link(page, 'Create an API key').click()
    await page.getByText('Test organization: nothing here has legal value.').waitFor()
    await page.getByLabel('Name').fill('Trial')
    await button(page, 'Create the key').click()
    await page.getByLabel('I have stored it').check()
    await button(page, 'Done').click()
    await heading(page, 'Trial').waitFor()
    await link(page, 'Start').click()
    await link(page, 'Receive a webhook').click()
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/`)
    await expectUsable(page, 'new-webhook')
    await button(page, 'Create the webhook').click()
    await page.getByLabel('I have stored it').check()
    await button(page, 'Done').click()
    await heading(page, `http://127.0.0.1:${port}/`).waitFor()
    await link(page, 'Start').click()
    await page.getByText('CLIENT_SECRET=').waitFor()
    await expectUsable(page, 'start-last-step')
    await link(page, 'Or send one by hand').click()
    await page.getByLabel('Document').setInputFiles('infra/local/demo/contract.pdf')
    await page.getByLabel('First name').fill('Jane')
    await page.getByLabel('Last name').fill('Doe')
    await page.getByLabel('E-mail address').fill('jane+sign@example.com')
    await expectUsable(page, 'new-request')
    await button(page, 'Place the fields').click()
    await page.locator('.paper canvas').waitFor()
    await page.locator('.paper').click({ position: { x: 200, y: 300 } })
    const field = page.getByRole('button', { name: 'Signature of Jane Doe', exact: true })
    const before = await field.boundingBox()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => ((await field.boundingBox())?.y ?? 0) - (before?.y ?? 0)).toBeGreaterThan(5)
    await expectUsable(page, 'place-fields')
    await page.goBack()
    expect(await page.getByLabel('First name').inputValue()).toBe('Jane')
    await page.goForward()
    await field.waitFor()
    const keys = new Set<string | undefined>()
    let failed = 0
    await page.route(/\/signature-requests$/, (route) => {
      keys.add(route.request().headers()['idempotency-key'])
      return keys.size === 1 && failed++ < 2 ? route.abort() : route.continue()
    })
    await button(page, 'Send').click()
    await page.getByText('The service did not answer.').waitFor()
    await button(page, 'Send').click()
    await page.getByText('Completed').first().waitFor()
    // The same request sent again by hand is the same for the service.
    expect(keys.size).toBe(1)
    const testAddress = page.url()
    await page.evaluate(`location.hash = location.hash.replace(/#\\/o\\/[^/]+/, '#/o/${of.org.id}')`)
    await page.getByText('Completed').first().waitFor()
    await expect.poll(() => page.url()).toBe(testAddress)
    await page.getByText('Test organization: nothing here has legal value.').waitFor()
    await link(page, 'Webhooks').click()
    await link(page, `http://127.0.0.1:${port}/`).click()
    await page.getByRole('link', { name: 'signature.completed' }).click()
    await page.getByText('Delivered', { exact: true }).waitFor()
    await expectUsable(page, 'delivery')
    expect(received.length).toBeGreaterThan(0)
    await new Promise((resolve) => receiver.close(resolve))
  })

  test.runIf(isProof)('opens every screen on a phone, in French', async () => {
    const of = await tenant({ livemode: true })
    const { account } = await personOf(of, 'owner')
    const page = await signedIn(service, account.email ?? '', { device: { ...phone, locale: 'fr-FR' }, route: '' })
    await heading(page, /^Bienvenue/).waitFor()
    const titles = new Set<string>()
    for (const path of screensWithoutIds()) {
      await page.evaluate(`location.hash = '#/o/${of.org.id}/${path}'`)
      await page.locator('.spinner').first().waitFor({ state: 'detached' })
      // A screen takes the focus when it has appeared.
      await page.locator('h1:focus').waitFor()
      expect(await page.locator('.notice.failure').count()).toBe(0)
      await expectUsable(page, `fr-${path.replaceAll('/', '-') || 'start'}`)
      titles.add((await page.locator('h1').textContent()) ?? '')
    }
    expect(titles.size).toBeGreaterThan(15)
  })

  test.runIf(isProof)('invites a member, and adds, imports and merges contacts', async () => {
    const of = await tenant({ livemode: true })
    const { account } = await personOf(of, 'owner')
    const page = await signedIn(service, account.email ?? '', { device: desktop, route: '' })
    await link(page, 'Members').click()
    await link(page, 'Invite a member').click()
    await page.getByLabel('E-mail address').fill('nina@example.com')
    await page.getByLabel('First name').fill('Nina')
    await page.getByLabel('Last name').fill('Novak')
    await button(page, 'Send the invitation').click()
    await link(page, 'Nina Novak').waitFor()
    for (const firstName of ['Ada', 'Ada M.']) {
      await link(page, 'Contacts').click()
      await link(page, 'New contact').click()
      await page.getByLabel('First name').fill(firstName)
      await page.getByLabel('Last name').fill('Lovelace')
      await page.getByLabel('E-mail address').fill('ada@example.com')
      await button(page, 'Create the contact').click()
      await heading(page, `${firstName} Lovelace`).waitFor()
    }
    await button(page, 'Merge into this one Ada Lovelace').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge into this one' }).click()
    await heading(page, 'Possible duplicates').waitFor({ state: 'detached' })
    await link(page, '← Contacts').click()
    await link(page, 'Import').click()
    const buffer = Buffer.from('Prénom;Nom;E-mail\nGrace;Hopper;grace@example.com\nNobody;;no address\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Try it out').click()
    await page.getByText('What would happen').waitFor()
    await page.getByText('Rows with errors: 1').waitFor()
    await expectUsable(page, 'import')
    await button(page, 'Import for real').click()
    await page.getByText('What happened').waitFor()
    await link(page, '← Contacts').click()
    await link(page, 'Grace Hopper').waitFor()
    expect(await link(page, 'Ada Lovelace').count()).toBe(0)
  })

  test.runIf(isProof)('uploads a logo, and a contract of more than 4 MB', async () => {
    const of = await tenant({ livemode: true })
    const { account } = await personOf(of, 'owner')
    const page = await signedIn(service, account.email ?? '', { device: desktop, route: '' })
    await link(page, 'Settings').click()
    await page.getByLabel('Logo', { exact: true }).setInputFiles('functions/signature/signing-page/signing-page.png')
    await button(page, 'Save Branding').click()
    await page.getByText('The settings are saved.').waitFor()
    await page.getByAltText('The current logo').waitFor()
    await expectUsable(page, 'branding')
    await link(page, 'Signature requests').click()
    await link(page, 'New request').first().click()
    const contract = readFileSync('infra/local/demo/contract.pdf')
    // A reader finds the last table of objects from the end: a comment in front makes no difference but the size.
    const buffer = Buffer.concat([contract, Buffer.alloc(4_500_000, '%padding\n'), contract.subarray(tailOf(contract))])
    await page.getByLabel('Document').setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer })
    await page.getByLabel('First name').fill('Jane')
    await page.getByLabel('Last name').fill('Doe')
    await page.getByLabel('E-mail address').fill('jane@example.com')
    await button(page, 'Place the fields').click()
    await page.locator('.paper canvas').waitFor()
    await button(page, 'Send').click()
    await page.getByText('Waiting for signatures').first().waitFor()
  })

  test.runIf(isProof)(
    'writes a registered mail to a contact, with an attachment, sends it and shows its proofs',
    async () => {
      const of = await tenant()
      const { account } = await personOf(of, 'owner')
      const page = await signedIn(service, account.email ?? '', { device: desktop, route: '' })
      await link(page, 'Registered mails').click()
      await link(page, 'New registered mail').click()
      await page.getByLabel('Name of the sender in lists').fill('Head office')
      await page.getByLabel('Company').fill('Acme')
      await page.getByLabel('First name').fill('Jane')
      await page.getByLabel('Last name').fill('Doe')
      await page.getByLabel('E-mail address of the sender').fill('jane@example.com')
      await expectUsable(page, 'new-sender')
      await button(page, 'Add a sender').click()
      await page
        .getByLabel('Subject')
        .or(button(page, /^Verify it, as this is a test/))
        .waitFor()
      if (await button(page, /^Verify it, as this is a test/).isVisible())
        await button(page, /^Verify it, as this is a test/).click()
      await page.getByLabel('Subject').fill('Notice')
      await page.getByLabel('Letter').fill('Dear Ada,\n\nplease pay <now>.')
      await page.getByLabel('Attachments').setInputFiles('infra/local/demo/contract.pdf')
      const recipient = page.getByRole('group', { name: 'Recipient 1' })
      await recipient.getByLabel('First name').fill('Ada')
      await recipient.getByLabel('Last name').fill('Lovelace')
      await recipient.getByLabel('E-mail address').fill('ada+deliver@example.com')
      await page.getByLabel('Who else gets the proofs').fill('lawyer@example.com')
      await expectUsable(page, 'new-mail')
      await button(page, 'Save as a draft').click()
      await page.getByText('please pay <now>.').waitFor()
      await page.getByText('contract.pdf').waitFor()
      await expectUsable(page, 'mail-draft')
      await button(page, 'Change the draft').click()
      expect(await page.getByLabel('Letter').inputValue()).toBe('Dear Ada,\n\nplease pay <now>.')
      expect(await page.getByLabel('Who else gets the proofs').inputValue()).toBe('lawyer@example.com')
      await page.getByLabel('Subject').fill('Final notice')
      await page.getByLabel('Letter').fill('Dear Ada,\n\nplease pay <today>.')
      await expectUsable(page, 'mail-draft-changed')
      await button(page, 'Save').click()
      await heading(page, 'Final notice').waitFor()
      await page.getByText('please pay <today>.').waitFor()
      await page.getByText('ada+deliver@example.com').waitFor()
      await button(page, 'Send the mail').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send the mail' }).click()
      // The simulated vendor is asked every minute, which may just have begun.
      await button(page, 'Proof of delivery Ada Lovelace').waitFor({ timeout: 120_000 })
      await expectUsable(page, 'mail')
      await link(page, 'Create a task about it').click()
      await page.getByLabel('Title').fill('Wait for the answer')
      await page.getByLabel('Start').fill('2027-03-01T09:00')
      await button(page, 'Create the task').click()
      await link(page, 'Final notice').click()
      await button(page, 'Proof of delivery Ada Lovelace').waitFor()
    },
  )

  test.runIf(isProof)(
    'makes a role, a repeated task whose occurrences are moved, skipped and done, and connects a vendor',
    async () => {
      const of = await tenant()
      await contactOf(of, { kind: 'person', firstName: 'Grace', lastName: 'Hopper' })
      const { account } = await personOf(of, 'owner')
      const page = await signedIn(service, account.email ?? '', { device: desktop, route: '' })
      await link(page, 'Roles').click()
      await link(page, 'Create a role').click()
      await page.getByLabel('Name').fill('Auditor')
      await page.getByLabel('audit.read').check()
      await expectUsable(page, 'new-role')
      await button(page, 'Create the role').click()
      await link(page, 'Change or delete').click()
      await page.getByLabel('contacts.read').check()
      await button(page, 'Save').click()
      await page.getByText('The role is saved.').waitFor()
      const roleHash = await page.evaluate<string>('location.hash')
      await link(page, 'Audit log').click()
      await page.getByRole('searchbox', { name: 'What' }).fill('role.')
      await page.keyboard.press('Enter')
      await link(page, 'Auditor').first().click()
      await button(page, 'Only Auditor: show all').waitFor()
      await expectUsable(page, 'audit-log')
      await page.evaluate(`location.hash = '${roleHash}'`)
      expect(await page.getByLabel('audit.read').isChecked()).toBe(true)
      await link(page, 'Tasks').click()
      await link(page, 'Create a task').click()
      await page.getByLabel('Title').fill('Read the meters')
      await page.getByLabel('Start').fill('2027-03-01T09:00')
      await page.getByLabel('Repeat').selectOption('weekly')
      await button(page, 'Add a reminder').click()
      await page.getByLabel('When').selectOption({ label: '1 day before' })
      await page.getByLabel('Add from the contacts').fill('Hopper')
      await button(page, 'Grace Hopper').click()
      await expectUsable(page, 'new-task')
      await button(page, 'Create the task').click()
      await heading(page, 'Read the meters').waitFor()
      await expectUsable(page, 'task')
      await page.getByLabel('New start').fill('2027-03-02T10:00')
      await button(page, 'Move the next occurrence').click()
      const nextStart = () => page.getByLabel('New start').inputValue()
      await button(page, 'Skip this occurrence').click()
      await expect.poll(nextStart).toBe('2027-03-08T09:00')
      await button(page, 'Done').click()
      await expect.poll(nextStart).toBe('2027-03-15T09:00')
      expect(await page.getByLabel('When').inputValue()).toBe('1440')
      await button(page, 'Remove Grace Hopper').waitFor()
      await page.getByLabel('Title').fill('Read the new meters')
      await page.getByLabel('Applies to').selectOption({ index: 1 })
      await button(page, 'Save').click()
      await heading(page, 'Read the new meters').waitFor()
      await expect.poll(nextStart).toBe('2027-03-15T09:00')
      await page.evaluate(`location.hash = '#/o/${of.org.id}/tasks/month?month=2027-03'`)
      await page.getByRole('cell', { name: '22 Read the new meters' }).waitFor()
      await expectUsable(page, 'task-month')
      await link(page, 'Vendor connections').click()
      const yousign = page.getByRole('region', { name: 'Yousign' })
      await yousign.getByLabel('API key').fill('a-secret-of-the-vendor')
      await yousign.getByLabel('Secret of the webhooks').fill('another-secret')
      await expectUsable(page, 'vendor-connections')
      await yousign.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByText('The vendor is connected.').waitFor()
      expect(await page.content()).not.toContain('a-secret-of-the-vendor')
      await button(page, 'Disconnect Yousign').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await page.getByText('The vendor is connected.').waitFor({ state: 'detached' })
    },
  )
})

/** What the console asks when somebody is about to leave, and decides to stay. */
async function staysAfter(page: Page, leave: () => Promise<void>): Promise<string[]> {
  const questions: string[] = []
  const stay = (dialog: Dialog) => {
    questions.push(dialog.message())
    void dialog.dismiss()
  }
  page.on('dialog', stay)
  await leave()
  await expect.poll(() => questions.length).toBe(1)
  page.off('dialog', stay)
  return questions
}

/** Where the last lines begin that tell a reader where the table of objects is. */
const tailOf = (pdf: Buffer) => pdf.lastIndexOf('startxref')

/** The paths of the console's own list of screens. */
function screensWithoutIds(): string[] {
  const list = readFileSync('functions/console/app/screens.ts', 'utf8')
  const paths = [...list.matchAll(/\bpath: '([^']*)'/g)].map(([, path = '']) => path)
  return paths.filter((path) => !path.includes(':'))
}

async function tokenBy(clientId: string, secret: string): Promise<Response> {
  return await fetch(`${cloud().authUrl}/oauth/v2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'urn:svc:api:aud' }),
  })
}
