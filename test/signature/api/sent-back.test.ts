import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { alter, create, draftFor, past, pathOf, post, read, signer } from '../../support/signature.ts'
import { keyOf, type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let of: Tenant
beforeAll(async () => {
  of = await tenant()
})

const patch = (id: string, json: unknown) => call('PATCH', pathOf(id), { token: of.token, json })
const usual = { enabled: true, firstAfterDays: 3, everyDays: 3, max: 5 }

/** What a sender chooses of a request and of its signers. */
const chosen =
  'title message clientReference eidasLevel vendor signingOrder activeContent expiresInDays reminders deliveryMode allowDecline redirectUrls frameOrigins metadata notaries followers'.split(
    ' ',
  )
const chosenOfSigner =
  'contactId firstName lastName email phone authMethod signingMode order locale clientReference fields'.split(' ')
const picked = (names: string[], from: Record<string, unknown>) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

describe('a request as it was read', () => {
  it('can be sent again, with null for what is not set', async () => {
    const redirectUrls = { signed: 'https://app.example.com/signed' }
    const first = await create(of, { draft: true, redirectUrls, reminders: { max: 2 } })
    expect(first).toMatchObject({ redirectUrls: { ...redirectUrls, declined: null }, message: null })
    const signers = first.signers.map((each: Record<string, unknown>) => picked(chosenOfSigner, each))
    const again = await create(of, { ...picked(chosen, first), signers, draft: true })
    expect(picked(chosen, again)).toEqual(picked(chosen, first))
    expect(picked(chosenOfSigner, again.signers[0])).toEqual(picked(chosenOfSigner, first.signers[0]))
    const patched = await patch(again.id, { ...picked(chosen, first), signers: first.signers })
    expect(picked(chosen, patched.body)).toEqual(picked(chosen, first))
  })

  it('has its defaults where null is sent at its creation', async () => {
    const nothing = Object.fromEntries(chosen.map((name) => [name, null]))
    const request = await create(of, { ...nothing, title: 'A contract', draft: null })
    expect(request).toMatchObject({
      status: 'pending_signature',
      signingOrder: 'parallel',
      allowDecline: true,
      metadata: {},
    })
  })

  it('gets its defaults back where null is sent in a patch of a draft', async () => {
    const other = {
      signingOrder: 'sequential',
      allowDecline: false,
      expiresInDays: 3,
      frameOrigins: ['https://a.example'],
    }
    const signers = [signer('', { order: 1 })]
    const draft = await create(of, { draft: true, ...other, signers, reminders: { everyDays: 9 } })
    expect(draft).toMatchObject({ ...other, reminders: { everyDays: 9 } })
    const names = [...Object.keys(other), 'reminders', 'deliveryMode', 'activeContent', 'eidasLevel']
    const { body } = await patch(draft.id, Object.fromEntries(names.map((name) => [name, null])))
    const defaults = { signingOrder: 'parallel', allowDecline: true, expiresInDays: 30, frameOrigins: [] }
    expect(body).toMatchObject({ ...defaults, activeContent: 'flatten', eidasLevel: 'ses', deliveryMode: 'email' })
    expect(body.reminders).toEqual((await create(of, { draft: true })).reminders)
  })

  it('keeps what a part of its reminders does not name', async () => {
    const request = await create(of, { reminders: usual })
    expect(request.reminders).toEqual(usual)
    expect((await patch(request.id, { reminders: { max: 1, everyDays: null } })).body.reminders).toEqual({
      ...usual,
      max: 1,
    })
  })
})

describe('more time', () => {
  it('is refused with the days that remain, and told as days of the request', async () => {
    const request = await create(of)
    const createdAt = timestamp(Date.now() - 80 * dayMs - 1_000)
    await alter(request.id, () => ({ createdAt }))
    const extend = (expiresInDays: number) =>
      call('POST', `${pathOf(request.id)}/extend`, { token: of.token, json: { expiresInDays } })
    const refused = await extend(10)
    expectRefused(refused, 'expiry_too_long')
    expect(refused.body.error.details).toEqual({ maxDays: 9 })
    expect((await extend(9)).body).toMatchObject({ expiresInDays: 9 })
  })
})

describe('a signer', () => {
  it('has their turn when the order comes to them, and as long as they can sign', async () => {
    const signers = [signer('1', { order: 1 }), signer('2', { order: 2 })]
    const request = await create(of, { signingOrder: 'sequential', signers })
    const turns = (record: { signers: { isTurn: boolean }[] }) => record.signers.map(({ isTurn }) => isTurn)
    expect(turns(request)).toEqual([true, false])
    await alter(request.id, ({ signers: [first, ...others] }) =>
      first ? { signers: [{ ...first, status: 'signed', signedAt: past }, ...others] } : {},
    )
    expect(turns(await read(of, request.id))).toEqual([false, true])
  })

  it('whose e-mail is corrected to a magic one plays it', async () => {
    const request = await create(of)
    await until('the signer is asked', async () => (await read(of, request.id)).signers[0].status === 'notified')
    const path = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    const json = { email: 'jane+decline@example.com' }
    expect((await call('PATCH', path, { token: of.token, json })).status).toBe(200)
    await until('the signer has declined', async () => (await read(of, request.id)).status === 'declined')
  })

  it.each(['simulated', 'native'])(
    'without a code cannot sign where the sender delivers the link: %s',
    async (vendor) => {
      const draft = draftFor(of, { vendor, deliveryMode: 'none', signers: [signer('', { authMethod: 'none' })] })
      expectRefused(await post(of, draft), 'auth_method_not_allowed')
    },
  )
})

describe('createdByMe', () => {
  it.each(['signature-requests', 'contacts'])('lists %s of oneself, or those of others', async (what) => {
    const home = await tenant()
    const other = await keyOf(home, 'admin')
    const made = async (token: string): Promise<string> => {
      if (what === 'signature-requests') return (await create({ ...home, token })).id
      const json = { entityId: home.entity.id, kind: 'person', lastName: 'Zola' }
      return (await call('POST', '/v1/contacts', { token, json })).body.id
    }
    const [own, foreign] = [await made(home.token), await made(other.token)]
    const listed = async (flag: boolean) =>
      (await call('GET', `/v1/${what}?createdByMe=${flag}`, { token: home.token })).body.results.map(
        ({ id }: { id: string }) => id,
      )
    expect([await listed(true), await listed(false)]).toEqual([[own], [foreign]])
  })
})
