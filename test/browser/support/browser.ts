import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

export const hasChromium = existsSync(executablePath)

/** Says why the tests are skipped, once for each file. */
export function tellIfSkipped(): void {
  if (!hasChromium) console.log(`skipped: there is no ${executablePath}; \`apt-get install chromium\` brings it`)
}

export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-sync']
  return chromium.launch({ executablePath, args })
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** As it lies on the desk of an agency. */
export const tablet: BrowserContextOptions = {
  viewport: { width: 1024, height: 768 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** All that a browser complained of, and every address that it asked for. */
export interface Watch {
  readonly complaints: string[]
  readonly addresses: string[]
}

/** A browser's window without a past: nothing is kept or known in it but what its pages loaded. */
export async function openContext(browser: Browser, device: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...device })
  context.setDefaultTimeout(60_000)
  await context.addInitScript({ content: noteViolations })
  return context
}

/** Notes what happens in any page of a context from now on. */
export function watch(context: BrowserContext): Watch {
  const watched: Watch = { complaints: [], addresses: [] }
  context.on('console', (message) => {
    if (/content.security.policy|violates/i.test(message.text())) watched.complaints.push(message.text())
  })
  context.on('weberror', (failure) => watched.complaints.push(String(failure.error().stack)))
  context.on('request', (request) => watched.addresses.push(request.url()))
  return watched
}

const noteViolations = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.warn('violates ' + violatedDirective + ': ' + blockedURI))`

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const runAxe = `(async () => {
  ${axe.source}
  const { violations } = await axe.run({ runOnly: ${JSON.stringify(axeTags)} })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' ')))
})()`

/** What axe finds, by rule and element: everything that WCAG 2.2 asks for up to AA, and its best practices. */
export async function flawsOf(page: Page): Promise<unknown> {
  // The page's own policy forbids it to evaluate anything; the browser's debugger may.
  const session = await page.context().newCDPSession(page)
  const evaluation = { expression: runAxe, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', evaluation)
  await session.detach()
  return exceptionDetails ? exceptionDetails : result.value
}
