import { describe, expect, test } from 'vitest'
import { cloud } from '../support/cloud.ts'
import { personOf } from '../support/tenant.ts'
import { desktop, hasChromium, tellIfSkipped } from './support/browser.ts'
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
})

async function tokenBy(clientId: string, secret: string): Promise<Response> {
  return await fetch(`${cloud().authUrl}/oauth/v2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'urn:svc:api:aud' }),
  })
}
