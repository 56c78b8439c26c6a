import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { choose } from '../../../infra/local/tenant.ts'
import type { NodeSettings } from '../../../shared/store/settings.ts'
import { call } from '../../support/client.ts'
import { originalsOf, tagsOf } from '../../support/inspection.ts'
import {
  alter,
  codeOf,
  completed,
  create,
  draftFor,
  pathOf,
  post,
  read,
  signer,
  storedRequest,
} from '../../support/signature.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const requestFields =
  'id orgId entityId title message clientReference status eidasLevel vendor vendorRequestId livemode signingOrder deliveryMode attachSignedDocument mustSeeAllPages allowDecline activeContent expiresInDays expiresAt reminders redirectUrls frameOrigins metadata progress signers notaries followers document decline cancel permissions source createdBy createdAt sentAt completedAt endedAt updatedAt version'
const signerFields =
  'id contactId firstName lastName email phone authMethod signingMode order locale external status clientReference notifiedAt openedAt signedAt declinedAt declineReason lastRemindedAt reminderCount emailDelivery isTurn fields'
const documentFields =
  'id fileName size pageCount sha256 upload normalizations uploadedAt state archivedAt restoreRequestedAt restoredUntil purgeAt purgedAt sealStatus sealLevel signed evidence'
const fieldFields = 'id signerId type page x y width height required label text mentionText drawing'

const namesOf = (fields: string) => fields.split(' ').sort()
const field = { type: 'signature', page: 1, x: 10, y: 10, width: 100, height: 40 }

describe.concurrent('a signature request as it is told', () => {
  it('has the fields of the contract, all of them and no others', async () => {
    const of = await tenant()
    // Whoever writes a request is told of fields that cover text, too.
    const { warnings, ...created } = await create(of, { signers: [signer('', { fields: [field] })] })
    expect(warnings).toEqual([])
    const done = await completed(of, { signers: [signer('', { fields: [field] })] })
    for (const request of [created, await read(of, created.id), done]) {
      expect(Object.keys(request).sort()).toEqual(namesOf(requestFields))
      for (const each of request.signers) expect(Object.keys(each).sort()).toEqual(namesOf(signerFields))
      expect(Object.keys(request.document).sort()).toEqual(namesOf(documentFields))
      for (const each of request.signers[0].fields) expect(Object.keys(each).sort()).toEqual(namesOf(fieldFields))
    }
    expect(Object.keys(done.document.evidence).sort()).toEqual(['availableAt', 'sha256', 'size'])
    expect(Object.keys(done.document.signed).sort()).toEqual(namesOf('availableAt conformance renewals sha256 size'))
    const list = await call('GET', '/v1/signature-requests', { token: of.token })
    const listed = namesOf(requestFields).filter((name) => name !== 'metadata')
    expect(Object.keys(list.body.results[0]).sort()).toEqual(listed)
    expect(list.body.results[0].signers[0]).not.toHaveProperty('fields')
  })

  it('repeats what was sent, with what the entity adds', async () => {
    const of = await tenant({ entity: { signature: { notariesAllowed: true, defaultExpiryDays: 12 } } })
    const sent = {
      title: '  Lease — Élodie  ',
      message: 'Please sign.\n\tThank you.',
      clientReference: 'order-7',
      eidasLevel: 'aes',
      vendor: 'simulated',
      signingOrder: 'sequential',
      deliveryMode: 'none',
      allowDecline: false,
      notaries: [{ firstName: 'N', lastName: 'O', email: 'n@example.com', office: 'Paris 8' }],
      followers: [{ email: 'f@example.com', firstName: 'F' }],
      reminders: { enabled: false, firstAfterDays: 1, everyDays: 2, max: 0 },
      redirectUrls: { signed: 'https://example.com/done' },
      metadata: { dossier: '42' },
      signers: [
        signer('', {
          id: '0190B3D2-7C1E-7A31-9F10-5B1DE7000042',
          authMethod: 'sms_otp',
          phone: '06 12 34 56 78',
          order: 4,
          locale: 'fr',
          clientReference: 'tenant',
          fields: [{ ...field, type: 'text', label: 'Place', text: 'Lyon', required: false }],
        }),
      ],
      somethingUnknown: true,
    }
    const request = await create(of, sent, { fileName: 'lease.pdf' })
    expect(request).toMatchObject({
      title: 'Lease — Élodie',
      message: sent.message,
      clientReference: 'order-7',
      eidasLevel: 'aes',
      vendor: 'simulated',
      vendorRequestId: null,
      livemode: false,
      signingOrder: 'sequential',
      deliveryMode: 'none',
      allowDecline: false,
      expiresInDays: 12,
      reminders: sent.reminders,
      redirectUrls: { signed: 'https://example.com/done', declined: null },
      metadata: { dossier: '42' },
      notaries: [{ firstName: 'N', lastName: 'O', email: 'n@example.com', phone: null, office: 'Paris 8' }],
      followers: [{ email: 'f@example.com', firstName: 'F', lastName: null }],
      source: 'integration',
      createdBy: { type: 'api_key', id: of.key.clientId, name: 'admin key' },
      document: { fileName: 'lease.pdf', pageCount: 3, state: 'available', sealStatus: 'none', sealLevel: null },
      permissions: { canCancel: true, canRemind: false, canCorrect: true },
      version: 1,
    })
    expect(request).not.toHaveProperty('somethingUnknown')
    expect(request.signers[0]).toMatchObject({
      id: '0190b3d2-7c1e-7a31-9f10-5b1de7000042',
      phone: '+33612345678',
      order: 4,
      locale: 'fr',
      external: true,
      clientReference: 'tenant',
      signingMode: 'remote',
      fields: [{ type: 'text', label: 'Place', text: 'Lyon', required: false, mentionText: null }],
    })
    const fields = await call('GET', `${pathOf(request.id)}/fields`, { token: of.token })
    expect(fields.body.results).toEqual(request.signers[0].fields)
  })

  it('says where it is, and which version', async () => {
    const of = await tenant()
    const answer = await post(of, draftFor(of))
    expect(answer.headers.get('location')).toBe(pathOf(answer.body.id))
    expect(answer.headers.get('etag')).toBe('W/"1"')
  })

  it('names the person who created it', async () => {
    const of = await tenant()
    const { account, token } = await personOf(of, 'member')
    const { id, email } = account
    const request = await create({ ...of, token })
    expect(request).toMatchObject({
      source: 'user',
      createdBy: { id, email, firstName: 'Paul', lastName: 'Person' },
    })
  })

  it('does not exist for others, nor under a malformed id', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { id } = await create(of)
    for (const path of [pathOf(id), `${pathOf(id)}/document`, `${pathOf(id)}/activity`, `${pathOf(id)}/fields`])
      expect(codeOf(await call('GET', path, { token: other.token })), path).toBe('signature_request_not_found')
    expect(codeOf(await call('GET', pathOf('no-id'), { token: of.token }))).toBe('signature_request_not_found')
    expect(codeOf(await call('POST', `${pathOf(id)}/cancel`, { token: other.token, json: {} }))).toBe(
      'signature_request_not_found',
    )
    expect((await read(of, id)).version).toBeLessThan(3)
    expect((await call('GET', pathOf(id.toUpperCase()), { token: of.token })).status).toBe(200)
  })
})

describe.concurrent('a changed request', () => {
  const patch = (of: { token: string }, id: string, json: object, headers = {}) =>
    call('PATCH', pathOf(id), { token: of.token, json, headers })

  it('that is a draft takes every field; what is left out stays, and null clears', async () => {
    const of = await tenant()
    const draft = await create(of, { draft: true, message: 'Hello', clientReference: 'r', metadata: { a: '1' } })
    const changed = await patch(of, draft.id, {
      title: 'Other',
      message: null,
      signingOrder: 'sequential',
      expiresInDays: 7,
      signers: [signer('', { fields: [field] }), signer()],
    })
    expect(changed, changed.text).toMatchObject({
      status: 200,
      body: { title: 'Other', message: null, clientReference: 'r', metadata: { a: '1' }, expiresInDays: 7, version: 2 },
    })
    expect(changed.body.signers.map(({ order }: { order: number }) => order)).toEqual([1, 2])
    expect(changed.headers.get('etag')).toBe('W/"2"')
    const days = (Date.parse(changed.body.expiresAt) - Date.parse(draft.createdAt)) / 86_400_000
    expect(days).toBe(7)

    const kept = await patch(of, draft.id, { title: 'Third' })
    expect(kept.body.signers).toEqual(changed.body.signers)
    const without = await patch(of, draft.id, { signers: [signer()] })
    expect(without.body.signers[0].fields).toEqual([])
    expect((await call('GET', `${pathOf(draft.id)}/fields`, { token: of.token })).body.results).toEqual([])
  })

  it('that is a draft takes its signers as they are shown, and they keep a method that is not named', async () => {
    const of = await tenant()
    const signers = [signer('', { authMethod: 'email_otp', fields: [{ ...field, type: 'text' }] }), signer()]
    const draft = await create(of, { draft: true, signers })
    const same = await patch(of, draft.id, { signers: draft.signers })
    expect(same, same.text).toMatchObject({ status: 200, body: { version: 1, signers: draft.signers } })

    const [{ authMethod: _, ...unnamed }, other] = draft.signers
    const kept = await patch(of, draft.id, {
      signers: [
        { ...unnamed, firstName: 'Zoë' },
        { ...other, id: undefined },
      ],
    })
    expect(kept, kept.text).toMatchObject({
      body: { signers: [{ id: unnamed.id, firstName: 'Zoë', authMethod: 'email_otp' }, { authMethod: 'none' }] },
    })
    expect((await patch(of, draft.id, { signers: [{ ...unnamed, authMethod: 'none' }] })).body.signers).toMatchObject([
      { authMethod: 'none' },
    ])
  })

  it('stays in its entity', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    expect(codeOf(await patch(of, id, { entityId: randomUUID() }))).toBe('invalid_input')
    expect((await patch(of, id, { entityId: of.entity.id, title: 'Other' })).body).toMatchObject({ title: 'Other' })
  })

  it('forgets the order of its signers where they are to sign in parallel, and refuses one that nothing follows', async () => {
    const of = await tenant()
    const signers = [signer('1', { order: 2 }), signer('2', { order: 1 })]
    const { id } = await create(of, { draft: true, signingOrder: 'sequential', signers })
    const { body } = await patch(of, id, { signingOrder: 'parallel' })
    expect(body.signers.map(({ order }: { order: number | null }) => order)).toEqual([null, null])
    const refused = await patch(of, id, { signers })
    expect([codeOf(refused), refused.body.error.details]).toEqual(['invalid_input', { signerIndex: 0, field: 'order' }])
  })

  it('that waits for signatures takes title, reference, metadata, reminders and followers', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const open = {
      title: 'Other',
      clientReference: 'x',
      metadata: { b: '2' },
      reminders: { enabled: true, firstAfterDays: 2, everyDays: 2, max: 2 },
      followers: [{ email: 'f@example.com' }],
    }
    expect((await patch(of, id, open)).body).toMatchObject({ ...open, followers: [{ email: 'f@example.com' }] })
    expect((await patch(of, id, { clientReference: null })).body.clientReference).toBeNull()
    const fixed = await patch(of, id, { message: 'New', signers: [signer()], title: 'Y' })
    expect(codeOf(fixed)).toBe('invalid_input')
    expect(fixed.body.error.details.fields.toSorted()).toEqual(['message', 'signers'])
    expect((await read(of, id)).title).toBe('Other')
  })

  it('is changed only as the version that was read', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    expect((await patch(of, id, { title: 'A' }, { 'If-Match': 'W/"1"' })).status).toBe(200)
    expect(codeOf(await patch(of, id, { title: 'B' }, { 'If-Match': 'W/"1"' }))).toBe('precondition_failed')
    expect(codeOf(await patch(of, id, { title: 'B', version: 1 }))).toBe('precondition_failed')
    expect(codeOf(await patch(of, id, { title: 'B' }, { 'If-Match': 'one' }))).toBe('invalid_input')
    expect((await patch(of, id, { title: 'B' }, { 'If-Match': '*' })).status).toBe(200)
    expect(codeOf(await call('DELETE', pathOf(id), { token: of.token, headers: { 'If-Match': '"2"' } }))).toBe(
      'precondition_failed',
    )
  })
})

/** A draft is judged by the rules of a creation: each with an entity that was set so, and a change that breaks it. */
const broken = [
  ['signers_required', {}, { signers: [] }],
  ['duplicate_signer_email', {}, { signers: [signer('', { email: 'a@x.fr' }), signer('', { email: 'A@x.fr' })] }],
  ['invalid_contact', {}, { signers: [signer('', { contactId: randomUUID() })] }],
  ['invalid_input', {}, { signers: [signer('', { fields: [{ ...field, page: 9 }] })] }],
  ['invalid_expiration', {}, { expiresInDays: '3' }],
  ['expiry_too_long', {}, { expiresInDays: 91 }],
  ['eidas_level_not_allowed', { allowedLevels: ['ses'] }, { eidasLevel: 'aes' }],
  ['vendor_unavailable', {}, { vendor: 'docusign' }],
  ['vendor_unsupported_level', {}, { eidasLevel: 'qes' }],
  ['auth_method_not_allowed', {}, { eidasLevel: 'aes' }],
  ['signer_phone_required', {}, { signers: [signer('', { authMethod: 'sms_otp' })] }],
  ['signing_order_not_allowed', { sequentialAllowed: false }, { signingOrder: 'sequential' }],
  ['notary_not_allowed', {}, { notaries: [{ firstName: 'N', lastName: 'O', email: 'n@example.com' }] }],
  [
    'handwritten_mention_requires_agency',
    {},
    { signers: [signer('', { fields: [{ ...field, type: 'handwritten_mention', mentionText: 'Lu' }] })] },
  ],
] as const

describe.concurrent('a changed draft', () => {
  it.for(broken)('is refused as %s', async ([code, signature, change]) => {
    const of = await tenant({ entity: { signature: structuredClone(signature) as object } })
    const { id } = await create(of, { draft: true })
    const answer = await call('PATCH', pathOf(id), { token: of.token, json: change })
    expect(codeOf(answer), answer.text).toBe(code)
    expect((await storedRequest(id)).version).toBe(1)
  })
})

describe.concurrent('a draft whose entity or vendor has changed since', () => {
  const setEntity = (of: Tenant, signature: Partial<NodeSettings['signature']>) =>
    choose(table(), of.entity, { signature })
  const patch = (of: Tenant, id: string, json: object) => call('PATCH', pathOf(id), { token: of.token, json })
  const send = (of: Tenant, id: string) => call('POST', `${pathOf(id)}/send`, { token: of.token })

  it('keeps no vendor that the entity does not allow any more', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    await setEntity(of, { allowedVendors: [] })
    expect(codeOf(await patch(of, id, { title: 'Other' }))).toBe('vendor_not_allowed')
  })

  it('keeps no vendor that is gone, and can be given another', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    await alter(id, () => ({ vendor: 'former' }))
    expect(codeOf(await patch(of, id, { title: 'Other' }))).toBe('signature_vendor_missing')
    expect((await patch(of, id, { vendor: 'simulated' })).body.vendor).toBe('simulated')
  })

  it('is not sent by a vendor that is gone', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    await alter(id, () => ({ vendor: 'former' }))
    expect(codeOf(await send(of, id))).toBe('signature_vendor_missing')
    expect((await storedRequest(id)).status).toBe('draft')
  })

  it('is not sent by a vendor that its organization cannot use, or that does not sign at its level', async () => {
    const of = await tenant({ livemode: true })
    const { id } = await create(of, { draft: true })
    await alter(id, () => ({ vendor: 'simulated' }))
    expect(codeOf(await send(of, id))).toBe('vendor_unavailable')
    await alter(id, () => ({ vendor: 'native', eidasLevel: 'aes' }))
    expect(codeOf(await send(of, id))).toBe('vendor_unsupported_level')
    expect((await storedRequest(id)).status).toBe('draft')
  })

  it('is not sent where a code would go by SMS to a number that gets none', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    const numbered = (phone: string) =>
      alter(id, ({ signers }) => ({
        signers: signers.map((one) => ({ ...one, authMethod: 'sms_otp' as const, phone })),
      }))
    for (const [phone, reason] of [
      ['+33899123456', 'not_mobile'],
      ['+881612345678', 'country_not_allowed'],
    ] as const) {
      await numbered(phone)
      const refused = await send(of, id)
      expect([codeOf(refused), refused.body.error.details]).toEqual([
        'signer_phone_required',
        { signerIndex: 0, reason },
      ])
    }
    expect((await storedRequest(id)).status).toBe('draft')
    await numbered('+33612345678')
    expect((await send(of, id)).body.status).toBe('pending_signature')
  })

  it('is handed to its vendor when it is sent, and stays a draft where the vendor refuses', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true, signers: [signer('+vendor-error')] })
    expect(codeOf(await send(of, id))).toBe('vendor_error')
    expect((await storedRequest(id)).status).toBe('draft')
    expect((await patch(of, id, { signers: [signer()] })).status).toBe(200)
    expect((await send(of, id)).body.status).toBe('pending_signature')
  })

  it('keeps no outsider where only members may sign now', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    await setEntity(of, { externalSignersAllowed: false })
    expect(codeOf(await patch(of, id, { title: 'Other' }))).toBe('external_signers_not_allowed')
  })
})

describe.concurrent('the stored original', () => {
  it('is no orphan any more once the commit was told, and goes with its draft', async () => {
    const of = await tenant()
    const draft = await create(of, { draft: true })
    const [key = ''] = await originalsOf(of.org.id)
    await until('an original without its orphan tag', async () => (await tagsOf(key)).length === 0)
    expect((await call('DELETE', pathOf(draft.id), { token: of.token })).status).toBe(204)
    await until('the deletion of the original', async () => (await originalsOf(of.org.id)).length === 0)
    expect(codeOf(await call('GET', pathOf(draft.id), { token: of.token }))).toBe('signature_request_not_found')
    const list = await call('GET', '/v1/signature-requests', { token: of.token })
    expect(list.body.results).toEqual([])
  })

  it('stays with a request that was sent, whatever becomes of it', async () => {
    const of = await tenant()
    const { id } = await create(of)
    await call('POST', `${pathOf(id)}/cancel`, { token: of.token, json: {} })
    const [key = ''] = await originalsOf(of.org.id)
    await until('an original without its orphan tag', async () => (await tagsOf(key)).length === 0)
    expect(await originalsOf(of.org.id)).toHaveLength(1)
  })
})
