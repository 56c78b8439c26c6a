import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkFiles } from '../../infra/checks/evidence/check-files.ts'
import { holds } from '../../infra/checks/evidence/report.ts'
import { verifySeal } from '../../infra/local/demo/verify-seal.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { evidenceIn } from '../support/chain.ts'
import { download } from '../support/client.ts'
import { hasPoppler, poppler } from '../support/documents/poppler.ts'
import { isProof } from '../support/proof.ts'
import { alter, contract, create, pathOf, read, sealed, signer } from '../support/signature.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { drawStroke, expectFocus, pasteCode, tabTo } from './support/gestures.ts'
import { codeTo, linkTo, messagesTo, nativeCloud } from './support/native-cloud.ts'
import { picture } from './support/picture.ts'
import { button, expectAccessible, heading } from './support/signing-pages.ts'

tellIfSkipped()

const place = { width: 180, height: 60 }
const anyNumber = () => `+3361${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`

describe.skipIf(!hasChromium || !isProof)('people who get a mail', () => {
  const service = nativeCloud()
  const sent = (more: object) => create(service.of, { vendor: 'native', title: 'Lease agreement', ...more })

  test('sign, one on a phone with a code by SMS, one by keyboard with a code by mail', async () => {
    const fields = [
      { type: 'signature', page: 2, x: 60, y: 600, ...place },
      { type: 'text', page: 1, x: 60, y: 300, width: 200, height: 22, label: 'Place of birth' },
      { type: 'checkbox', page: 1, x: 60, y: 340, width: 14, height: 14, label: 'Detector seen' },
    ]
    const number = anyNumber()
    const zoe = signer('', { firstName: 'Zoë', authMethod: 'sms_otp', phone: number, fields })
    const paul = signer('', { firstName: 'Παύλος', lastName: 'Νικολάου', authMethod: 'email_otp', locale: 'en' })
    const { id } = await sent({ signers: [zoe, paul], message: 'Here is the lease.\nSee you soon.' })
    await signOnPhone(await service.open(phone, await linkTo(String(zoe.email))), number)
    await signByKeyboard(await service.open(desktop, await linkTo(String(paul.email))), String(paul.email))
    const request = await sealed(service.of, id)
    expect(request).toMatchObject({ status: 'completed', signers: [{ status: 'signed' }, { status: 'signed' }] })
    await expectProof(id)
    await messagesTo(String(zoe.email), /Signed by everybody: Lease agreement/)
  })

  test('decline with a reason, which ends it for the others', async () => {
    const [anna, paul] = [signer(), signer()]
    const { id } = await sent({ signers: [anna, paul] })
    const others = await service.open(desktop, await linkTo(String(paul.email)))
    await heading(others, 'Lease agreement').waitFor()
    const page = await service.open(phone, await linkTo(String(anna.email)))
    await button(page, 'Decline to sign').tap()
    await page.getByLabel('Why do you decline?').fill('The rent is not what we agreed.')
    await expectAccessible(page)
    await picture(page, 'decline')
    await button(page, 'Continue').tap()
    await button(page, 'Decline for good').tap()
    await heading(page, 'You declined to sign').waitFor()
    await expectAccessible(page)
    await picture(page, 'declined')
    await others.reload()
    await heading(others, 'Another person declined').waitFor()
    await expectAccessible(others)
    expect(await read(service.of, id)).toMatchObject({
      status: 'declined',
      decline: { reason: 'The rent is not what we agreed.' },
    })
  })

  test('are told when the time is up while the page is open, and when the sender cancels', async () => {
    const [late, dropped] = [signer(), signer()]
    const { id } = await sent({ signers: [late] })
    const link = await linkTo(String(late.email))
    await alter(id, () => ({ expiresAt: timestamp(Date.now() + 6_000) }))
    const page = await service.open(desktop, link)
    await heading(page, 'Lease agreement').waitFor()
    await heading(page, 'The time to sign is over').waitFor()
    await expectAccessible(page)
    await picture(page, 'expired')
    const other = await sent({ signers: [dropped] })
    const theirs = await linkTo(String(dropped.email))
    await alter(other.id, () => ({ status: 'canceled', dueAt: null, endedAt: timestamp(Date.now()) }))
    const canceled = await service.open(phone, theirs)
    await heading(canceled, 'The request was canceled').waitFor()
    await expectAccessible(canceled)
    const nowhere = await service.open(phone, `${service.baseUrl}/sign/${'A'.repeat(43)}`)
    await heading(nowhere, 'This link does not lead to a document').waitFor()
    await expectAccessible(nowhere)
    await picture(nowhere, 'unknown-link')
  })

  test('sign once from two tabs', async () => {
    const only = signer()
    const { id } = await sent({ signers: [only] })
    const page = await service.open(desktop, await linkTo(String(only.email)))
    const second = await page.context().newPage()
    await second.goto(page.url())
    for (const tab of [page, second]) {
      await button(tab, 'Open the document').click()
      await button(tab, 'Continue to sign').click()
      await tab.getByLabel(/^I have read the document/).check()
    }
    await Promise.all([page, second].map((tab) => button(tab, 'Sign the document').click()))
    await Promise.all([page, second].map((tab) => heading(tab, 'You have signed').waitFor()))
    const results = (await sealed(service.of, id)).signers
    expect(results).toMatchObject([{ status: 'signed' }])
    const { bytes } = await download(`${pathOf(id)}/document?variant=evidence`, service.of.token)
    const { steps } = await evidenceIn(bytes)
    expect(steps.filter(({ type }) => type === 'signed')).toHaveLength(1)
    expect(steps.filter(({ type }) => type === 'consented')).toHaveLength(1)
  })

  test('enter wrong codes only so often', async () => {
    const only = signer('', { authMethod: 'email_otp' })
    const { id } = await sent({ signers: [only] })
    const page = await service.open(phone, await linkTo(String(only.email)))
    await button(page, 'Open the document').tap()
    await button(page, 'Continue to sign').tap()
    await button(page, 'Send the code').tap()
    const right = await codeTo(String(only.email))
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    for (let left = 4; left >= 0; left--) {
      await pasteCode(page, wrong)
      await button(page, 'Confirm').tap()
      const said = left > 0 ? new RegExp(`\\b${left} (try|tries) left`) : 'Too many wrong codes.'
      await page.getByText(said).first().waitFor()
    }
    await expectAccessible(page)
    await picture(page, 'locked')
    const { body } = await activity(id)
    expect(body.filter((type) => type === 'otp_failed')).toHaveLength(5)
  })

  async function activity(id: string) {
    const answer = await download(`${pathOf(id)}/activity`, service.of.token)
    const { results } = JSON.parse(Buffer.from(answer.bytes).toString())
    return { body: results.map(({ type }: { type: string }) => type) as string[] }
  }

  async function signOnPhone(page: Page, number: string): Promise<void> {
    await heading(page, 'Lease agreement').waitFor()
    await expectAccessible(page)
    await picture(page, 'phone-1-intro')
    await button(page, 'Open the document').tap()
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await picture(page, 'phone-2-read')
    await page.getByLabel(/^Place of birth/).fill('Lyon')
    await page.getByLabel(/^Detector seen/).tap()
    await expectAccessible(page)
    await button(page, 'Next field').tap()
    await button(page, 'Sign here, page 2').tap()
    await button(page, 'Send the code').tap()
    await pasteCode(page, await codeTo(number))
    await picture(page, 'phone-3-code')
    await button(page, 'Confirm').tap()
    await page.getByText('Draw', { exact: true }).tap()
    await drawStroke(page, 0.3)
    await drawStroke(page, 0.6)
    await page.getByLabel(/^I have read the document/).tap()
    await expectAccessible(page)
    await picture(page, 'phone-4-sign')
    await button(page, 'Sign the document').tap()
    await heading(page, 'You have signed').waitFor()
    await expectAccessible(page)
    await picture(page, 'phone-5-signed')
  }

  async function signByKeyboard(page: Page, email: string): Promise<void> {
    await heading(page, 'Lease agreement').waitFor()
    await picture(page, 'desktop-1-intro')
    await tabTo(page, 'Open the document')
    await page.keyboard.press('Enter')
    await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
    await tabTo(page, 'Continue to sign')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Send the code')
    await page.keyboard.press('Enter')
    await page.locator('#code:focus').waitFor()
    await page.keyboard.type(await codeTo(email))
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Sign')
    await tabTo(page, 'I have read the document')
    await page.keyboard.press('Space')
    await picture(page, 'desktop-2-sign')
    await tabTo(page, 'Sign the document')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'You have signed')
    await page.getByRole('link', { name: 'Download the sealed document' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'desktop-3-sealed')
  }

  /** What anybody can check afterwards, with the files alone. */
  async function expectProof(id: string): Promise<void> {
    const { token } = service.of
    const [signed, evidence] = await Promise.all(
      ['signed', 'evidence'].map((variant) => download(`${pathOf(id)}/document?variant=${variant}`, token)),
    )
    if (!signed || !evidence) throw new Error('there are two files')
    expect(verifySeal(signed.bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
    const files = [
      { name: 'signed.pdf', bytes: signed.bytes },
      { name: 'original.pdf', bytes: await contract() },
    ]
    expect(holds(await checkFiles({ name: 'evidence.pdf', bytes: evidence.bytes }, files, []))).toBe(true)
    const { steps } = await evidenceIn(evidence.bytes)
    const types = new Set(steps.map(({ type }) => type))
    const expected = [
      ...['created', 'sent', 'notified', 'email_sent', 'email_delivered', 'opened', 'pages_viewed'],
      ...['otp_sent', 'otp_verified', 'consented', 'signed', 'completed'],
    ]
    expect(expected.filter((type) => !types.has(type))).toEqual([])
    const acts = steps.filter(({ actor }) => actor.type === 'signer')
    expect(acts.filter(({ ip, userAgent }) => ip === null || userAgent === null)).toEqual([])
    if (!hasPoppler('pdftotext')) return
    const text = poppler('pdftotext', signed.bytes, (path) => ['-layout', path, '-'])
    for (const shown of ['Lyon', 'Παύλος Νικολάου', 'Record of signatures']) expect(text).toContain(shown)
    expect(text).toMatch(/Text on page \d +Lyon\n/)
  }
})
