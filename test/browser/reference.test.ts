import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referencePage } from '../../functions/docs/reference-page.ts'
import { allOperations } from '../../infra/build/operation-groups.ts'
import { openApiDocument } from '../../shared/openapi/openapi.ts'
import { isProof } from '../support/proof.ts'
import {
  desktop,
  flawsOf,
  hasChromium,
  launchBrowser,
  openContext,
  phone,
  tellIfSkipped,
  watch,
} from './support/browser.ts'

tellIfSkipped()

describe.skipIf(!hasChromium || !isProof)('the reference page', () => {
  const address = 'http://reference.test/docs'
  const { markup, contentSecurityPolicy } = referencePage(
    openApiDocument(allOperations, { serverUrl: 'http://reference.test', version: '1.0.0' }),
  )
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('is accessible on a %s, obeys its policy and loads nothing else', async (_, device) => {
    const context = await openContext(browser, device)
    const { complaints, addresses } = watch(context)
    await context.route('**/*', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'Content-Security-Policy': contentSecurityPolicy },
        body: markup,
      }),
    )
    const page = await context.newPage()
    await page.goto(address)
    expect(await flawsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    expect(addresses.filter((asked) => !asked.startsWith('data:'))).toEqual([address])
    await context.close()
  })
})
