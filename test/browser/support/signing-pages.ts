import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { flawsOf, launchBrowser, openContext, type Watch, watch } from './browser.ts'
import type { CaseOptions, SigningCase } from './signing-case.ts'
import { SigningServer } from './signing-server.ts'

/** The device's clock is wrong: what the page tells of times it has from the server. */
const wrongByMs = 3 * 60 * 60 * 1000

export interface OpenedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly signingCase: SigningCase
  readonly link: string
}

export interface SigningPages {
  readonly server: SigningServer
  /** A link of its own on a page of its own, whose clock can be moved. */
  open(device: BrowserContextOptions, options?: CaseOptions): Promise<OpenedPage>
  /** Opens an address as it is. */
  visit(device: BrowserContextOptions, address: string): Promise<Page>
}

/**
 * A server and a browser for a file of tests. After each test: no policy was violated and no script failed, nothing was
 * asked of another origin, and no token was told to anyone.
 */
export function signingPages(): SigningPages {
  const server = new SigningServer()
  const windows = new Map<BrowserContextOptions, Window>()
  let browser: Browser | undefined
  beforeAll(async () => {
    await server.start()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server.stop()
  })
  afterEach(async () => {
    for (const { context, watched } of windows.values()) {
      const complaints = watched.complaints.splice(0)
      const origins = watched.addresses.splice(0).map((address) => new URL(address).origin)
      await Promise.all(context.pages().map((page) => page.close()))
      expect(complaints).toEqual([])
      expect(origins.filter((origin) => origin !== server.origin)).toEqual([])
    }
    expectNoTokenTold(server)
  })
  async function windowOf(device: BrowserContextOptions): Promise<Window> {
    const known = windows.get(device)
    if (known) return known
    if (!browser) throw new Error('the browser was not started')
    const context = await openContext(browser, device)
    await context.clock.install({ time: server.now + wrongByMs })
    const window = { context, watched: watch(context) }
    windows.set(device, window)
    return window
  }
  return {
    server,
    async open(device, options) {
      const { context } = await windowOf(device)
      const page = await context.newPage()
      const { signingCase, link } = server.open(options)
      await page.goto(link)
      return { page, context, signingCase, link }
    },
    async visit(device, address) {
      const page = await (await windowOf(device)).context.newPage()
      await page.goto(address)
      return page
    },
  }
}

/** One for each device: what is loaded once is at hand for the next test. */
interface Window {
  readonly context: BrowserContext
  readonly watched: Watch
}

/** The path of a link is only ever told to the operations of that link. */
function expectNoTokenTold({ seen }: SigningServer): void {
  const headers = seen.map(({ headers }) => ({
    referer: headers.referer,
    cookie: headers.cookie,
    origin: headers.origin,
  }))
  for (const { referer, cookie } of headers) expect([referer, cookie]).toEqual([undefined, undefined])
}

/** axe finds nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await flawsOf(page)).toEqual([])
}

/** Time goes by for the server and for the page. */
export async function letPass({ server }: SigningPages, page: Page, ms: number): Promise<void> {
  server.now += ms
  await page.clock.fastForward(ms)
}

export function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' })
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { name })
}
