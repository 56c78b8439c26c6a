import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { mailedCode } from '../../support/visitor.ts'
import { flawsOf } from './browser.ts'
import type { NativeCloud } from './native-cloud.ts'
import { picture } from './picture.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Opens the console at a screen, and signs somebody in by the code that is mailed to them. */
export async function signedIn(
  service: NativeCloud,
  email: string,
  { device, route = '', count = 1 }: { device: BrowserContextOptions; route?: string; count?: number },
): Promise<Page> {
  const page = await service.open(device, `${service.baseUrl}/console${route}`)
  await page.getByRole('button', { name: /^(Sign in|Se connecter)$/ }).click()
  await enterCode(page, email, count)
  return page
}

/** Fills in the pages of the identity provider. */
export async function enterCode(page: Page, email: string, count: number): Promise<void> {
  await page.getByLabel(/^(E-mail address|Adresse e-mail)$/).fill(email)
  await page.getByRole('button', { name: /^(Send the code|Envoyer le code)$/ }).click()
  await page.getByLabel(/8 (digits|chiffres)/).fill(await mailedCode(email, count))
  await page.getByRole('button', { name: /^(Sign in|Se connecter)$/ }).click()
}

/** Axe finds nothing, and nothing is wider than the screen. With `SCREENSHOTS`, a picture is taken. */
export async function expectUsable(page: Page, name: string): Promise<void> {
  expect(await flawsOf(page)).toEqual([])
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  await picture(page, `console-${name}`)
}
