import { describe, expect, it } from 'vitest'
import { managerOf, patchKey, postKey } from '../../support/api-keys.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { act, codeOf, create, draftFor, pathOf, post, read, signer } from '../../support/signature.ts'
import { nodeUnder, patchNode, patchRole, postNode, postRole } from '../../support/structure.ts'
import { tenant } from '../../support/tenant.ts'

/** Each looks like nothing: zero-width and blank characters, fillers, marks on nothing, controls of direction, private use. */
const unseen = ['\u200b', '\u200b \u2060', '\u3164', '\u2800\u2800', '\u115f', '\ufe0f', '\u0301', '\ue000', '\u00ad']

describe.concurrent('a text that nobody sees', () => {
  it.for(unseen.map((text): [string, string] => [encodeURIComponent(text), text]))(
    'is no name: %s',
    async ([, text]) => {
      const of = await tenant()
      const manager = { ...of, ...(await managerOf(of)) }
      expectRefused(await postNode(of, { parentId: of.org.id, type: 'entity', name: text }), 'invalid_node_name')
      expectRefused(await patchNode(of, of.entity.id, { name: text }), 'invalid_node_name')
      expectRefused(await postRole(of, { name: text, permissions: ['members.read'] }), 'invalid_request')
      expectRefused(await postKey(manager, { name: text, role: 'viewer' }), 'invalid_request')
      const contact = { entityId: of.entity.id, kind: 'person', firstName: text }
      expectRefused(await call('POST', '/v1/contacts', { token: of.token, json: contact }), 'invalid_request')
      const drafts = [
        draftFor(of, { title: text }),
        draftFor(of, { signers: [{ ...signer(), firstName: text }] }),
        draftFor(of, { signers: [{ ...signer(), lastName: text }] }),
        draftFor(of, { followers: [{ email: 'f@example.com', firstName: text }] }),
      ]
      for (const draft of drafts) expectRefused(await post(of, draft), 'invalid_request')
    },
  )

  it('makes no other name of one that is taken', async () => {
    const of = await tenant()
    const role = (await postRole(of, { name: 'Front desk', permissions: ['members.read'] })).body
    const other = (await postRole(of, { name: 'Back office', permissions: ['members.read'] })).body
    for (const name of [
      'front\u200b desk',
      'Front\u00a0desk\u2060',
      '\u2800Front desk',
      'Front  desk',
      'Own\u200ber',
    ]) {
      expectRefused(await postRole(of, { name, permissions: ['members.read'] }), 'already_exists')
      expectRefused(await patchRole(of, other.id, { name }), 'already_exists')
    }
    expect((await patchRole(of, role.id, { name: 'Front\u200b desk' })).status).toBe(200)
    const manager = { ...of, ...(await managerOf(of)) }
    expect((await postKey(manager, { name: 'Billing', role: 'viewer' })).status).toBe(201)
    const key = (await postKey(manager, { name: 'Invoices', role: 'viewer' })).body.apiKey
    for (const name of ['Bill\u200bing', 'Billing\u3164', 'Billing\ufeff\u200d']) {
      expectRefused(await postKey(manager, { name, role: 'viewer' }), 'already_exists')
      expectRefused(await patchKey(manager, key.id, { name }), 'already_exists')
    }
  })

  it('turns no text around: characters that would are left out', async () => {
    const of = await tenant()
    const signers = [{ ...signer(), firstName: '\u202eenaJ\u202c', lastName: '\u2067Doe\u2069' }]
    const request = await create(of, { title: 'Sale of \u202d12\u202c', signers })
    expect(request).toMatchObject({ title: 'Sale of 12', signers: [{ firstName: 'enaJ', lastName: 'Doe' }] })
    expect((await nodeUnder(of, of.org.id, 'L\u202eyon')).name).toBe('Lyon')
  })

  it('is left alone within a text that is seen', async () => {
    const of = await tenant()
    const name = 'را\u200cست 👩\u200d⚖️'
    expect((await nodeUnder(of, of.org.id, name)).name).toBe(name)
    expect((await create(of, { title: name })).title).toBe(name)
  })
})

describe.concurrent('the title that signers saw', () => {
  it('is fixed by the first signature; the rest goes on changing', async () => {
    const of = await tenant()
    const request = await create(of, { title: 'Lease', signers: [signer(), signer()] })
    const patch = (json: unknown) => call('PATCH', pathOf(request.id), { token: of.token, json })
    expect((await patch({ title: 'Lease of a flat' })).status).toBe(200)
    expect((await act(of, request, 0, 'sign')).status).toBe(200)
    const refused = await patch({ title: 'Sale', clientReference: 'x' })
    expect([refused.status, codeOf(refused), refused.body.error.details]).toEqual([
      422,
      'document_already_signed',
      { documentId: request.document.id },
    ])
    expect((await patch({ title: 'Lease of a flat', clientReference: 'y' })).status).toBe(200)
    expect(await read(of, request.id)).toMatchObject({ title: 'Lease of a flat', clientReference: 'y' })
  })
})
