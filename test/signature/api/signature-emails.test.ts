import { describe, expect, test } from 'vitest'
import type { RequestRecord } from '../../../functions/signature/model/request.ts'
import { signingProgresses } from '../../../functions/signature/model/signing-progress.ts'
import { put } from '../../../infra/local/tenant.ts'
import { codeLimits, noSignerCode } from '../../../shared/personal-links/code-proof.ts'
import { evidenceIn } from '../../support/chain.ts'
import { call, demand, download } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { linkOf, mailNewsOf, messagesTo, nativeDraft, recipient, tokenIn } from '../../support/emails.ts'
import { busEventsOf, invoke, publicTypesOf, queued, runSweep } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { act, alter, create, past, pathOf, read, sealed, settled, storedChain } from '../../support/signature.ts'
import { personAt, removeMembership } from '../../support/structure.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { liveWithTestMode } from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'

/** Hands the events of a request that are for those who write to them again, and so waits for all of their work. */
async function settleEmails(requestId: string): Promise<void> {
  const types = ['signature.signers_due', 'signature.letters_due']
  for (const { type, detail } of (await busEventsOf(requestId)).filter((event) => types.includes(event.type)))
    await until(`${type} is done`, async () => {
      const answer = await invoke('signature-letters', queued(type, detail.data, detail.id))
      return JSON.stringify(answer) === '{"batchItemFailures":[]}'
    })
}

async function subjectsTo(address: string): Promise<string[]> {
  return (await inboxOf(address)).map(({ subject }) => subject).toReversed()
}

/** Waits until every invitation is noted as delivered. Each note changes the request, and can make a change at the same moment fail. */
async function deliveredToAll(of: Tenant, requestId: string): Promise<void> {
  await settled(of, requestId, 'delivered to all', (read) =>
    read.signers.every(({ emailDelivery }: { emailDelivery: string }) => emailDelivery === 'delivered'),
  )
}

/** A request of a person, whose signers have their invitations; all that is told of these is known. */
async function invited(signers: ReturnType<typeof recipient>[], more = {}) {
  const of = await tenant()
  const person = await personOf(of, 'admin')
  const request = await create({ entity: of.entity, token: person.token }, nativeDraft({ signers, ...more }))
  await deliveredToAll(of, request.id)
  return { of, request, creator: person.account.email ?? '' }
}

const cancel = (of: Tenant, id: string, json: object) => call('POST', `${pathOf(id)}/cancel`, { token: of.token, json })

/** Each test waits for several jobs, one after the other. */
describe.concurrent('an invitation', () => {
  test('comes to each signer once, with a link of their own whose token is stored nowhere', async () => {
    const signers = [recipient(), recipient()]
    const { of, request } = await invited(signers, { message: 'Please look at page 2.\nThank you!' })
    await settleEmails(request.id)
    const tokens = []
    for (const [index, { email }] of signers.entries()) {
      const [mail, ...others] = await inboxOf(email)
      expect(others).toEqual([])
      expect(mail?.from).toBe('Paul Person (Test organization) via Sealpost <no-reply@sealpost.example>')
      expect(mail?.subject).toBe('[TEST] Paul Person (Test organization) asks you to sign: Service agreement')
      expect(mail?.text).toContain('“Please look at page 2.\n  Thank you!”')
      const token = tokenIn(mail ?? {})
      tokens.push(token)
      expect(mail?.text).toContain(`${cloud().baseUrl}/sign/${token}\n`)
      expect(await linkOf(token)).toMatchObject({
        requestId: request.id,
        signerId: request.signers[index].id,
        generation: 1,
        expiresAtMs: null,
      })
      expect(JSON.stringify(await storedChain(request.id))).not.toContain(token)
    }
    expect(new Set(tokens).size).toBe(2)
    expect((await read(of, request.id)).signers).toMatchObject([{ status: 'notified' }, { status: 'notified' }])
  })

  test('comes in the language of the signer', async () => {
    const french = recipient({ locale: 'fr-FR', firstName: 'Élise' })
    await invited([french])
    const [mail] = await inboxOf(french.email)
    expect(mail?.subject).toContain('vous demande de signer')
    expect(mail?.text).toContain('Bonjour Élise,')
    expect(mail?.html).toContain('<html lang="fr">')
  })

  test('comes in German to a German signer, with the times of the organization', async () => {
    const german = recipient({ locale: 'de-AT', firstName: 'Jürgen' })
    await invited([german])
    const [mail] = await inboxOf(german.email)
    expect(mail?.subject).toContain('bittet Sie um Ihre Unterschrift')
    expect(mail?.text).toContain('Guten Tag Jürgen,')
    expect(mail?.text).toMatch(/Sie können bis .*\(Mitteleuropäische Zeit\) unterschreiben/)
    expect(mail?.html).toContain('<html lang="de">')
  })

  test('comes to the second in turn when the first has signed', async () => {
    const [first, second] = [recipient(), recipient()]
    const of = await tenant()
    const request = await create(of, nativeDraft({ signers: [first, second], signingOrder: 'sequential' }))
    await messagesTo(first.email, 1)
    await settleEmails(request.id)
    expect(await inboxOf(second.email)).toEqual([])
    demand(await act(of, request, 0, 'sign'), 200)
    await messagesTo(second.email, 1)
    await settleEmails(request.id)
    expect(await inboxOf(first.email)).toHaveLength(1)
    expect(await inboxOf(second.email)).toHaveLength(1)
  })

  test('of a sender who delivers it themselves is not written', async () => {
    const signers = [recipient({ authMethod: 'email_otp' })]
    const of = await tenant()
    const request = await create(of, nativeDraft({ signers, deliveryMode: 'none' }))
    await settled(of, request.id, 'notified', ({ signers: [signer] }) => signer.status === 'notified')
    demand(await cancel(of, request.id, {}), 200)
    await settleEmails(request.id)
    expect(await inboxOf(signers[0]?.email ?? '')).toEqual([])
    expect((await busEventsOf(request.id)).filter(({ type }) => type === 'signature.letters_due')).toEqual([])
  })

  test('that comes late, when the signer has signed, is not written', async () => {
    const late = recipient()
    const { of, request } = await invited([late, recipient()])
    demand(await act(of, request, 0, 'sign'), 200)
    const data = { requestId: request.id, emailKind: 'reminder', signerIds: [request.signers[0].id], codeNumber: null }
    expect(await invoke('signature-letters', queued('signature.letters_due', data))).toEqual({ batchItemFailures: [] })
    expect(await inboxOf(late.email)).toHaveLength(1)
  })
})

describe.concurrent('the person who made a request', () => {
  const switchOff = async (of: Tenant, ...kinds: string[]) => {
    const all = { signed: true, declined: true, expired: true, bounced: true }
    const notifications = { ...all, ...Object.fromEntries(kinds.map((kind) => [kind, false])) }
    const json = { signature: { notifications } }
    demand(await call('PATCH', `/v1/nodes/${of.entity.id}/settings`, { token: of.token, json }), 200)
  }

  test('is told of each signature while others are waited for', async () => {
    const { of, request, creator } = await invited([recipient({ lastName: 'Smith' }), recipient()])
    demand(await act(of, request, 0, 'sign'), 200)
    const [mail] = await messagesTo(creator, 1)
    await settleEmails(request.id)
    expect(mail?.subject).toBe('[TEST] Jane Smith signed: Service agreement')
    expect(mail?.text).toContain('1 of 2 signatures are there.')
    expect(await inboxOf(creator)).toHaveLength(1)
  })

  test('is told of an e-mail to a signer that bounced', async () => {
    const bad = { ...recipient(), email: `bounce+${crypto.randomUUID()}@simulator.amazonses.com` }
    const of = await tenant()
    const person = await personOf(of, 'admin')
    const request = await create({ entity: of.entity, token: person.token }, nativeDraft({ signers: [bad] }))
    const creator = person.account.email ?? ''
    const [mail] = await messagesTo(creator, 1)
    await settleEmails(request.id)
    expect(mail?.subject).toBe('[TEST] An e-mail could not be delivered: Service agreement')
    expect(mail?.text).toContain(bad.email)
    expect(await inboxOf(creator)).toHaveLength(1)
  })

  test.each([
    ['signed', (of: Tenant, request: object) => act(of, request, 0, 'sign')],
    ['declined', (of: Tenant, request: object) => act(of, request, 0, 'decline', { reason: 'No' })],
  ] as const)('is not told what the settings switch off: %s', async (kind, happen) => {
    const { of, request, creator } = await invited([recipient(), recipient()])
    await switchOff(of, kind)
    demand(await happen(of, request), 200)
    await until('the e-mails are due', async () =>
      (await busEventsOf(request.id)).some(({ detail }) => detail.data.emailKind === kind),
    )
    await settleEmails(request.id)
    expect(await inboxOf(creator)).toEqual([])
  })
})

describe.concurrent('the end of a request', () => {
  test('of a test organization is told to its creator, who is a member of the live one', async () => {
    const { live, test: twin } = await liveWithTestMode()
    const { token, account } = live.owner
    const colleague = await personOf(live, 'member')
    const signers = [{ ...recipient(), email: colleague.account.email ?? '' }, recipient()]
    const request = await create({ entity: twin.entity, token }, nativeDraft({ signers }))
    expect(request.signers.map(({ external }: { external: boolean }) => external)).toEqual([false, true])
    await deliveredToAll(twin, request.id)
    demand(await act(twin, request, 1, 'decline', { reason: 'Too early' }), 200)
    const [mail] = await messagesTo(account.email ?? '', 1)
    expect(mail?.text).toContain('Too early')
    expect(mail?.text).toContain(`/console#/o/${twin.org.id}/signature-requests/${request.id}`)
  })

  test('by a decline is told to the others and, with the reason, to its creator', async () => {
    const signers = [recipient({ lastName: 'Smith' }), recipient()]
    const { of, request, creator } = await invited(signers)
    demand(await act(of, request, 0, 'decline', { reason: 'My salary is 1,234' }), 200)
    const [toOther] = (await messagesTo(signers[1]?.email ?? '', 2)).slice(1)
    const [toCreator] = await messagesTo(creator, 1)
    await settleEmails(request.id)
    expect(await subjectsTo(signers[0]?.email ?? '')).toHaveLength(1)
    expect(await subjectsTo(signers[1]?.email ?? '')).toHaveLength(2)
    expect(await subjectsTo(creator)).toHaveLength(1)
    expect(toOther?.text).toContain('Jane Smith declined')
    expect(toOther?.text).not.toContain('salary')
    expect(toCreator?.text).toContain('My salary is 1,234')
  })

  test('is told to nobody who made the request and has left the organization since', async () => {
    const of = await tenant()
    const { token, email, membershipId } = await personAt(of, of.org, 'admin')
    const signers = [recipient(), recipient()]
    const request = await create({ entity: of.entity, token }, nativeDraft({ signers }))
    await deliveredToAll(of, request.id)
    demand(await removeMembership(of, membershipId), 204)
    demand(await act(of, request, 0, 'decline', { reason: 'My salary is 1,234' }), 200)
    await messagesTo(signers[1]?.email ?? '', 2)
    await settleEmails(request.id)
    expect(await inboxOf(email ?? '')).toEqual([])
  })

  test('by a cancellation is told to those who were asked, with the reason', async () => {
    const [first, second] = [recipient(), recipient()]
    const of = await tenant()
    const request = await create(of, nativeDraft({ signers: [first, second], signingOrder: 'sequential' }))
    await messagesTo(first.email, 1)
    demand(await cancel(of, request.id, { reason: 'A mistake in clause 4' }), 200)
    const [, canceled] = await messagesTo(first.email, 2)
    await settleEmails(request.id)
    expect(canceled?.text).toContain('A mistake in clause 4')
    expect(await inboxOf(first.email)).toHaveLength(2)
    expect(await inboxOf(second.email)).toEqual([])
  })

  test('by a cancellation without notice is told to nobody', async () => {
    const signers = [recipient()]
    const { of, request } = await invited(signers)
    demand(await cancel(of, request.id, { notify: false }), 200)
    await settleEmails(request.id)
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(1)
  })

  test('by its expiry is told to those who were asked and to its creator', async () => {
    const signers = [recipient()]
    const { request, creator } = await invited(signers)
    await alter(request.id, () => ({ expiresAt: past, dueAt: past }))
    await runSweep()
    const [, expired] = await messagesTo(signers[0]?.email ?? '', 2)
    await messagesTo(creator, 1)
    await settleEmails(request.id)
    expect(expired?.text).toContain('Thursday, 1 January 2026 at 01:00 (Central European Time)')
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(2)
    expect(await inboxOf(creator)).toHaveLength(1)
  })

  test('by its last signature brings signers, followers and notaries to the sealed document', async () => {
    const signers = [recipient()]
    const [follower, notary] = [recipient(), recipient()]
    const of = await tenant({ entity: { signature: { notariesAllowed: true } } })
    const { token, account } = await personOf(of, 'admin')
    const request = await create(
      { entity: of.entity, token },
      nativeDraft({
        signers,
        followers: [{ email: follower.email }],
        notaries: [{ firstName: 'Nora', lastName: 'Notary', email: notary.email }],
      }),
    )
    await deliveredToAll(of, request.id)
    demand(await act(of, request, 0, 'sign'), 200)
    await sealed(of, request.id)
    const [invitation, done] = await messagesTo(signers[0]?.email ?? '', 2)
    expect(tokenIn(done ?? {})).toBe(tokenIn(invitation ?? {}))
    for (const { email } of [follower, notary]) {
      const [copy] = await messagesTo(email, 1)
      const copyToken = tokenIn(copy ?? {})
      expect(copy?.text).toContain(`/sign/${copyToken}/document?variant=signed\n`)
      expect(await linkOf(copyToken)).toMatchObject({ requestId: request.id, signerId: null, expiresAtMs: null })
    }
    const [toNotary] = await messagesTo(notary.email, 1)
    expect(toNotary?.text).toContain('named you as notary')
    const evidence = await download(`${pathOf(request.id)}/document?variant=evidence`, of.token)
    const { notaries } = await evidenceIn(evidence.bytes)
    expect(notaries).toEqual([{ name: 'Nora Notary', email: notary.email, office: null }])
    await messagesTo(account.email ?? '', 1)
    await settleEmails(request.id)
    for (const email of [follower.email, notary.email, account.email ?? ''])
      expect(await inboxOf(email)).toHaveLength(1)
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(2)
  })
})

describe.concurrent('a request that still waits', () => {
  test('by its last signature attaches the sealed document where the sender wants it', async () => {
    const [signer, follower] = [recipient(), recipient()]
    const { email, firstName, lastName } = follower
    const more = { followers: [{ email, firstName, lastName }], attachSignedDocument: true }
    const { of, request } = await invited([signer], more)
    demand(await act(of, request, 0, 'sign'), 200)
    await sealed(of, request.id)
    const [, toSigner] = await messagesTo(signer.email, 2)
    const [toFollower] = await messagesTo(email, 1)
    for (const mail of [toSigner, toFollower])
      expect(mail?.attachments).toMatchObject([{ name: 'a.pdf', contentType: 'application/pdf' }])
    expect(toSigner?.text).toContain('The link works as long as the sender keeps the document here.')
  })

  test('more time is told to those who can still sign', async () => {
    const signers = [recipient(), recipient()]
    const { of, request } = await invited(signers, { expiresInDays: 2 })
    demand(await act(of, request, 0, 'sign'), 200)
    const answer = await call('POST', `${pathOf(request.id)}/extend`, { token: of.token, json: { expiresInDays: 9 } })
    demand(answer, 200)
    const [invitation, extended] = await messagesTo(signers[1]?.email ?? '', 2)
    await settleEmails(request.id)
    expect(extended?.subject).toContain('More time to sign')
    expect(tokenIn(extended ?? {})).toBe(tokenIn(invitation ?? {}))
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(1)
    expect(await inboxOf(signers[1]?.email ?? '')).toHaveLength(2)
  })

  test('signers who have not signed are reminded by the sweep, as often as the request says', async () => {
    const signers = [recipient(), recipient()]
    const reminders = { enabled: true, firstAfterDays: 3, everyDays: 5, max: 1 }
    const { of, request } = await invited(signers, { reminders })
    demand(await act(of, request, 0, 'sign'), 200)
    await alter(request.id, ({ signers: stored }) => ({
      signers: stored.map((signer) => ({ ...signer, notifiedAt: past })),
      dueAt: past,
    }))
    await runSweep()
    const [, reminder] = await messagesTo(signers[1]?.email ?? '', 2)
    expect(reminder?.subject).toContain('Reminder')
    await runSweep()
    await settleEmails(request.id)
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(1)
    expect(await inboxOf(signers[1]?.email ?? '')).toHaveLength(2)
    expect((await read(of, request.id)).signers).toMatchObject([{ reminderCount: 0 }, { reminderCount: 1 }])
    expect((await publicTypesOf(request.id)).filter((type) => type === 'signature.reminded')).toHaveLength(1)
  })
})

describe.concurrent('news of a mail', () => {
  test('that came back marks its signer, and subscribers are told', async () => {
    const gone = { ...recipient(), email: `bounce+${crypto.randomUUID()}@simulator.amazonses.com` }
    const of = await tenant()
    const request = await create(of, nativeDraft({ signers: [gone] }))
    await settled(of, request.id, 'bounced', ({ signers: [signer] }) => signer.emailDelivery === 'bounced')
    await until('the event', async () => (await publicTypesOf(request.id)).includes('signature.delivery_failed'))
    const types = (await storedChain(request.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'email_bounced')).toHaveLength(1)
    expect(await read(of, request.id)).toMatchObject({ status: 'pending_signature' })
  })

  test('to an address that was corrected since is no news of the signer', async () => {
    const signers = [recipient()]
    const { of, request } = await invited(signers)
    const [news] = await mailNewsOf(request.id)
    const complaint = queued('mail.delivery_changed', { ...news, status: 'complained', version: 9 })
    const readdressed = (email: string) => alter(request.id, (record) => withEmail(record, email))
    await readdressed('other@example.com')
    expect(await invoke('signature-letters', complaint)).toEqual({ batchItemFailures: [] })
    expect((await read(of, request.id)).signers).toMatchObject([{ emailDelivery: 'delivered' }])
    await readdressed(String(signers[0]?.email).toUpperCase())
    expect(await invoke('signature-letters', complaint)).toEqual({ batchItemFailures: [] })
    expect((await read(of, request.id)).signers).toMatchObject([{ emailDelivery: 'complained' }])
  })

  test('of many signers is noted of each, however much of it comes at once', async () => {
    const signers = Array.from({ length: 8 }, () => recipient())
    const { request } = await invited(signers)
    const told = (await storedChain(request.id)).filter(({ type }) => type === 'email_delivered')
    expect(new Set(told.map(({ signerId }) => signerId)).size).toBe(8)
  })
})

function withEmail({ signers }: RequestRecord, email: string): Partial<RequestRecord> {
  return { signers: signers.map((signer) => ({ ...signer, email })) }
}

describe.concurrent('a code', () => {
  const codeDue = (requestId: string, signerId: string, codeNumber: number) =>
    queued(
      'signature.letters_due',
      { requestId, emailKind: 'code', signerIds: [signerId], codeNumber },
      `${signerId}/${codeNumber}`,
    )
  /** As the signing page notes it when a signer asks. */
  const asked = (requestId: string, signerId: string, counter: number, expiresAtMs: number) =>
    put(table(), signingProgresses, {
      requestId,
      signerId,
      viewedPages: [],
      consentedBy: null,
      linkGeneration: 1,
      agreementSha256: null,
      code: { ...noSignerCode, counter, expiresAtMs },
    })

  test('comes by mail, the last one alone and once', async () => {
    const signers = [recipient({ authMethod: 'email_otp' })]
    const { request } = await invited(signers)
    const [{ id }] = request.signers
    await asked(request.id, id, 2, Date.now() + codeLimits.livesMs)
    for (const number of [1, 2, 2]) await invoke('signature-letters', codeDue(request.id, id, number))
    const [, mail, ...more] = await messagesTo(signers[0]?.email ?? '', 2)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/\n\n\d{6}\n\n/)
    expect(mail?.subject).not.toMatch(/\d{6}/)
  })

  test('comes by SMS to who has a telephone for it, in their language', async () => {
    const phone = `+3361${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
    const signers = [recipient({ authMethod: 'sms_otp', phone, locale: 'fr' })]
    const { request } = await invited(signers)
    const [{ id }] = request.signers
    await asked(request.id, id, 1, Date.now() + codeLimits.livesMs)
    for (const _ of [1, 2]) await invoke('signature-letters', codeDue(request.id, id, 1))
    const texts = await inboxOf(phone)
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^\d{6} : votre code pour signer un document \(Test organization\)\./),
    ])
    expect(texts[0]?.text?.length).toBeLessThanOrEqual(160)
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(1)
  })

  test('that is over is not sent', async () => {
    const signers = [recipient({ authMethod: 'email_otp' })]
    const { request } = await invited(signers)
    const [{ id }] = request.signers
    await asked(request.id, id, 1, Date.now() - 1)
    expect(await invoke('signature-letters', codeDue(request.id, id, 1))).toEqual({ batchItemFailures: [] })
    expect(await inboxOf(signers[0]?.email ?? '')).toHaveLength(1)
  })
})
