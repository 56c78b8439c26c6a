import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { personOf } from '../support/tenant.ts'
import { hasChromium, phone, tellIfSkipped } from './support/browser.ts'
import { button, expectUsable, heading, signedIn } from './support/console-page.ts'
import { messagesTo, nativeCloud } from './support/native-cloud.ts'

tellIfSkipped()

type Credential = Parameters<typeof addCredential>[1]['credential']
const addCredential = (session: CDPSession, given: Parameters<typeof session.send<'WebAuthn.addCredential'>>[1] & {}) =>
  session.send('WebAuthn.addCredential', given)

/** An authenticator of the device that knows who is there. It ends when another session with the browser does, as that of axe. */
async function addAuthenticator(page: Page, credentials: readonly Credential[] = []) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of credentials) await addCredential(session, { authenticatorId, credential })
  return { credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials }
}

describe.skipIf(!hasChromium)('passkeys', () => {
  const service = nativeCloud()

  test('are added from the console, and sign in without a code', async () => {
    // Given somebody who is signed in to the console on a device of theirs
    const { account } = await personOf(service.of, 'viewer')
    const email = account.email ?? ''
    const page = await signedIn(service, email, { device: phone, route: `#/o/${service.of.org.id}/account` })
    await heading(page, 'Your account').waitFor()
    // When they add a passkey
    await button(page, 'Manage passkeys').tap()
    await heading(page, 'Your passkeys').waitFor()
    await page.getByLabel('Name').fill('My phone')
    await expectUsable(page, 'passkeys-none')
    const authenticator = await addAuthenticator(page)
    await button(page, 'Add a passkey').tap()
    await button(page, 'Remove My phone').waitFor()
    const credentials = await authenticator.credentials()
    await expectUsable(page, 'passkeys')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectUsable(page, 'passkeys-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    // Then they are told by e-mail, and come back to where they were
    await messagesTo(email, /A passkey was added/)
    await button(page, 'Done').tap()
    await heading(page, 'Your account').waitFor()
    // When they sign out and in again
    // The list of sessions has a button of this name too.
    const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' })
    await signOut.tap()
    await heading(page, 'Sign out').waitFor()
    await button(page, 'Sign out').tap()
    await heading(page, 'Sealpost console').waitFor()
    await button(page, 'Sign in').tap()
    await button(page, 'Sign in with a passkey').waitFor()
    await expectUsable(page, 'passkeys-sign-in')
    await addAuthenticator(page, credentials)
    await button(page, 'Sign in with a passkey').tap()
    // Then they are in, without a code
    await signOut.waitFor()
    expect(await messagesTo(email, /code to sign in/)).toHaveLength(1)
  })
})
