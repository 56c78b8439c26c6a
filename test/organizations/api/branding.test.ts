import { randomUUID } from 'node:crypto'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { addressHash } from '../../../functions/registered-mail/model/page-link.ts'
import { makeEntity } from '../../../infra/local/tenant.ts'
import { accentOf } from '../../../shared/pages/accent.ts'
import { changeBranding, choose, chooseLogo, logoFile, logoUpload } from '../../support/branding.ts'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { messagesTo, nativeDraft, recipient } from '../../support/emails.ts'
import { confirmedBrowser, notifiedItem, recipientPathOf } from '../../support/native-mails.ts'
import { pagePathOf } from '../../support/page-links.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { nativeRequest, visit } from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const chosen = {
  senderName: 'Durand Immobilier',
  accentColor: '#f5c400',
  contactEmail: 'bonjour@durand.example',
  contactPhone: '+33612345678',
  legalName: 'Durand SAS',
  legalAddress: '1 rue de la Paix\n75002 Paris',
  privacyNoticeUrl: 'https://durand.example/privacy',
}

const pathOf = (url: string) => new URL(url).pathname

describe.concurrent('the logo of an organization', () => {
  it('is made into a small PNG of ours that everybody can load and keep', async () => {
    const of = await tenant()
    const { logoUrl } = await chooseLogo(of, of.org)
    expect(logoUrl).toMatch(new RegExp(`^${cloud().baseUrl}/sign/logos/[\\w-]{43}\\.png$`))
    const response = await fetch(logoUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const image = PNG.sync.read(Buffer.from(await response.arrayBuffer()))
    expect([image.width, image.height]).toEqual([400, 100])
    expect([...image.data.subarray(0, 4)]).toEqual([200, 30, 40, 255])
  })

  it('is inherited by entities, replaced and removed', async () => {
    const of = await tenant()
    const entity = await makeEntity(table(), of.org)
    const { logoUrl } = await chooseLogo(of, of.org)
    const inherited = await call('GET', `/v1/nodes/${entity.id}/settings`, { token: of.token })
    expect([inherited.body.branding.logoUrl, inherited.body.effective.branding.logoUrl]).toEqual([null, logoUrl])
    const other = await chooseLogo(of, of.org, logoFile([0, 0, 255]))
    expect(other.logoUrl).not.toBe(logoUrl)
    expect((await choose(of, of.org, { logoUploadId: null })).logoUrl).toBeNull()
    // E-mails that were sent show it.
    expect((await fetch(logoUrl)).status).toBe(200)
  })

  it('has another address for another organization, and the same one twice', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const [first, theirs] = await Promise.all([chooseLogo(of, of.org), chooseLogo(other, other.org)])
    expect(theirs.logoUrl).not.toBe(first.logoUrl)
    await choose(of, of.org, { logoUploadId: null })
    expect((await chooseLogo(of, of.org)).logoUrl).toBe(first.logoUrl)
  })

  it('is no other file, and no upload of somebody else', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const answerFor = async (logoUploadId: string) => await changeBranding(of, of.org, { logoUploadId })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const refused = await answerFor(await logoUpload(of, svg))
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details.reason).toBe('not_an_image')
    expectRefused(await answerFor(await logoUpload(other)), 'file_required')
    expectRefused(await answerFor(randomUUID()), 'file_required')
    const once = await logoUpload(of)
    expect((await answerFor(once)).status).toBe(200)
    expectRefused(await changeBranding(of, of.entity, { logoUploadId: once }), 'file_required')
  })

  it('is not found by another name', async () => {
    for (const name of ['nothing.png', `${'a'.repeat(43)}.png`])
      expectRefused(await call('GET', `/sign/logos/${name}`), 'not_found')
  })
})

describe.concurrent('the brand of an organization', () => {
  const branded = async (): Promise<{ of: Tenant; logoUrl: string }> => {
    const of = await tenant()
    await choose(of, of.org, chosen)
    const { logoUrl } = await chooseLogo(of, of.org)
    return { of, logoUrl }
  }

  it('is on the signing page, in a colour that can be read', async () => {
    const { of, logoUrl } = await branded()
    const browser = await visit(await nativeRequest(of))
    const { request } = (await browser.get('/state')).body
    expect(request.organizationName).toBe('Durand Immobilier')
    expect(request.brand).toEqual({
      name: 'Durand Immobilier',
      logoUrl: `logos/${logoUrl.split('/').at(-1)}`,
      accent: accentOf('#f5c400'),
      contactEmail: 'bonjour@durand.example',
      contactPhone: '+33612345678',
      legalName: 'Durand SAS',
      legalAddress: '1 rue de la Paix\n75002 Paris',
      privacyNoticeUrl: 'https://durand.example/privacy',
    })
  })

  it('is in e-mails, as HTML and as text, and answers go to its contact', async () => {
    const { of, logoUrl } = await branded()
    const signer = recipient()
    await create(of, nativeDraft({ signers: [signer] }))
    const [mail] = await messagesTo(signer.email, 1)
    expect(mail?.from).toContain('Durand Immobilier via Sealpost')
    const replyTo = { name: 'Reply-To', value: '"Durand Immobilier" <bonjour@durand.example>' }
    expect(mail?.headers).toContainEqual(replyTo)
    expect(mail?.html?.match(/<img [^>]*src="([^"]*)"/)?.[1]).toBe(logoUrl)
    expect(mail?.html?.match(/<img/g)).toHaveLength(1)
    expect(mail?.html).toContain(`bgcolor="${accentOf('#f5c400').light}"`)
    for (const text of ['bonjour@durand.example, +33612345678', 'Durand SAS, 1 rue de la Paix, 75002 Paris'])
      expect(mail?.text).toContain(text)
    expect(mail?.text).toContain('https://durand.example/privacy')
  })

  it('is shown to the recipient of a registered mail only after they accepted it', async () => {
    const { of, logoUrl } = await branded()
    const waiting = await notifiedItem(of)
    const before = await call('GET', await recipientPathOf(waiting))
    for (const hidden of ['Durand', pathOf(logoUrl), '--brand-light:', 'durand.example'])
      expect(before.text).not.toContain(hidden)
    const accepted = await notifiedItem(of, { status: 'delivered', endedAt: new Date().toISOString() })
    const path = await recipientPathOf(accepted)
    const unproved = await call('GET', path)
    expect(unproved.text).not.toContain('Durand')
    const cookie = await confirmedBrowser(accepted, path)
    const page = await call('GET', path, { headers: { Cookie: cookie } })
    expect(page.text).toContain(`<img class="logo" src="${logoUrl}" alt=""><span>Durand Immobilier</span>`)
    expect(page.text).toContain(`--brand-light:${accentOf('#f5c400').light}`)
    expect(page.text).toContain('mailto:bonjour@durand.example')
  })

  it('is shown to its followers, and stays away from pages of others', async () => {
    const [{ of, logoUrl }, other] = await Promise.all([branded(), tenant()])
    const pageOf = async (whose: Tenant) => {
      const { mailId, id: itemId, orgId, livemode } = await notifiedItem(whose)
      const target = { page: 'follower' as const, mailId, itemId, follower: addressHash('follower@example.com') }
      return await call('GET', await pagePathOf(target, { orgId, livemode }))
    }
    expect((await pageOf(of)).text).toContain(logoUrl)
    const theirs = await pageOf(other)
    expect(theirs.status).toBe(200)
    expect(theirs.text).not.toContain('/sign/logos/')
    expect(theirs.text).not.toContain('Durand')
  })
})
