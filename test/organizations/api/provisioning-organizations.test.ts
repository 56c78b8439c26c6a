import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { put } from '../../../infra/local/tenant.ts'
import { administrationKey, changeGrant, standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { getItem } from '../../../shared/store/table.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { installedPartner, type Partner, partnerWith } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { command, onTestCloud } from '../../support/commands.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import {
  change,
  lookUp,
  membersIn,
  nodesIn,
  organizationBody,
  ownId,
  personBody,
  provision,
  provisioned,
  provisioner,
} from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import { committedHere, personOf, type Tenant, table, tenant, userToken } from '../../support/tenant.ts'

let home: Tenant
let partner: Partner

beforeAll(async () => {
  home = await tenant()
  partner = await provisioner(home)
})

async function grantOf({ clientId }: Partner, orgId: string) {
  const item = await getItem(table(), administrationKey(clientId, orgId))
  const [grant] = standingIn(item ? [item] : [], clientId)
  if (!grant) throw new Error('the application has no grant there')
  return grant
}

describe('an application makes an organization', () => {
  test('with its first entity and its owner', async () => {
    const body = organizationBody()
    const { status, body: made } = await provision(partner, 'orgs', body)
    expect(status).toBe(201)
    const { id } = made.org
    const { name, externalId } = body
    expect(made.org).toEqual({
      id,
      name,
      externalId,
      environment: 'live',
      parentId: null,
      createdAt: expect.any(String),
      version: 1,
    })
    expect(made.created).toBe(true)
    expect(made.nodes).toMatchObject([
      { id, orgId: id, type: 'organization', parentId: null, entityId: null, name, externalId },
      { orgId: id, type: 'entity', parentId: id, name: 'Head office', externalId: body.firstEntity.externalId },
    ])
    expect(made.owner).toMatchObject({
      user: { email: body.owner.email, firstName: 'Olga', lastName: 'Owner' },
      node: { id },
      role: { key: 'owner' },
      status: 'active',
      externalId: body.owner.externalId,
      invitedBy: { id: partner.clientId, email: null, firstName: 'A partner' },
    })
  })

  test('that is the owner’s to use, at the provider of the application', async () => {
    const { org, owner, nodes } = await provisioned(partner)
    const token = await userToken(owner.user.id)
    const { body: me } = await call('GET', '/v1/me', { token })
    expect(me.orgs).toMatchObject([{ id: org.id, role: { key: 'owner' }, environment: 'live' }])
    expect(me.provider.id).toBe(home.org.providerId)
    const invited = { email: `${randomUUID()}@example.com`, firstName: 'A', lastName: 'B', role: 'admin' }
    const json = { ...invited, nodeId: nodes[1].id, sendInvitation: false }
    expect((await call('POST', `/v1/orgs/${org.id}/members`, { token, json })).status).toBe(201)
    expectRefused(await call('DELETE', `/v1/memberships/${owner.id}`, { token }), 'last_owner')
    expectRefused(await call('DELETE', `/v1/nodes/${nodes[1].id}`, { token }), 'node_not_empty')
  })

  test('lets it administer what it made, as an admin with the scopes it is registered for', async () => {
    const { org } = await provisioned(partner)
    const grant = await grantOf(partner, org.id)
    expect(grant).toMatchObject({ kind: 'provisioned', status: 'active', role: { key: 'admin' }, grantedBy: null })
    expect(grant.scopes).toEqual(['orgs:write', 'nodes:write', 'members:write'])
    expect((await call('GET', `/v1/orgs/${org.id}/nodes`, { token: partner.token })).status).toBe(200)
  })

  test('and all of it is told and audited once, under its name', async () => {
    const { org, nodes, owner } = await provisioned(partner)
    const [outboxEntry, ...others] = await outboxEntriesOf(org.id)
    expect(others).toEqual([])
    expect(outboxEntry?.events).toEqual([
      {
        type: 'grant.created',
        data: {
          grantId: expect.any(String),
          applicationId: partner.clientId,
          kind: 'provisioned',
          status: 'active',
          userId: null,
        },
        path: '',
      },
      { type: 'member.added', data: { userId: owner.user.id, nodeId: org.id, newAccount: true }, path: '' },
    ])
    const entries = await auditLogOf(org.id)
    expect(entries.map(({ action, target }) => [action, target.type, target.label])).toEqual([
      ['organization.created', 'organization', org.name],
      ['grant.created', 'grant', 'A partner'],
      ['node.created', 'node', nodes[1].name],
      ['member.added', 'membership', owner.user.email],
    ])
    for (const { actor } of entries)
      expect(actor).toEqual({ type: 'application', id: partner.clientId, name: 'A partner' })
  })

  test('of a name alone', async () => {
    const { status, body } = await provision(partner, 'orgs', { name: ' Alone ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ org: { name: 'Alone', externalId: null }, owner: null, created: true })
    expect(body.nodes).toHaveLength(1)
    expect((await provision(partner, 'orgs', { name: 'Alone' })).body.org.id).not.toBe(body.org.id)
  })

  test('whose owner is invited, unless it says otherwise', async () => {
    const { sendInvitation: _, ...owner } = organizationBody().owner
    const { owner: pending } = await provisioned(partner, { owner })
    expect(pending).toMatchObject({ status: 'pending', invitationExpiresAt: expect.any(String) })
    const [letter] = await messagesTo(owner.email, 1)
    expect(letter?.text).toContain('/invitations/')
  })

  test('whose owner has an account already', async () => {
    const { account } = await personOf(home, 'viewer')
    const owner = { ...personBody(), email: account.email?.toUpperCase(), sendInvitation: false }
    const { org, owner: known } = await provisioned(partner, { owner })
    expect(known).toMatchObject({ user: { id: account.id, firstName: 'Olga' }, status: 'pending' })
    expect((await outboxEntriesOf(org.id))[0]?.events[1]?.data).toMatchObject({ newAccount: false })
  })
})

describe('the same again', () => {
  test('answers 200 with what there is, and what is sent besides does not count', async () => {
    const body = organizationBody()
    const first = await provision(partner, 'orgs', body)
    const { id } = first.body.org
    await change(partner, `orgs/${id}`, { name: 'Renamed' })
    const again = await provision(partner, 'orgs', { name: 'Something else', externalId: ` ${body.externalId} ` })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ created: false, org: { id, name: 'Renamed' } })
    expect(again.body.nodes.map(({ externalId }: { externalId: string }) => externalId)).toEqual([
      body.externalId,
      body.firstEntity.externalId,
    ])
    expect(again.body.owner).toEqual({ ...first.body.owner, node: expect.objectContaining({ name: 'Renamed' }) })
  })

  test('answers 200 to the externalId alone, and asks for the name of a new organization', async () => {
    const { org } = await provisioned(partner)
    const again = await provision(partner, 'orgs', { externalId: org.externalId })
    expect([again.status, again.body.org.id, again.body.created]).toEqual([200, org.id, false])
    const refused = await provision(partner, 'orgs', organizationBody({ name: undefined }))
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error.details.issues).toMatchObject([{ code: 'missing_key', path: ['name'] }])
  })

  test('shows neither an entity nor an owner that is gone', async () => {
    const { org, nodes, owner } = await provisioned(partner)
    const token = await userToken(owner.user.id)
    const json = { ...personBody(), externalId: undefined, nodeId: org.id, role: 'owner', sendInvitation: false }
    expect((await call('POST', `/v1/orgs/${org.id}/members`, { token, json })).status).toBe(201)
    for (const path of [`/v1/nodes/${nodes[1].id}`, `/v1/memberships/${owner.id}`])
      expect((await call('DELETE', path, { token })).status).toBe(204)
    const { status, body } = await provision(partner, 'orgs', { name: 'Again', externalId: org.externalId })
    expect([status, body.nodes.length, body.owner]).toEqual([200, 1, null])
  })

  test('after the organization took back what it granted: consent_required', async () => {
    const { org } = await provisioned(partner)
    const grant = await grantOf(partner, org.id)
    const at = timestamp(Date.now())
    await committedHere((work) =>
      changeGrant(work, grant, { ...grant, status: 'revoked', revokedAt: at, version: grant.version + 1 }),
    )
    const refused = await provision(partner, 'orgs', { name: 'Again', externalId: org.externalId })
    expectRefused(refused, 'consent_required')
    expect(refused.body.error.details).toEqual({ orgId: org.id })
    const { body } = await lookUp(partner, `orgs?externalId=${org.externalId}`)
    expect(body.results).toEqual([])
    expectRefused(await change(partner, `orgs/${org.id}`, { name: 'Mine' }), 'consent_required')
  })

  test('after it narrowed what it granted: insufficient_scope', async () => {
    const { org } = await provisioned(partner)
    const grant = await grantOf(partner, org.id)
    await committedHere((work) => changeGrant(work, grant, { ...grant, scopes: ['nodes:read'], version: 2 }))
    const refused = await provision(partner, 'orgs', { name: 'Again', externalId: org.externalId })
    expectRefused(refused, 'insufficient_scope')
    expect(refused.body.error.details).toEqual({ required: 'orgs:read' })
  })

  test.each([
    [['orgs:read'], 1, false],
    [['orgs:read', 'nodes:write'], 2, false],
    [['orgs:read', 'members:read'], 1, true],
  ] as const)('after it narrowed the grant to %j shows only what that covers', async (scopes, nodeCount, hasOwner) => {
    const { org, nodes, owner } = await provisioned(partner)
    const grant = await grantOf(partner, org.id)
    await committedHere((work) => changeGrant(work, grant, { ...grant, scopes: [...scopes], version: 2 }))
    const { status, body } = await provision(partner, 'orgs', { externalId: org.externalId })
    const shown = { org, nodes: nodes.slice(0, nodeCount), owner: hasOwner ? owner : null, created: false }
    expect([status, body]).toEqual([200, shown])
  })

  test('by an application that may read organizations alone, now or ever, shows neither entity nor owner', async () => {
    const [narrow, narrowed] = await Promise.all([partnerWith(home, ['orgs:write']), provisioner(home)])
    const first = await provisioned(narrow)
    expect([first.nodes.length, first.owner.status]).toEqual([2, 'active'])
    const { org } = await provisioned(narrowed)
    await command('partner', ['change', narrowed.clientId, '--scopes', 'orgs:write', onTestCloud()])
    for (const [by, externalId] of [
      [narrow, first.org.externalId],
      [narrowed, org.externalId],
    ] as const) {
      const { body } = await provision(by, 'orgs', { externalId })
      expect([body.nodes.length, body.owner]).toEqual([1, null])
    }
  })

  test('under an Idempotency-Key answers as at first', async () => {
    const [body, key] = [organizationBody(), randomUUID()]
    const first = await provision(partner, 'orgs', body, key)
    const again = await provision(partner, 'orgs', body, key)
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', first.text])
  })
})

describe('an organization is not made', () => {
  async function expectNothingMade(body: { externalId: string }, code: Parameters<typeof expectRefused>[1]) {
    const answer = await provision(partner, 'orgs', body)
    expectRefused(answer, code)
    expect((await lookUp(partner, `orgs?externalId=${body.externalId}`)).body.results).toEqual([])
    return answer
  }

  test.each(['', '   ', 'n'.repeat(121), 'two\nlines'])('of the name %j: invalid_node_name', async (name) => {
    await expectNothingMade(organizationBody({ name }), 'invalid_node_name')
    await expectNothingMade(organizationBody({ firstEntity: { name } }), 'invalid_node_name')
  })

  test.each([
    { externalId: 'x'.repeat(256) },
    { externalId: 'a\u0007b' },
    { owner: { email: 'nobody' } },
    { firstEntity: {} },
    { name: 5 },
  ])('of %j: invalid_request', async (more) => {
    expectRefused(await provision(partner, 'orgs', organizationBody(more)), 'invalid_request')
  })

  test('with an owner without an account whose name is not told: invalid_request', async () => {
    const body = organizationBody({ owner: { email: `${randomUUID()}@example.com`, firstName: 'Only' } })
    const refused = await expectNothingMade(body, 'invalid_request')
    expect(refused.body.error.details.issues).toMatchObject([{ code: 'missing_key', path: ['owner', 'lastName'] }])
  })

  test('with an entity that is called like another one of the application’s: external_id_taken', async () => {
    const { nodes } = await provisioned(partner)
    const { externalId } = nodes[1]
    const refused = await expectNothingMade(
      organizationBody({ firstEntity: { name: 'Second', externalId } }),
      'external_id_taken',
    )
    expect(refused.body.error.details).toEqual({ kind: 'node', externalId })
  })

  test('with an owner who is called like somebody else, or is called otherwise already: external_id_taken', async () => {
    const { owner } = await provisioned(partner)
    const other = { ...personBody(), externalId: owner.externalId }
    const renamed = { ...personBody(), email: owner.user.email }
    for (const person of [other, renamed])
      await expectNothingMade(organizationBody({ owner: person }), 'external_id_taken')
  })

  test('with a machine as its owner: service_account', async () => {
    const email = `${randomUUID()}@machines.example.com`
    await put(table(), accountEmails, {
      email,
      userId: home.key.clientId,
      kind: 'service',
      firstName: 'Key',
      lastName: null,
      locale: 'en',
    })
    await expectNothingMade(organizationBody({ owner: { ...personBody(), email } }), 'service_account')
  })

  test('by an application without the scope: insufficient_scope', async () => {
    const reading = await partnerWith(home, ['orgs:read'])
    const refused = await provision(reading, 'orgs', organizationBody())
    expectRefused(refused, 'insufficient_scope')
    expect(refused.body.error.details).toEqual({ required: 'orgs:write' })
    expect((await lookUp(reading, 'orgs')).body.results).toEqual([])
  })
})

describe('the organizations of an application', () => {
  test('are listed, those that let it work with them among them', async () => {
    const mine = await installedPartner(home, { scopes: ['orgs:write'] })
    const { org } = await provisioned(mine)
    const { status, body } = await lookUp(mine, 'orgs')
    expect(status).toBe(200)
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([home.org.id, org.id])
    expect(body.results[0]).toMatchObject({ externalId: null, environment: 'test' })
    expect(body.nextPageToken).toBeUndefined()
  })

  test('come in pages where they are asked for', async () => {
    const mine = await provisioner(home)
    for (const name of ['One', 'Two', 'Three']) await provisioned(mine, { name })
    const names: string[] = []
    let query = '?pageSize=2'
    for (let pages = 0; pages < 3 && query; pages++) {
      const { body } = await lookUp(mine, `orgs${query}`)
      names.push(...body.results.map(({ name }: { name: string }) => name))
      query = body.nextPageToken ? `?pageSize=2&pageToken=${body.nextPageToken}` : ''
    }
    expect(names).toEqual(['One', 'Two', 'Three'])
    expectRefused(await lookUp(mine, 'orgs?pageSize=0'), 'invalid_input')
    expectRefused(await lookUp(mine, 'orgs?pageToken=x'), 'invalid_page_token')
  })

  test('are found by what it calls them, each application its own', async () => {
    const other = await provisioner(home)
    const externalId = ownId('org')
    const [mine, theirs] = [await provisioned(partner, { externalId }), await provisioned(other, { externalId })]
    expect(theirs.org.id).not.toBe(mine.org.id)
    for (const [by, { org }] of [[partner, mine] as const, [other, theirs] as const]) {
      const { body } = await lookUp(by, `orgs?externalId=${externalId}`)
      expect(body.results.map(({ id }: { id: string }) => id)).toEqual([org.id])
    }
    expect((await lookUp(partner, 'orgs?externalId=unknown')).body).toEqual({ results: [] })
    expectRefused(await lookUp(partner, 'orgs?externalId='), 'external_id_required')
    expectRefused(await lookUp(partner, `orgs?externalId=${'x'.repeat(256)}`), 'invalid_request')
  })
})

describe('renaming an organization', () => {
  test('changes its name, once', async () => {
    const { org } = await provisioned(partner)
    for (let tries = 0; tries < 2; tries++) {
      const { status, body, headers } = await change(partner, `orgs/${org.id}`, { name: 'Agence du Phare' })
      expect([status, headers.get('etag')]).toEqual([200, 'W/"2"'])
      expect(body).toEqual({ ...org, name: 'Agence du Phare', version: 2 })
    }
    const renamings = (await auditLogOf(org.id)).filter(({ action }) => action === 'organization.renamed')
    expect(renamings).toMatchObject([{ target: { type: 'organization', id: org.id }, changes: [{ field: 'name' }] }])
    expectRefused(await change(partner, `orgs/${org.id}`, { name: '' }), 'invalid_node_name')
    expectRefused(await change(partner, `orgs/${org.id}`, { name: 'Third', version: 1 }), 'precondition_failed')
  })

  test('is for the application alone that may, and of organizations alone', async () => {
    const { org, nodes } = await provisioned(partner)
    expectRefused(await change(partner, `orgs/${nodes[1].id}`, { name: 'Mine' }), 'organization_not_found')
    expectRefused(await change(partner, `orgs/${randomUUID()}`, { name: 'Mine' }), 'organization_not_found')
    const other = await provisioner(home)
    expectRefused(await change(other, `orgs/${org.id}`, { name: 'Mine' }), 'consent_required')
    expect((await nodesIn(org.id)).find(({ id }) => id === org.id)?.name).toBe(org.name)
    expect(await membersIn(org.id)).toHaveLength(1)
  })
})

describe('others than machines of applications', () => {
  test('people and API keys: partner_app_only', async () => {
    const person = await personOf(home, 'owner')
    for (const token of [home.token, person.token]) {
      expectRefused(await lookUp({ token }, 'orgs'), 'partner_app_only')
      expectRefused(await provision({ token }, 'orgs', organizationBody()), 'partner_app_only')
    }
  })

  test('an application in a person’s name: machine_credentials_required', async () => {
    const { account } = await personOf(home, 'owner')
    const token = await tokenAbout(partner.clientId, account.id, ['orgs:write'])
    expectRefused(await lookUp({ token }, 'orgs'), 'machine_credentials_required')
    expectRefused(await provision({ token }, 'orgs', organizationBody()), 'machine_credentials_required')
  })
})
