import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts'
import { type Ar24Fake, startAr24Fake } from '../../fakes/ar24-fake.ts'
import { useCloud } from '../../support/cloud.ts'
import { inboxOf } from '../../support/mail.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { launchBrowser, openContext, type Watch, watch } from './browser.ts'

export interface NativeCloud {
  readonly of: Tenant
  readonly baseUrl: string
  /** A window of its own, which knows nothing of others. */
  open(device: BrowserContextOptions, address: string): Promise<Page>
}

/**
 * The service as it runs on one machine, with a browser, for a file of tests. After each test: no policy was violated, no
 * script failed, and nothing was asked of another origin but those that people are led to.
 */
export function nativeCloud(ledTo: () => readonly string[] = () => [], { withAr24 = false } = {}): NativeCloud {
  let dataDirectory: string | undefined
  const watched: Watch[] = []
  let cloud: LocalCloud | undefined
  let ar24: Ar24Fake | null = null
  let browser: Browser | undefined
  let of: Tenant | undefined
  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-browser-'))
    ar24 = withAr24 ? await startAr24Fake() : null
    const outside = ar24 ? { ar24Url: ar24.url } : {}
    cloud = await startLocalCloud({ port: 0, dataDirectory, fresh: true, speed: 1, ...outside })
    useCloud({ ...cloud, metErrorsFile: null, ...outside })
    of = await tenant()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await cloud?.close()
    await ar24?.close()
    if (dataDirectory) rmSync(dataDirectory, { recursive: true, force: true })
  })
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    const seen = watched.splice(0)
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([])
    const origins = new Set(seen.flatMap(({ addresses }) => addresses).map((address) => new URL(address).origin))
    expect([...origins.difference(new Set(ledTo()))]).toEqual([new URL(running(cloud).baseUrl).origin])
  })
  return {
    get of() {
      return running(of)
    },
    get baseUrl() {
      return running(cloud).baseUrl
    },
    async open(device, address) {
      const context = await openContext(running(browser), device)
      context.setDefaultTimeout(60_000)
      watched.push(watch(context))
      const page = await context.newPage()
      await page.goto(address)
      return page
    },
  }
}

function running<T>(started: T | undefined): T {
  if (started === undefined) throw new Error('the local cloud does not run yet')
  return started
}

/** The messages to an address or a number that say something, once there are as many as told; oldest first. */
export async function messagesTo(recipient: string, saying: RegExp, count = 1): Promise<string[]> {
  return await until(`${count} messages to ${recipient} saying ${saying}`, async () => {
    const found = (await inboxOf(recipient)).filter(({ subject, text = '' }) => saying.test(`${subject}\n${text}`))
    return found.length >= count ? found.toReversed().map(({ text = '' }) => text) : null
  })
}

/** The personal link in the latest mail to a signer. */
export async function linkTo(email: string, count = 1): Promise<string> {
  const texts = await messagesTo(email, /\/sign\/[\w-]{43}/, count)
  const [link] = /https?:\/\/\S+\/sign\/[\w-]{43}/.exec(texts.at(-1) ?? '') ?? []
  if (!link) throw new Error(`no link was mailed to ${email}`)
  return link
}

/** The one-time code that was sent last, as the person reads it. */
export async function codeTo(recipient: string, count = 1, digits = 6): Promise<string> {
  const pattern = new RegExp(`\\b\\d{${digits}}\\b`)
  const texts = await messagesTo(recipient, pattern, count)
  const [code] = pattern.exec(texts.at(-1) ?? '') ?? []
  if (!code) throw new Error(`no code was sent to ${recipient}`)
  return code
}
