import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeEntity } from '../../../infra/local/tenant.ts'
import { installedPartner } from '../../support/applications.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { expectRefused } from '../../support/refused.ts'
import { codeOf, create, draftFor, post, signer, storedRequest } from '../../support/signature.ts'
import { nativeRequest, visit } from '../../support/signing.ts'
import { nodeUnder, personAt } from '../../support/structure.ts'
import { keyOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Caller = Pick<Tenant, 'token'>

const path = ({ id }: { readonly id: string }) => `/v1/nodes/${id}/settings`

async function settingsOf({ token }: Caller, node: { readonly id: string }): Promise<Answer> {
  return await call('GET', path(node), { token })
}

async function change(of: Caller, node: { readonly id: string }, json: unknown, more: CallOptions = {}) {
  return await call('PATCH', path(node), { token: of.token, json, ...more })
}

/** A change that has to be made before what follows. */
async function changed(of: Caller, node: { readonly id: string }, json: unknown): Promise<Answer['body']> {
  const answer = await change(of, node, json)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const optionsOf = ({ token }: Caller, { id }: { readonly id: string }) =>
  call('GET', `/v1/signature-requests/options?entityId=${id}`, { token })

describe.concurrent('the settings of a node', () => {
  it('are the standard while nobody has chosen anything', async () => {
    const of = await tenant()
    for (const node of [of.org, of.entity]) {
      const answer = await settingsOf(of, node)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('etag')).toBe('W/"1"')
      expect(answer.body).toMatchObject({ nodeId: node.id, orgId: of.org.id, type: node.type, version: 1 })
      const { features, signature, registeredMail, tasks, timezone, smsCountries, branding } = answer.body
      const chosen = [features, signature, registeredMail, tasks, branding].flatMap(Object.values)
      expect(new Set([...chosen, timezone, smsCountries])).toEqual(new Set([null]))
      expect(answer.body.effective).toMatchObject({
        features: { tasks: true, signature: true, registered_mail: true },
        signature: { allowedLevels: ['ses', 'aes', 'qes'], defaultExpiryDays: 30, maxExpiryDays: 90 },
        registeredMail: { allowedTypes: ['simple', 'qualified'], referenceRequired: false, maxAttachments: 10 },
        tasks: { automaticTasks: { signature_expired: { enabled: false, assignee: 'creator' } } },
        timezone: 'Europe/Paris',
        branding: { accentColor: null },
      })
      expect(answer.body.effective.smsCountries).toContain('FR')
    }
    expect((await settingsOf(of, of.org)).body.quotas.signature_requests).toEqual({ limit: 200, blocking: true })
    expect((await settingsOf(of, of.entity)).body.quotas.signature_requests).toBeNull()
  })

  it('are inherited until an entity chooses, and again after null', async () => {
    const of = await tenant()
    const other = await makeEntity(table(), of.org)
    await changed(of, of.org, { timezone: 'europe/lisbon', signature: { maxExpiryDays: 60 } })
    const own = await changed(of, of.entity, { signature: { maxExpiryDays: 45 } })
    expect(own).toMatchObject({ timezone: null, signature: { maxExpiryDays: 45 }, version: 2 })
    expect(own.effective).toMatchObject({ timezone: 'Europe/Lisbon', signature: { maxExpiryDays: 45 } })
    expect((await settingsOf(of, other)).body.effective.signature.maxExpiryDays).toBe(60)
    const again = await changed(of, of.entity, { signature: { maxExpiryDays: null } })
    expect(again.effective.signature.maxExpiryDays).toBe(60)
    expect((await settingsOf(of, of.entity)).body).toEqual(again)
  })

  it('are audited with old and new values, and not where nothing changes', async () => {
    const of = await tenant()
    const branding = { accentColor: '#1a7f5a', contactPhone: '06 12 34 56 78', legalName: 'Durand SAS' }
    const made = await changed(of, of.entity, { features: { tasks: false }, branding })
    expect(made.branding).toMatchObject({ ...branding, contactPhone: '+33612345678' })
    expect((await changed(of, of.entity, { features: { tasks: false }, branding })).version).toBe(2)
    await changed(of, of.entity, { features: { tasks: null } })
    const entries = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'settings.changed')
    expect(entries.map(({ target, nodeId, changes }) => ({ target: target.id, nodeId, changes }))).toEqual([
      {
        target: of.entity.id,
        nodeId: of.entity.id,
        changes: [
          { field: 'features.tasks', from: null, to: false },
          { field: 'branding.accentColor', from: null, to: '#1a7f5a' },
          { field: 'branding.contactPhone', from: null, to: '+33612345678' },
          { field: 'branding.legalName', from: null, to: 'Durand SAS' },
        ],
      },
      {
        target: of.entity.id,
        nodeId: of.entity.id,
        changes: [{ field: 'features.tasks', from: false, to: null }],
      },
    ])
  })

  it('are guarded by If-Match, and changes made at once all hold', async () => {
    const of = await tenant()
    await changed(of, of.entity, { timezone: 'UTC' })
    expectRefused(
      await change(of, of.entity, { timezone: 'Europe/Rome' }, { headers: { 'If-Match': 'W/"1"' } }),
      'precondition_failed',
    )
    const at = await tenant()
    const days = [{ defaultExpiryDays: 10 }, { maxExpiryDays: 50 }, { notariesAllowed: true }]
    const answers = await Promise.all(days.map((signature) => change(at, at.entity, { signature })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { signature, version } = (await settingsOf(at, at.entity)).body
    expect(signature).toMatchObject({ defaultExpiryDays: 10, maxExpiryDays: 50, notariesAllowed: true })
    expect(version).toBe(4)
  })

  it('belong to organizations and entities, and to those who manage settings there', async () => {
    const [of, stranger] = await Promise.all([tenant(), tenant()])
    const group = await nodeUnder(of, of.entity.id)
    const atEntity = await personAt(of, of.entity, 'admin')
    const manager = await keyOf(of, 'manager')
    for (const ask of [settingsOf, (by: Caller, node: { id: string }) => change(by, node, {})]) {
      expectRefused(await ask(of, group), 'invalid_node_path')
      expectRefused(await ask(of, { id: randomUUID() }), 'node_not_found')
      expectRefused(await ask(stranger, of.entity), 'node_not_found')
      expectRefused(await ask(manager, of.entity), 'forbidden')
      expectRefused(await ask(atEntity, of.org), 'forbidden')
      expect((await ask(atEntity, of.entity)).status).toBe(200)
    }
  })

  it('are managed by partner applications with the scope', async () => {
    const of = await tenant()
    const [reader, writer, other] = await Promise.all([
      installedPartner(of, { scopes: ['settings:read'] }),
      installedPartner(of, { scopes: ['settings:write'] }),
      installedPartner(of, { scopes: ['nodes:write'] }),
    ])
    expect((await settingsOf(reader, of.entity)).status).toBe(200)
    expectRefused(await change(reader, of.entity, { timezone: 'UTC' }), 'insufficient_scope')
    expect((await change(writer, of.entity, { timezone: 'UTC' })).status).toBe(200)
    expectRefused(await settingsOf(other, of.entity), 'insufficient_scope')
  })
})

describe.concurrent('a change of settings is refused', () => {
  it.for([
    ['an unknown time zone', { timezone: 'Europe/Atlantis' }, 'invalid_timezone'],
    ['an empty time zone', { timezone: '' }, 'invalid_timezone'],
    ['a blank time zone', { timezone: '  ' }, 'invalid_timezone'],
    ['an offset for a time zone', { timezone: '+01:00' }, 'invalid_timezone'],
    ['a phone that is none', { branding: { contactPhone: '12' } }, 'invalid_input'],
    ['a blank phone', { branding: { contactPhone: ' ' } }, 'invalid_input'],
    ['a blank e-mail', { branding: { contactEmail: ' ' } }, 'invalid_request'],
    ['a blank legal address', { branding: { legalAddress: ' \n' } }, 'invalid_request'],
    ['a default beyond the maximum', { signature: { defaultExpiryDays: 20, maxExpiryDays: 10 } }, 'invalid_input'],
    ['a default beyond an inherited maximum', { signature: { defaultExpiryDays: 91 } }, 'invalid_input'],
    ['a maximum below an inherited default', { signature: { maxExpiryDays: 29 } }, 'invalid_input'],
    ['a purge before the archive', { signature: { archiveAfterDays: 60, purgeAfterDays: 59 } }, 'invalid_input'],
    ['a default level that is not allowed', { signature: { allowedLevels: ['qes'] } }, 'invalid_input'],
    [
      'a default vendor that is not allowed',
      { signature: { defaultVendor: 'native', allowedVendors: ['simulated'] } },
      'invalid_input',
    ],
    ['a default type that is not allowed', { registeredMail: { allowedTypes: ['qualified'] } }, 'invalid_input'],
    [
      'a default vendor of registered mail that is not allowed',
      { registeredMail: { defaultVendor: 'ar24', allowedVendors: ['native'] } },
      'invalid_input',
    ],
    ['no day', { signature: { defaultExpiryDays: 0 } }, 'invalid_request'],
    ['more than a year', { signature: { maxExpiryDays: 366 } }, 'invalid_request'],
    ['a vendor that is not known', { signature: { allowedVendors: ['docusign'] } }, 'invalid_request'],
    ['a value twice', { signature: { allowedLevels: ['ses', 'ses'] } }, 'invalid_request'],
    ['no vendor at all', { signature: { allowedVendors: [] } }, 'invalid_request'],
    ['no vendor of registered mail', { registeredMail: { allowedVendors: [] } }, 'invalid_request'],
    ['no level at all', { signature: { allowedLevels: [] } }, 'invalid_request'],
    ['reminders without their parts', { signature: { reminders: { enabled: true } } }, 'invalid_request'],
    ['too many attachments', { registeredMail: { maxAttachments: 21 } }, 'invalid_request'],
    ['too many bytes', { registeredMail: { maxAttachmentsTotalBytes: 62_914_561 } }, 'invalid_request'],
    ['a country that is none', { smsCountries: ['FR', 'ZZ'] }, 'invalid_request'],
    ['a former country', { smsCountries: ['SU'] }, 'invalid_request'],
    ['a country by another code', { smsCountries: ['UK'] }, 'invalid_request'],
    ['a part of a country', { smsCountries: ['IC'] }, 'invalid_request'],
    ['a country in lower case', { smsCountries: ['fr'] }, 'invalid_request'],
    ['a colour by its name', { branding: { accentColor: 'red' } }, 'invalid_request'],
    ['an address without TLS', { branding: { privacyNoticeUrl: 'http://example.com/' } }, 'invalid_request'],
    ['an address of a private network', { branding: { privacyNoticeUrl: 'https://10.0.0.1/' } }, 'invalid_request'],
    ['an e-mail that is none', { branding: { contactEmail: 'jane' } }, 'invalid_request'],
    ['a feature that is neither on nor off', { features: { signature: 'yes' } }, 'invalid_request'],
  ] as const)('with %s', async ([, json, code]) => {
    const of = await tenant()
    expectRefused(await change(of, of.entity, json), code)
    expect((await settingsOf(of, of.entity)).body.version).toBe(1)
  })

  it('but a narrower default of the organization makes the choice of an entity give way', async () => {
    const of = await tenant()
    await changed(of, of.entity, { signature: { defaultExpiryDays: 60, defaultEidasLevel: 'aes' } })
    const { effective } = await changed(of, of.org, {
      signature: { maxExpiryDays: 40, allowedLevels: ['ses'] },
    })
    expect(effective.signature).toMatchObject({ defaultExpiryDays: 30, maxExpiryDays: 40 })
    expect((await settingsOf(of, of.entity)).body).toMatchObject({
      signature: { defaultExpiryDays: 60 },
      effective: { signature: { defaultExpiryDays: 40, defaultEidasLevel: 'ses' } },
    })
    expect(await create(of)).toMatchObject({ expiresInDays: 40, eidasLevel: 'ses' })
    // What is changed beside it is not held up by that.
    expect((await change(of, of.entity, { timezone: 'UTC' })).status).toBe(200)
  })
})

const byOrganization = [
  ['of the entity', (of: Tenant) => of.entity],
  ['of its organization', (of: Tenant) => of.org],
] as const

describe.concurrent('signature requests obey the settings', () => {
  it.for(byOrganization)('%s, from the next request on', async ([, nodeIn]) => {
    const of = await tenant()
    const draft = draftFor(of, { draft: true })
    const codes = async (more: object) => codeOf(await post(of, { ...draft, ...more }))
    expect(await codes({})).toBe('201')
    const reminders = { enabled: false, firstAfterDays: 1, everyDays: 1, max: 0 }
    await changed(of, nodeIn(of), {
      signature: {
        allowedLevels: ['aes'],
        defaultEidasLevel: 'aes',
        allowedAuthMethods: ['sms_otp'],
        sequentialAllowed: false,
        externalSignersAllowed: false,
        defaultExpiryDays: 7,
        maxExpiryDays: 8,
        reminders,
      },
      smsCountries: ['CH'],
    })
    expect(await codes({ eidasLevel: 'ses' })).toBe('eidas_level_not_allowed')
    expect(await codes({ expiresInDays: 9 })).toBe('expiry_too_long')
    const by = (phone: string, more = {}) => ({ signers: [signer('', { authMethod: 'sms_otp', phone, ...more })] })
    expect(await codes({ signers: [signer('', { authMethod: 'vendor_identity' })] })).toBe('auth_method_not_allowed')
    expect(await codes(by('+33612345678'))).toBe('signer_phone_required')
    expect(await codes({ ...by('+41791234567'), signingOrder: 'sequential' })).toBe('signing_order_not_allowed')
    expect(await codes(by('+41791234567'))).toBe('external_signers_not_allowed')
    const member = await personAt(of, of.entity, 'viewer')
    const made = await create(of, { draft: true, ...by('+41791234567', { email: member.email }) })
    expect(made).toMatchObject({ eidasLevel: 'aes', expiresInDays: 7, reminders })
    expect((await optionsOf(of, of.entity)).body).toMatchObject({
      allowedLevels: ['aes'],
      allowedAuthMethods: ['sms_otp'],
      sequentialAllowed: false,
      externalSignersAllowed: false,
      defaultExpiryDays: 7,
      maxExpiryDays: 8,
      smsCountries: ['CH'],
      reminders,
    })
  })

  it('in the time zone of the page and of dates in the document', async () => {
    const of = await tenant()
    await changed(of, of.entity, { timezone: 'Asia/Tokyo' })
    const request = await nativeRequest(of)
    const state = await (await visit(request)).get('/state')
    expect(state.body.request.timeZone).toBe('Asia/Tokyo')
    await changed(of, of.entity, { timezone: 'UTC' })
    // What was sent keeps what it was sent with.
    expect((await storedRequest(request.id)).timeZone).toBe('Asia/Tokyo')
  })

  it('and a draft is judged by those of the moment', async () => {
    const of = await tenant()
    const { id } = await create(of, {
      draft: true,
      signers: [signer('', { authMethod: 'sms_otp', phone: '+33612345678' })],
    })
    await changed(of, of.entity, { smsCountries: [] })
    const send = () => call('POST', `/v1/signature-requests/${id}/send`, { token: of.token })
    expectRefused(await send(), 'signer_phone_required')
    await changed(of, of.entity, { smsCountries: null, signature: { maxExpiryDays: 30 } })
    const patched = await call('PATCH', `/v1/signature-requests/${id}`, {
      token: of.token,
      json: { expiresInDays: 31 },
    })
    expectRefused(patched, 'expiry_too_long')
    expect((await send()).status).toBe(200)
  })

  it('and the sending of a draft is refused as its creation would be, with what is allowed', async () => {
    const of = await tenant()
    await changed(of, of.entity, { signature: { notariesAllowed: true } })
    const { id } = await create(of, {
      draft: true,
      vendor: 'native',
      eidasLevel: 'ses',
      expiresInDays: 80,
      signingOrder: 'sequential',
      signers: [signer('', { authMethod: 'none' })],
      notaries: [{ firstName: 'N', lastName: 'O', email: 'notary@example.com' }],
    })
    await changed(of, of.entity, {
      timezone: 'Asia/Tokyo',
      signature: {
        maxExpiryDays: 10,
        defaultExpiryDays: 10,
        allowedLevels: ['aes'],
        defaultEidasLevel: 'aes',
        allowedVendors: ['simulated'],
        allowedAuthMethods: ['email_otp'],
        sequentialAllowed: false,
        externalSignersAllowed: false,
        notariesAllowed: false,
      },
    })
    const send = () => call('POST', `/v1/signature-requests/${id}/send`, { token: of.token })
    const inOrder = [
      ['expiry_too_long', 'at most 10 days', { maxExpiryDays: null, defaultExpiryDays: null }],
      ['eidas_level_not_allowed', 'They allow: aes.', { allowedLevels: null, defaultEidasLevel: null }],
      ['vendor_not_allowed', 'They allow: simulated.', { allowedVendors: null }],
      ['auth_method_not_allowed', 'Possible here: `email_otp`.', { allowedAuthMethods: null }],
      ['signing_order_not_allowed', 'Allowed: parallel.', { sequentialAllowed: null }],
      ['external_signers_not_allowed', 'only members', { externalSignersAllowed: null }],
      ['notary_not_allowed', 'notaries', { notariesAllowed: true }],
    ] as const
    for (const [code, told, signature] of inOrder) {
      const refused = await send()
      expectRefused(refused, code)
      expect(refused.body.error.message).toContain(told)
      await changed(of, of.entity, { signature })
    }
    expect(await storedRequest(id)).toMatchObject({ status: 'draft', timeZone: 'Europe/Paris' })
    expect((await send()).status).toBe(200)
    expect(await storedRequest(id)).toMatchObject({ maxExpiryDays: 90, timeZone: 'Asia/Tokyo' })
  })

  it('and the code of a request that was sent goes by SMS to a country that was taken out afterwards', async () => {
    const of = await tenant()
    await changed(of, of.entity, { smsCountries: ['CH'] })
    const phone = `+4179${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
    const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'sms_otp', phone })] })
    await changed(of, of.entity, { smsCountries: [] })
    expect((await (await visit(request)).post('/otp', { sending: 1 })).status).toBe(200)
    await until('an SMS with the code', async () => (await inboxOf(phone)).find(({ kind }) => kind === 'sms') ?? null)
  })
})

describe.concurrent('a feature', () => {
  it.for(byOrganization)('is switched off and on by a setting %s, at once', async ([, nodeIn]) => {
    const of = await tenant()
    const request = await nativeRequest(of)
    const onPage = await visit(request)
    const read = () => call('GET', `/v1/signature-requests/${request.id}`, { token: of.token })
    const listed = async (query = '') => await call('GET', `/v1/signature-requests${query}`, { token: of.token })
    const events = async () => {
      const { body } = await call('GET', `/v1/events?orgId=${of.org.id}`, { token: of.token })
      return body.results.filter(({ type }: { type: string }) => type.startsWith('signature.'))
    }
    expect((await read()).status).toBe(200)
    expect(await events()).toHaveLength(1)
    await changed(of, nodeIn(of), { features: { signature: false } })
    expectRefused(await read(), 'feature_disabled')
    expectRefused(await post(of, draftFor(of)), 'feature_disabled')
    expectRefused(await listed(`?entityId=${of.entity.id}`), 'feature_disabled')
    expect((await listed()).body.results).toEqual([])
    expect(await events()).toEqual([])
    expect((await optionsOf(of, of.entity)).body.enabled).toBe(false)
    const me = (await call('GET', '/v1/me', { token: of.token })).body
    expect(me.scopes[0].features).toEqual(['tasks', 'registered_mail'])
    // Running requests go on.
    expect((await onPage.get('/state')).status).toBe(200)
    await changed(of, nodeIn(of), { features: { signature: null } })
    expect((await read()).status).toBe(200)
    expect((await listed()).body.results).toHaveLength(1)
  })

  it('is off for an entity though its organization has it on, and the other way round', async () => {
    const of = await tenant()
    const other = await makeEntity(table(), of.org)
    await changed(of, of.org, { features: { signature: false } })
    await changed(of, other, { features: { signature: true } })
    expectRefused(await post(of, draftFor(of)), 'feature_disabled')
    const made = await create({ ...of, entity: other })
    const listed = await call('GET', '/v1/signature-requests', { token: of.token })
    expect(listed.body.results.map(({ id }: { id: string }) => id)).toEqual([made.id])
    const { body } = await call('GET', '/v1/me', { token: of.token })
    expect(body.orgs[0].features).toEqual(['tasks', 'registered_mail'])
  })

  it('is off for members of the entity alone, whose lists leave it out', async () => {
    const of = await tenant()
    const viewer = await personAt(of, of.entity, 'viewer')
    await create(of)
    const listed = () => call('GET', '/v1/signature-requests', { token: viewer.token })
    expect((await listed()).body.results).toHaveLength(1)
    await changed(of, of.org, { features: { signature: false } })
    expect((await listed()).body.results).toEqual([])
  })
})
