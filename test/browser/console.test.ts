import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cloud } from '../support/cloud.ts'
import { personOf, tenant } from '../support/tenant.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { button, enterCode, expectUsable, heading, link, signedIn } from './support/console-page.ts'
import { nativeCloud } from './support/native-cloud.ts'

tellIfSkipped()

describe.skipIf(!hasChromium)('the console', () => {
  const service = nativeCloud()
  const screen = (...path: string[]) => `#/o/${[service.of.org.id, ...path].join('/')}`

  test('signs in, stays signed in after a reload, and signs out', async () => {
    const { account } = await personOf(service.of, 'owner')
    const page = await service.open(desktop, `${service.baseUrl}/console${screen('api-keys')}`)
    await heading(page, 'Sealpost console').waitFor()
    await expectUsable(page, 'sign-in')
    await button(page, 'Sign in').click()
    await enterCode(page, account.email ?? '', 1)
    await heading(page, 'API keys').waitFor()
    expect(page.url()).toBe(`${service.baseUrl}/console${screen('api-keys')}`)
    await page.reload()
    await heading(page, 'API keys').waitFor()
    const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(stored).not.toMatch(/eyJ|token|code_verifier|codeVerifier/i)
    await button(page, 'Sign out').click()
    // The identity provider asks before it ends the session of the browser.
    await heading(page, 'Sign out').waitFor()
    await button(page, 'Sign out').click()
    await heading(page, 'Sealpost console').waitFor()
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
    await button(page, 'Create the key').click()
    await heading(page, 'The key is created').waitFor()
    await expectUsable(page, 'api-key-secret')
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

  test('keeps what was entered where an operation asks for a recent sign-in', async () => {
    const { account } = await personOf(service.of, 'owner')
    const email = account.email ?? ''
    const page = await signedIn(service, email, { device: desktop, route: screen('api-keys', 'new') })
    await page.getByLabel('Name').fill('Rental software')
    const refusal = { code: 'forbidden', message: 'Sign in again.', details: { reason: 'reauthentication_required' } }
    const late = { status: 403, json: { error: refusal } }
    await page.route(/\/api-keys$/, (route) => route.fulfill(late), { times: 1 })
    await button(page, 'Create the key').click()
    await button(page, 'Sign in again').click()
    await enterCode(page, email, 2)
    await page.getByText('You signed in again.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Rental software')
    await button(page, 'Create the key').click()
    await heading(page, 'The key is created').waitFor()
  })

  test('goes from nothing to a received event of a signed document', async () => {
    const { account } = await personOf(await tenant({ livemode: true }), 'owner')
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
    await button(page, 'Send').click()
    await page.getByText('Completed').first().waitFor()
    await link(page, 'Webhooks').click()
    await link(page, `http://127.0.0.1:${port}/`).click()
    await page.getByRole('link', { name: 'signature.completed' }).click()
    await page.getByText('Delivered', { exact: true }).waitFor()
    await expectUsable(page, 'delivery')
    expect(received.length).toBeGreaterThan(0)
    await new Promise((resolve) => receiver.close(resolve))
  })

  test('opens every screen on a phone, in French', async () => {
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

  test('invites a member, and adds, imports and merges contacts', async () => {
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
    await button(page, 'Merge into this one').click()
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

  test('makes a role, a repeated task whose occurrences are moved, skipped and done, and connects a vendor', async () => {
    const of = await tenant()
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
    expect(await page.getByLabel('audit.read').isChecked()).toBe(true)
    await link(page, 'Tasks').click()
    await link(page, 'Create a task').click()
    await page.getByLabel('Title').fill('Read the meters')
    await page.getByLabel('Start').fill('2027-03-01T09:00')
    await page.getByLabel('Repeat').selectOption('weekly')
    await expectUsable(page, 'new-task')
    await button(page, 'Create the task').click()
    await heading(page, 'Read the meters').waitFor()
    await expectUsable(page, 'task')
    await page.getByLabel('New start').fill('2027-03-02T10:00')
    await button(page, 'Move the next occurrence').click()
    await button(page, 'Skip this occurrence').click()
    await page.getByLabel('New start').and(page.locator('[value="2027-03-08T09:00"]')).waitFor()
    await button(page, 'Done').click()
    await page.getByLabel('New start').and(page.locator('[value="2027-03-15T09:00"]')).waitFor()
    await page.evaluate(`location.hash = '#/o/${of.org.id}/tasks/month?month=2027-03'`)
    await page.getByRole('cell', { name: '22 Read the meters' }).waitFor()
    await page.getByRole('cell', { name: '2 Read the meters Skipped' }).waitFor()
    await expectUsable(page, 'task-month')
    await link(page, 'Vendor connections').click()
    await page.getByLabel('apiKey').fill('a-secret-of-the-vendor')
    await page.getByLabel('webhookSecret').fill('another-secret')
    await expectUsable(page, 'vendor-connections')
    await button(page, 'Connect').click()
    await page.getByText('The vendor is connected.').waitFor()
    expect(await page.content()).not.toContain('a-secret-of-the-vendor')
    await button(page, 'Disconnect').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('The vendor is connected.').waitFor({ state: 'detached' })
  })
})

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
