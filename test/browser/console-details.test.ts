import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { cloud } from '../support/cloud.ts'
import { contactOf } from '../support/contacts.ts'
import { nativeDraft } from '../support/emails.ts'
import { isProof } from '../support/proof.ts'
import { create, signer } from '../support/signature.ts'
import { nodeUnder, personAt } from '../support/structure.ts'
import { taskOf } from '../support/tasks.ts'
import { personOf, type Tenant, tenant } from '../support/tenant.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { button, expectUsable, heading, link, signedIn } from './support/console-page.ts'
import { nativeCloud } from './support/native-cloud.ts'

tellIfSkipped()

/** French has spaces at which no line breaks. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

/** Ways beside the main paths. */
describe.skipIf(!hasChromium || !isProof)('the console in detail', () => {
  // Files come to where uploads are.
  const service = nativeCloud(() => [new URL(cloud().endpoints.s3).origin])

  async function opened(of: Tenant, screen: string, device = desktop) {
    const { account } = await personOf(of, 'owner')
    return await signedIn(service, account.email ?? '', { device, route: `#/o/${of.org.id}/${screen}` })
  }

  test('saves the settings of a test organization there, and never at the live one', async () => {
    const of = await tenant({ livemode: true })
    const page = await opened(of, 'test-mode')
    await button(page, 'Enable test mode').click()
    await link(page, 'Go to the test organization').click()
    await page.getByText('Test organization: nothing here has legal value.').waitFor()
    const twinId = await page.evaluate<string>("location.hash.split('/')[2]")
    // The address names a node of the live organization.
    await page.evaluate(`location.hash = '#/o/${twinId}/settings?nodeId=${of.entity.id}'`)
    await page.getByLabel('Days to sign', { exact: true }).fill('12')
    await button(page, 'Save Time to sign, reminders and files').click()
    await page.getByText('The settings are saved.').waitFor()
    for (const id of [of.org.id, of.entity.id]) {
      const { body } = await call('GET', `/v1/nodes/${id}/settings`, { token: of.token })
      expect(body.signature.defaultExpiryDays).toBeNull()
    }
    await page.reload()
    await heading(page, 'Settings').waitFor()
    expect(await page.getByLabel('Days to sign', { exact: true }).inputValue()).toBe('12')
    await link(page, 'Live').click()
    await page.getByText('Test organization: nothing here has legal value.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Days to sign', { exact: true }).inputValue()).toBe('')
  })

  test('imports by the mapping that was tried out last', async () => {
    const of = await tenant({ livemode: true })
    const page = await opened(of, 'contacts/import')
    const buffer = Buffer.from('First;Second;E-mail\nHopper;Grace;grace@example.com\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('First name').selectOption('First')
    await page.getByLabel('Last name').selectOption('Second')
    await button(page, 'Try it out').click()
    await page.getByText('What would happen').waitFor()
    await page.getByLabel('First name').selectOption('Second')
    await page.getByLabel('Last name').selectOption('First')
    // What was tried out says nothing about another mapping.
    await button(page, 'Import for real').waitFor({ state: 'detached' })
    expect(await page.getByText('What would happen').count()).toBe(0)
    await button(page, 'Try it out').click()
    await button(page, 'Import for real').click()
    await page.getByText('What happened').waitFor()
    await link(page, '← Contacts').click()
    await link(page, 'Grace Hopper').waitFor()
  })

  test('says in words why a row or a file is not imported', async () => {
    const of = await tenant({ livemode: true })
    const page = await opened(of, 'contacts/import')
    await button(page, 'Français').click()
    const file = page.getByLabel('Fichier CSV')
    const card = Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Grace\r\nEND:VCARD\r\n')
    await file.setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: card })
    await page.getByText('C’est une vCard').waitFor()
    expect(await page.getByLabel('Prénom').count()).toBe(0)
    // As a French Excel saves it.
    const rows = Buffer.from('Prénom;Nom;Portable;E-mail\n;;;a@example.com\nAda;Doe;123;\nBob;Roe;;nobody\n', 'latin1')
    await file.setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: rows })
    await button(page, 'Essayer').click()
    await page.getByText('Ce qui se passerait').waitFor()
    const told = (await page.locator('.notice li').allTextContents()).map(plain)
    expect(told.slice(0, 2)).toEqual([
      'Ligne 2 : Une personne doit avoir un prénom ou un nom.',
      'Ligne 3, Numéro de mobile : Le numéro de mobile n’est pas valide. Écrivez-le comme +33 6 12 34 56 78.',
    ])
    expect(told[2]).toMatch(/^Ligne 4, Adresse e-mail : le service le refuse, en anglais : ./)
  })

  test('loses nothing where a screen does not arrive, and closes its menu by Escape', async () => {
    const of = await tenant({ livemode: true })
    const page = await opened(of, '', phone)
    const menu = button(page, 'Menu')
    await menu.click()
    await page.keyboard.press('Escape')
    await page.locator('button:focus[aria-expanded=false]').waitFor()
    await menu.click()
    await page.context().setOffline(true)
    await link(page, 'Contacts').click()
    await page.getByText('This screen did not arrive.').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Try again').click()
    await heading(page, 'Contacts').waitFor()
  })

  test('says in words when a task reminds, in both languages', async () => {
    const of = await tenant({ livemode: true })
    const reminders = [0, 90, 1440, 20_160].map((minutesBefore) => ({ minutesBefore, channel: 'in_app' }))
    const task = await taskOf(of, { reminders })
    const chosen = `[...document.querySelectorAll('fieldset select')].map((select) => select.selectedOptions[0].text)`
    const page = await opened(of, `tasks/${task.id}`)
    await button(page, 'Remove reminder 4').waitFor()
    const shown = async () => (await page.evaluate<string[]>(chosen)).filter((_, index) => index % 2 === 0).map(plain)
    expect(await shown()).toEqual(['At the start', '90 minutes before', '1 day before', '14 days before'])
    await button(page, 'Français').click()
    await expect.poll(shown).toEqual(['Au début', '90 minutes avant', '1 jour avant', '14 jours avant'])
  })

  test('names the signer of each step in the timeline', async () => {
    const of = await tenant({ livemode: true })
    const signers = ['Ada', 'Grace'].map((firstName) => signer('', { firstName, lastName: 'Doe' }))
    const request = await create(of, nativeDraft({ signers }))
    const page = await opened(of, `signature-requests/${request.id}`)
    const steps = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    for (const name of ['Ada Doe', 'Grace Doe'])
      await steps.filter({ hasText: 'Signer invited' }).filter({ hasText: name }).first().waitFor()
    // Buttons of several rows differ by name.
    await button(page, 'Remind Ada Doe').waitFor()
    await button(page, 'Remind Grace Doe').click()
    await page.getByText('The reminder to Grace Doe is on its way.').waitFor()
    // Each signer has a day of their own until the next reminder.
    await page.getByText(/^Can be reminded again on /).waitFor()
    expect(await button(page, 'Remind Grace Doe').count()).toBe(0)
    await button(page, 'Remind Ada Doe').waitFor()
    await button(page, 'Correct Grace Doe').click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Correct Grace Doe').and(page.locator(':focus')).waitFor()
  })

  test('offers no reminder to signers whose turn has not come', async () => {
    const of = await tenant({ livemode: true })
    const signers = ['Ada', 'Grace'].map((firstName, order) =>
      signer('', { firstName, lastName: 'Doe', order: order + 1 }),
    )
    const request = await create(of, nativeDraft({ signers, signingOrder: 'sequential' }))
    const page = await opened(of, `signature-requests/${request.id}`)
    await button(page, 'Remind Ada Doe').waitFor()
    await button(page, 'Correct Grace Doe').waitFor()
    expect(await button(page, 'Remind Grace Doe').count()).toBe(0)
  })

  test('changes the name of the reader and the language of the e-mails to them', async () => {
    const of = await tenant({ livemode: true })
    const page = await opened(of, 'account')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Language of the e-mails to you').selectOption('fr')
    await expectUsable(page, 'account')
    await button(page, 'Save').click()
    await page.getByText('Your account is saved.').waitFor()
    await page.reload()
    await heading(page, 'Your account').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
    expect(await page.getByLabel('Language of the e-mails to you').inputValue()).toBe('fr')
  })

  test('makes a secret address for the calendar of the reader, and deletes it', async () => {
    const of = await tenant({ livemode: true })
    await taskOf(of, { title: 'Read the meters', startAt: new Date(Date.now() + 86_400_000).toISOString() })
    const page = await opened(of, 'tasks')
    await button(page, 'Make a calendar address').click()
    await button(page, 'Make the address').click()
    await page.getByText('This secret is shown once.').waitFor()
    const url = (await page.locator('.secret code').textContent()) ?? ''
    const read = async () => {
      const answer = await fetch(new URL(new URL(url).pathname, service.baseUrl))
      return { status: answer.status, text: await answer.text() }
    }
    expect((await read()).text).toContain('Read the meters')
    await expectUsable(page, 'calendar-address')
    await page.getByLabel('I have stored it').check()
    await button(page, 'Done').click()
    await page.getByText('of everybody').first().waitFor()
    await page.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('of everybody').first().waitFor({ state: 'detached' })
    expect((await read()).status).toBe(404)
  })

  test('moves a member to another entity', async () => {
    const of = await tenant({ livemode: true })
    const { body: shop } = await call('POST', `/v1/orgs/${of.org.id}/nodes`, {
      token: of.token,
      json: { parentId: of.org.id, type: 'entity', name: 'Shop' },
    })
    await nodeUnder(of, shop.id, 'Counter')
    const { membershipId, email } = await personAt(of, of.entity, 'member')
    const page = await opened(of, `members/${membershipId}`)
    await button(page, 'Move').click()
    await page.getByText('To another entity, or to the whole organization').waitFor()
    await expectUsable(page, 'move-member')
    await page.getByLabel('To', { exact: true }).selectOption(shop.id)
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('.pairs').getByText('Shop').waitFor()
    const { body } = await call('GET', `/v1/orgs/${of.org.id}/members?q=${email}`, { token: of.token })
    expect(body.results).toMatchObject([{ status: 'active', node: { id: shop.id } }])
  })

  test('tells a broken chain of the audit log, and stops a long export', async () => {
    const of = await tenant({ livemode: true })
    for (const name of ['One', 'Two', 'Three']) await nodeUnder(of, of.entity.id, name)
    const page = await opened(of, 'audit-log')
    await link(page, 'Three').waitFor()
    await page.route(/audit-log/, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const results = body.results.filter(({ target }: { target: { label: string } }) => target.label !== 'Two')
      const altered = results.map((entry: { target: { label: string } }) =>
        entry.target.label === 'One' ? { ...entry, ip: '203.0.113.9' } : entry,
      )
      await route.fulfill({ response: answer, json: { ...body, results: altered } })
    })
    await button(page, 'Check the chain').click()
    await page.getByText('The chain is broken. 2 entries were read.').waitFor()
    await page.getByText('Altered after they were written:').waitFor()
    await page.getByText('The entry before these is missing:').waitFor()
    await expectUsable(page, 'audit-log-broken')
    await page.unrouteAll()
    // A log that never ends.
    await page.route(/audit-log/, async (route) => {
      const isFirst = !route.request().url().includes('pageToken')
      const results = isFirst ? (await (await route.fetch()).json()).results : []
      await route.fulfill({ json: { results, nextPageToken: 'more' } })
    })
    const files: string[] = []
    page.on('download', (file) => files.push(file.suggestedFilename()))
    const ndjson = button(page, 'As NDJSON, with everything that the hashes cover')
    await ndjson.click()
    await page.getByText('3 entries read').waitFor()
    await button(page, 'Stop').click()
    await ndjson.waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    const saved = page.waitForEvent('download')
    await ndjson.click()
    const lines = readFileSync((await (await saved).path()) ?? '', 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line).target.label)).toEqual(['Three', 'Two', 'One'])
    expect(files).toEqual(['audit-log.ndjson'])
  })

  test('shows the tasks of a month day by day on a phone', async () => {
    const of = await tenant({ livemode: true })
    await taskOf(of, { title: 'Read the meters', startAt: '2027-03-05T09:00:00.000Z' })
    const page = await opened(of, 'tasks/month?month=2027-03', phone)
    await page.getByRole('heading', { name: 'Friday 5 March' }).waitFor()
    await link(page, 'Read the meters').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await expectUsable(page, 'task-month-on-a-phone')
    await button(page, 'Month after').click()
    await page.getByText('Nothing to do in this month.').waitFor()
  })

  test('shows a first success of a webhook without being loaded again', async () => {
    const of = await tenant({ livemode: true })
    const receiver = createServer((_, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
    const page = await opened(of, 'webhooks/new')
    await page.getByLabel('Address').fill(url)
    await page.getByRole('checkbox', { name: /^contact\.created/ }).check()
    await button(page, 'Create the webhook').click()
    await page.getByLabel('I have stored it').check()
    await button(page, 'Done').click()
    await heading(page, url).waitFor()
    const lastSuccess = page.locator('.pairs > div', { hasText: 'Last success' }).locator('dd')
    expect(await lastSuccess.textContent()).toBe('Never')
    await contactOf(of, { kind: 'person', firstName: 'Grace', lastName: 'Hopper' })
    await expect.poll(() => lastSuccess.textContent()).not.toBe('Never')
    await new Promise((resolve) => receiver.close(resolve))
  })
})
