import { beforeAll, describe, expect, test } from 'vitest'
import { type AtCsc, connectCsc, cscOrigin, cscRequest, cscSigner, toCsc } from '../support/csc.ts'
import { sealed } from '../support/signature.ts'
import { desktop, hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { linkTo, nativeCloud } from './support/native-cloud.ts'
import { picture } from './support/picture.ts'
import { button, expectAccessible, heading } from './support/signing-pages.ts'

tellIfSkipped()

describe.skipIf(!hasChromium)('people who sign with a key at a provider', () => {
  let provider = ''
  let at: AtCsc | undefined
  const service = nativeCloud(() => [provider])
  beforeAll(async () => {
    provider = await cscOrigin()
    at = await connectCsc(service.of)
  })

  test('read and agree here, confirm there, and come back', async () => {
    const only = cscSigner('', { locale: 'en' })
    const { id } = await cscRequest(service.of, { title: 'Lease agreement', signers: [only] })
    const page = await service.open(phone, await linkTo(String(only.email)))
    await button(page, 'Open the document').tap()
    await button(page, 'Continue to sign').tap()
    await page.getByText('You sign with a signature service').waitFor()
    await button(page, 'Continue to the signature service').tap()
    await page.getByText('Tick the box to agree').or(page.locator('#consent-error:not(:empty)')).first().waitFor()
    await expectAccessible(page)
    await page.getByLabel(/^I have read the document/).check()
    await picture(page, 'remote-1-consent')
    const { clientId = '' } = at ?? {}
    await toCsc(clientId, 'mode', { refusesClient: true })
    await button(page, 'Continue to the signature service').tap()
    await page.getByText('The signature service does not accept the sender’s account.').waitFor()
    expect(await page.getByText('invalid_client').count()).toBe(0)
    await expectAccessible(page)
    await toCsc(clientId, 'mode', { refusesClient: false })
    await button(page, 'Continue to the signature service').tap()
    await page.getByRole('button', { name: 'Deny' }).tap()
    await page.getByText('You did not confirm the signature at the signature service.').waitFor()
    await expectAccessible(page)
    await picture(page, 'remote-2-denied')
    await page.getByLabel(/^I have read the document/).check()
    await button(page, 'Continue to the signature service').tap()
    await page.getByRole('button', { name: 'Allow' }).tap()
    await heading(page, 'You have signed').waitFor()
    await expectAccessible(page)
    expect(new URL(page.url()).search).toBe('')
    expect(await sealed(service.of, id)).toMatchObject({ status: 'completed', signers: [{ status: 'signed' }] })
  })

  test('find nothing at the address of the way back in another tab', async () => {
    const page = await service.open(desktop, `${service.baseUrl}/sign/returned?code=x&state=y`)
    await heading(page, 'This link does not lead to a document').waitFor()
  })
})
