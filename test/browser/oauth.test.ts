import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { cloud } from '../support/cloud.ts'
import { appRedirectUri, connectedApp, exchange, start } from '../support/oauth.ts'
import { sampled } from '../support/proof.ts'
import { getMembership, invited } from '../support/structure.ts'
import { personOf } from '../support/tenant.ts'
import { mailedCode } from '../support/visitor.ts'
import { desktop, flawsOf, hasChromium, tellIfSkipped } from './support/browser.ts'
import { tabTo } from './support/gestures.ts'
import { messagesTo, nativeCloud } from './support/native-cloud.ts'
import { picture } from './support/picture.ts'

tellIfSkipped()

/** The narrowest screen that pages are made for. */
const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }

/** An application's own page, to which people come back. */
async function listening(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><link rel="icon" href="data:,"><title>The app</title><h1>Welcome back</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the app has no port')
  return { server, origin: `http://127.0.0.1:${address.port}` }
}

async function expectUsable(page: Page): Promise<void> {
  expect(await flawsOf(page)).toEqual([])
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

describe.skipIf(!hasChromium)('people whom an application sends here', () => {
  let app: Awaited<ReturnType<typeof listening>>
  beforeAll(async () => {
    app = await listening()
  })
  afterAll(() => app.server.close())
  const service = nativeCloud(() => [app.origin, new URL(appRedirectUri).origin])

  /** The link by which an application asks somebody to let it act for them. */
  async function link(name: string) {
    const connected = await connectedApp(service.of, { name, redirectUris: [`${app.origin}/callback`] })
    const known = { ...connected, redirectUri: `${app.origin}/callback` }
    const started = start(known, 'contacts:read signature:send')
    const url = new URL(`${cloud().authUrl}/oauth/consent`)
    for (const [name, value] of started.url.searchParams)
      if (name !== 'response_type') url.searchParams.set(name, value)
    return { app: known, started, url: url.href }
  }

  test('accept an invitation by its mail, and sign in as who they are', async () => {
    const email = `invited-${randomUUID()}@example.com`
    const { id } = await invited(service.of, { email })
    const [mail = ''] = await messagesTo(email, /\/invitations\//)
    const [address = ''] = /https?:\/\/\S+\/invitations\/[\w-]+/.exec(mail) ?? []
    const page = await service.open(narrow, address)
    await heading(page, /^You are invited to join/).waitFor()
    await expectUsable(page)
    await picture(page, 'invitation')
    await button(page, 'Accept the invitation').tap()
    await heading(page, /^You have joined/).waitFor()
    await expectUsable(page)
    expect((await getMembership(service.of, id)).body.status).toBe('active')
    await page.goto(address)
    await heading(page, /^You have already joined/).waitFor()
    await expectUsable(page)
    const connected = await link('Notes')
    await page.goto(connected.url)
    await page.getByLabel('E-mail address').fill(email)
    await button(page, 'Send the code').tap()
    await page.getByLabel('The 8 digits of the code').fill(await mailedCode(email))
    await button(page, 'Sign in').tap()
    await heading(page, 'Allow Notes to act for you?').waitFor()
  })

  test('sign in and allow it on a small screen, and the application acts for them', async () => {
    const { account } = await personOf(service.of, 'admin')
    const connected = await link('Notes')
    const page = await service.open(narrow, connected.url)
    await heading(page, 'Sign in').waitFor()
    await expectUsable(page)
    await picture(page, 'sign-in')
    await page.getByLabel('E-mail address').fill(account.email ?? '')
    await button(page, 'Send the code').tap()
    await heading(page, 'Enter the code').waitFor()
    await expectUsable(page)
    await page.getByLabel('The 8 digits of the code').fill(await mailedCode(account.email ?? ''))
    await button(page, 'Sign in').tap()
    await heading(page, 'Allow Notes to act for you?').waitFor()
    await expectUsable(page)
    await picture(page, 'consent')
    await page.getByLabel('Me, in Test organization').check()
    await button(page, 'Allow').tap()
    await heading(page, 'Welcome back').waitFor()
    const { started } = connected
    const checks = { ...started.checks, idTokenExpected: true }
    const tokens = await exchange(connected.app, new URL(page.url()), { ...started, checks })
    const me = await call('GET', '/v1/me', { token: tokens.access_token })
    expect([me.status, me.body.user.id]).toEqual([200, account.id])
  })

  test.each(
    sampled(
      [
        {
          locale: 'fr',
          signIn: 'Connexion',
          enterCode: 'Saisissez le code',
          triesLeft: 'Il vous reste 4 essais.',
          allow: 'Autoriser Carnet à agir pour vous ?',
          refuse: 'Ne pas autoriser',
        },
        {
          locale: 'en',
          signIn: 'Sign in',
          enterCode: 'Enter the code',
          triesLeft: 'You have 4 tries left.',
          allow: 'Allow Carnet to act for you?',
          refuse: 'Do not allow',
        },
      ],
      1,
    ),
  )('correct a wrong code by keyboard, and do not allow it ($locale)', async ({ locale, ...words }) => {
    const { account } = await personOf(service.of, 'member')
    const { url } = await link('Carnet')
    const page = await service.open({ ...desktop, locale }, url)
    await heading(page, words.signIn).waitFor()
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe(locale)
    await page.keyboard.insertText(account.email ?? '')
    await page.keyboard.press('Enter')
    await heading(page, words.enterCode).waitFor()
    const code = await mailedCode(account.email ?? '')
    await page.keyboard.insertText(code === '00000000' ? '00000001' : '00000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(words.triesLeft)
    await expectUsable(page)
    await page.keyboard.insertText(code)
    await page.keyboard.press('Enter')
    await heading(page, words.allow).waitFor()
    await picture(page, `consent-${locale}`)
    await expectUsable(page)
    await tabTo(page, words.refuse)
    await page.keyboard.press('Enter')
    await heading(page, 'Welcome back').waitFor()
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  })

  test('are told who has to agree first, and go back', async () => {
    const { account } = await personOf(service.of, 'member')
    const { url } = await link('Ledger')
    const page = await service.open(narrow, url)
    await page.getByLabel('E-mail address').fill(account.email ?? '')
    await button(page, 'Send the code').tap()
    await page.getByLabel('The 8 digits of the code').fill(await mailedCode(account.email ?? ''))
    await button(page, 'Sign in').tap()
    await button(page, 'Allow').tap()
    await heading(page, 'An administrator must approve first').waitFor()
    await expectUsable(page)
    await button(page, 'Back to Ledger').tap()
    await heading(page, 'Welcome back').waitFor()
  })

  test('sign out, and are led back to our own app, also when nobody is signed in', async () => {
    const query = new URLSearchParams({ client_id: 'sealpost-app', post_logout_redirect_uri: appRedirectUri })
    const { account } = await personOf(service.of, 'member')
    const page = await service.open(desktop, (await link('Notes')).url)
    await page.getByLabel('E-mail address').fill(account.email ?? '')
    await button(page, 'Send the code').click()
    await page.getByLabel('The 8 digits of the code').fill(await mailedCode(account.email ?? ''))
    await button(page, 'Sign in').click()
    await heading(page, 'Allow Notes to act for you?').waitFor()
    // Nothing listens there: that the browser asks for it is what counts.
    const ledBack = () => page.waitForRequest((request) => request.url().startsWith(appRedirectUri))
    await page.goto(`${cloud().authUrl}/oauth/v2/logout?${query}`)
    await heading(page, 'Sign out').waitFor()
    await expectUsable(page)
    await Promise.all([ledBack(), button(page, 'Sign out').click()])
    await Promise.all([ledBack(), page.goto(`${cloud().authUrl}/oauth/v2/logout?${query}`).catch(() => {})])
  })
})
