import { describe, expect, test } from 'vitest'
import { makeConsent } from '../../infra/local/application-grants.ts'
import { makePartner } from '../../infra/local/tenant.ts'
import { connectedApp, consentBody, consented, grantsPath } from '../support/applications.ts'
import { call } from '../support/client.ts'
import { isProof } from '../support/proof.ts'
import { personOf, type Tenant, table, tenant } from '../support/tenant.ts'
import { desktop, hasChromium, tellIfSkipped } from './support/browser.ts'
import { button, expectUsable, heading, link, signedIn } from './support/console-page.ts'
import { nativeCloud } from './support/native-cloud.ts'

tellIfSkipped()

describe.skipIf(!hasChromium || !isProof)('the applications of an organization', () => {
  const service = nativeCloud()

  /** Somebody signs in at a screen. */
  const opened = async (of: Tenant, email: string | null, ...screen: string[]) =>
    await signedIn(service, email ?? '', { device: desktop, route: `#/o/${[of.org.id, ...screen].join('/')}` })

  test('show an administrator whose consent waits and which scopes are new, and are approved and declined', async () => {
    const of = await tenant({ livemode: true })
    const [owner, member, { clientId }] = await Promise.all([
      personOf(of, 'owner'),
      personOf(of, 'member'),
      connectedApp(of),
    ])
    const ask = (scope: string) => consented(member.token, consentBody(of, clientId, { scope: [scope] }))
    const grant = async () => (await call('GET', grantsPath(of), { token: owner.token })).body.results[0]
    await ask('contacts:read')
    const page = await opened(of, owner.account.email)
    await link(page, 'Consents to Connected that wait for approval: 1').click()
    await heading(page, 'Applications').waitFor()
    const row = page.getByRole('row', { name: /Connected/ })
    const texts = async () => (await row.innerText()).replaceAll(/\s+/g, ' ')
    expect(await texts()).toMatch(
      /Acts for Paul Person .*@.* Pending Never used See your contacts contacts:read Asked for Approve/,
    )
    expect(await row.getByRole('button', { name: /Decline/ }).count()).toBe(0)
    await row.getByRole('button', { name: /^Approve Connected, Paul Person$/ }).click()
    await row.getByText('Active').waitFor()
    expect(await texts()).toMatch(/Active Allowed by Paul Person Never used See your contacts contacts:read Revoke/)

    await ask('tasks:use')
    await page.reload()
    await row.getByText('Asked for').waitFor()
    expect(await texts()).toMatch(
      /Active .* See your contacts contacts:read See, add and complete tasks tasks:use Asked for Approve/,
    )
    await expectUsable(page, 'applications')
    // The administrator sees the buttons without scrolling.
    const box = await row.getByRole('button', { name: /^Decline/ }).boundingBox()
    expect((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)).toBeLessThan(1280)
    // What came after the list was shown is not approved with it.
    await ask('signature:read')
    await row.getByRole('button', { name: /^Approve/ }).click()
    await row.getByText('Somebody changed this meanwhile.').waitFor()
    await row.getByText('signature:read').waitFor()
    expect(await grant()).toMatchObject({ delegatedScopes: ['contacts:read'] })
    await row.getByRole('button', { name: /^Decline/ }).click()
    await row.getByText('Asked for').first().waitFor({ state: 'detached' })
    expect(await grant()).toMatchObject({ status: 'active', delegatedScopes: ['contacts:read'], requestedScopes: [] })
    await ask('tasks:use')
    await page.reload()
    await row.getByRole('button', { name: /^Approve/ }).click()
    await row.getByText('Asked for').waitFor({ state: 'detached' })
    expect(await grant()).toMatchObject({ delegatedScopes: ['contacts:read', 'tasks:use'] })
  })

  test('that the operator revoked are shown as revoked, to administrators and to the people they acted for', async () => {
    const of = await tenant({ livemode: true })
    const [{ account }, { clientId }] = await Promise.all([
      personOf(of, 'owner'),
      makePartner(table(), {
        providerId: of.org.providerId,
        name: 'Gone',
        scopes: [],
        client: { revokedAt: '2026-01-01T00:00:00.000Z' },
      }),
    ])
    await makeConsent(table(), of.org, clientId, { userId: account.id, scopes: ['contacts:read'] })
    const page = await opened(of, account.email, 'applications')
    const row = page.getByRole('row', { name: /Gone/ })
    await row.getByText('The operator of the service revoked this application.').waitFor()
    expect(await row.getByText('Active').count()).toBe(0)
    await page.evaluate(`location.hash = '#/o/${of.org.id}/account'`)
    await heading(page, 'Your account').waitFor()
    await row.getByText('The operator of the service revoked this application.').waitFor()
    await row.getByText('See your contacts').waitFor()
    await button(page, 'Revoke Gone').waitFor()
  })
})
