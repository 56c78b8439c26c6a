import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agencyRequest, agencySigner, mention, startSession } from '../support/agency.ts'
import { demand, download } from '../support/client.ts'
import { isProof } from '../support/proof.ts'
import { pathOf, sealed } from '../support/signature.ts'
import { hasChromium, tablet, tellIfSkipped } from './support/browser.ts'
import { drawBy, pasteCode } from './support/gestures.ts'
import { codeTo, nativeCloud } from './support/native-cloud.ts'
import { picture } from './support/picture.ts'
import { button, expectAccessible, heading } from './support/signing-pages.ts'

tellIfSkipped()

const sentence = 'Lu et approuvé, bon pour caution solidaire'
const place = { page: 1, x: 60, width: 300, height: 60 }
const signature = { type: 'signature', page: 2, x: 60, y: 600, width: 180, height: 60 }

describe.skipIf(!hasChromium || !isProof)('people in an agency', () => {
  const service = nativeCloud()

  test('write and sign on one tablet, one with a pen and the next with a finger', async () => {
    const zoe = agencySigner({
      firstName: 'Zoë',
      fields: [mention({ ...place, y: 480, mentionText: sentence }), mention({ ...place, y: 560 }), signature],
    })
    const paul = agencySigner({ firstName: 'Paul', fields: [mention({ ...place, y: 640, mentionText: sentence })] })
    const request = await agencyRequest(service.of, { title: 'Lease agreement', signers: [zoe, paul] })
    const session = await startSession(service.of, request, { mentionsOnPage: true })
    demand(session, 201)
    const page = await service.open(tablet, session.body.sessions[0].url)
    await takeUp(page, 'This part is for Zoë Doe')
    await button(page, 'Continue to write').tap()
    await page.getByText('Sentence 1 of 2').waitFor()
    await page.getByText(sentence).waitFor()
    await expectAccessible(page)
    await button(page, 'Next sentence').tap()
    await page.getByText('Write the sentence to continue.').waitFor()
    await expectAccessible(page)
    await drawBy(page, 'pen')
    await page.getByRole('img', { name: /1 stroke drawn/ }).waitFor()
    // The hand that holds the pen rests on the glass.
    await drawBy(page, 'touch')
    await page.getByRole('img', { name: /1 stroke drawn/ }).waitFor()
    await picture(page, 'agency-write')
    await button(page, 'Next sentence').tap()
    await page.getByText('Sentence 2 of 2').waitFor()
    await drawBy(page, 'pen')
    await button(page, 'Continue to sign').tap()
    await proveAndSign(page, String(zoe.email))
    await expectAccessible(page)
    await button(page, 'Hand the device to the next person').tap()
    await takeUp(page, 'This part is for Paul Doe')
    await button(page, 'Continue to write').tap()
    await drawBy(page, 'touch')
    await drawBy(page, 'touch')
    await page.getByRole('img', { name: /2 strokes drawn/ }).waitFor()
    await button(page, 'Continue to sign').tap()
    await proveAndSign(page, String(paul.email))
    expect(await button(page, 'Hand the device to the next person').count()).toBe(0)
    expect((await sealed(service.of, request.id)).status).toBe('completed')
    const { bytes } = await download(`${pathOf(request.id)}/document?variant=signed`, service.of.token)
    expect(bytes.length).toBeGreaterThan(0)
  })
})

/** Opens the document and sees it. */
async function takeUp(page: Page, whose: string): Promise<void> {
  await page.getByText(whose).waitFor()
  await expectAccessible(page)
  await button(page, 'Open the document').tap()
  await page.locator('[data-page="1"][data-drawn="true"]').waitFor()
  await expectAccessible(page)
}

async function proveAndSign(page: Page, email: string): Promise<void> {
  await button(page, 'Send the code').tap()
  await page.getByLabel('The 8 digits of the code').waitFor()
  await expectAccessible(page)
  await pasteCode(page, await codeTo(email, 1, 8))
  await button(page, 'Confirm').tap()
  await page.getByLabel(/^I have read the document/).tap()
  await expectAccessible(page)
  await button(page, 'Sign the document').tap()
  await heading(page, 'You have signed').waitFor()
}
