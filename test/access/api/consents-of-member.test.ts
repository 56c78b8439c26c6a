import { describe, expect, it } from 'vitest'
import { consentsOfMember } from '../../../functions/access/model/consents-of-member.ts'
import { giveConsent } from '../../../functions/identity-provider/provider/consents.ts'
import { personWith } from '../../../functions/identity-provider/provider/people.ts'
import { memberKey, members } from '../../../functions/organizations/model/members/member.ts'
import { partsOf } from '../../../functions/organizations/model/members/member-parts.ts'
import { removeMember } from '../../../functions/organizations/model/members/removed-member.ts'
import { makeConsent, makeGrant } from '../../../infra/local/application-grants.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import type { Organization } from '../../../shared/store/entities.ts'
import { getItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { tokenAbout } from '../../support/access-token.ts'
import {
  connectedApp,
  consent,
  consentBody,
  consented,
  grantsPath,
  partnerWith,
  proofKey,
  redirectUri,
} from '../../support/applications.ts'
import { call, demand } from '../../support/client.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import * as proving from '../../support/oauth.ts'
import { provisioner, remove } from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import { invitation, invite, personAt, removeMembership } from '../../support/structure.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { type LiveHome, liveWithTestMode } from '../../support/test-mode.ts'

/** An administrator, and a member who lets an application act for them. */
async function connected(of: Tenant) {
  const [app, admin, member] = await Promise.all([
    proving.connectedApp(of, { redirectUris: [redirectUri] }),
    personOf(of, 'admin'),
    personAt(of, of.org, 'viewer'),
  ])
  const { clientId } = app
  // The application is installed, so that a member's consent needs no approval.
  await makeGrant(table(), of.org, clientId, { scopes: ['nodes:read'], delegatedScopes: ['structure:read'] })
  const { codeVerifier, codeChallenge } = proofKey()
  const asked = consentBody(of, clientId, { scope: ['structure:read'], codeChallenge })
  const { grantId, code } = await consented(member.token, asked)
  const json = { code, redirectUri, codeVerifier }
  const exchanged = await call('POST', '/v1/oauth/grants/exchange', { token: await tokenAbout(clientId), json })
  demand(exchanged, 200)
  const token = await tokenAbout(clientId, member.account.id, ['structure:read'])
  return {
    of,
    app,
    admin,
    member,
    grantId: String(grantId),
    refreshToken: String(exchanged.body.token.refreshToken),
    /** What the application gets that asks for the tree of the organization in the name of the member. */
    nodes: async () => await call('GET', `/v1/orgs/${of.org.id}/nodes`, { token }),
    me: async () => await call('GET', '/v1/me', { token }),
    grant: async () => await grantOf(of, admin.token, String(grantId)),
  }
}

async function grantOf({ org }: { org: Pick<Organization, 'id'> }, token: string, id: string) {
  const { body } = await call('GET', `/v1/orgs/${org.id}/grants`, { token })
  return body.results.find((grant: { id: string }) => grant.id === id)
}

async function revokedEventsOf({ org }: Pick<Tenant, 'org'>) {
  const events = (await outboxEntriesOf(org.id)).flatMap((entry) => entry.events)
  return events.filter(({ type }) => type === 'grant.revoked').map(({ data }) => data)
}

/** The member is invited to the organization again, and accepts. */
async function joinAgain({ of, member }: Awaited<ReturnType<typeof connected>>) {
  const asked = invitation(of, { email: member.email, nodeId: of.org.id, role: 'viewer', sendInvitation: false })
  const again = await invite(of, asked)
  demand(again, 201)
  const json = { membershipId: again.body.id }
  demand(await call('POST', '/v1/invitations/accept', { token: member.token, json }), 200)
}

describe.concurrent('the consent of a member who is removed', () => {
  it('is revoked in the same commit, by the person who removes them', async () => {
    const it = await connected(await tenant())
    const { of, admin, member, grantId, app } = it
    expect([(await it.nodes()).status, (await it.grant()).status]).toEqual([200, 'active'])

    const removed = await removeMembership(admin, member.membershipId)

    expect(removed.status).toBe(204)
    const { id, email, firstName, lastName } = admin.account
    expect(await it.grant()).toMatchObject({
      status: 'revoked',
      revokedAt: expect.any(String),
      revokedBy: { id, email, firstName, lastName },
    })
    expect(await revokedEventsOf(of)).toEqual([{ grantId, applicationId: app.clientId, kind: 'delegated' }])
    const requestId = removed.headers.get('x-request-id')
    const audited = (await auditLogOf(of.org.id)).filter((entry) => entry.requestId === requestId)
    expect(audited.map(({ action }) => action).sort()).toEqual(['grant.revoked', 'member.removed'])
    expect(audited.find(({ action }) => action === 'grant.revoked')).toMatchObject({
      target: { type: 'grant', id: grantId, label: 'A connected app' },
      changes: [{ field: 'status', from: 'active', to: 'revoked' }],
    })
    expectRefused(await it.me(), 'consent_required')
    expect(await proving.refusalOf(proving.refresh(app, it.refreshToken))).toBe('invalid_grant')
  })

  it('opens nothing when they join again, until they consent again', async () => {
    const it = await connected(await tenant())
    await removeMembership(it.admin, it.member.membershipId)

    await joinAgain(it)

    for (const answer of [await it.nodes(), await it.me()]) expectRefused(answer, 'consent_required')
    expect(await proving.refusalOf(proving.refresh(it.app, it.refreshToken))).toBe('invalid_grant')
    await consented(it.member.token, consentBody(it.of, it.app.clientId, { scope: ['structure:read'] }))
    expect((await it.nodes()).status).toBe(200)
  })

  it('is revoked when they leave themselves', async () => {
    const it = await connected(await tenant())
    expect((await removeMembership(it.member, it.member.membershipId)).status).toBe(204)
    expect(await it.grant()).toMatchObject({ status: 'revoked', revokedBy: { id: it.member.account.id } })
    await joinAgain(it)
    expectRefused(await it.nodes(), 'consent_required')
  })

  it('is revoked by nobody when an application or a key removes them', async () => {
    const of = await tenant()
    const [first, second, partner] = [await connected(of), await connected(of), await provisioner(of)]
    await makeGrant(table(), of.org, partner.clientId)
    expect((await remove(partner, `memberships/${first.member.membershipId}`)).status).toBe(204)
    expect((await removeMembership(of, second.member.membershipId)).status).toBe(204)
    for (const it of [first, second]) {
      expect(await it.grant()).toMatchObject({ status: 'revoked', revokedBy: null, revokedAt: expect.any(String) })
      await joinAgain(it)
      expectRefused(await it.nodes(), 'consent_required')
    }
  })

  it('stays as long as they have another membership or invitation in the organization', async () => {
    const of = await tenant()
    const entity = await call('POST', `/v1/orgs/${of.org.id}/nodes`, {
      token: of.token,
      json: { type: 'entity', name: 'Second', parentId: of.org.id },
    })
    const it = await connected(of)
    const inEntity = await personAt(of, of.entity, 'viewer')
    const asked = invitation(of, { email: inEntity.email, nodeId: entity.body.id, sendInvitation: false })
    const { body: second } = await invite(of, asked)
    const { grantId } = await consented(inEntity.token, consentBody(of, it.app.clientId, { scope: ['structure:read'] }))

    expect((await removeMembership(of, inEntity.membershipId)).status).toBe(204)

    expect((await grantOf(of, it.admin.token, grantId)).status).toBe('active')
    const token = await tokenAbout(it.app.clientId, inEntity.account.id, ['structure:read'])
    expect((await call('GET', `/v1/nodes/${entity.body.id}`, { token })).status).toBe(200)
    expect((await removeMembership(of, second.id)).status).toBe(204)
    expect((await grantOf(of, it.admin.token, grantId)).status).toBe('revoked')
    expect((await it.grant()).status).toBe('active')
  })

  it('is revoked while it waits for an administrator too', async () => {
    const of = await tenant()
    const [{ clientId }, admin, member] = await Promise.all([
      connectedApp(of),
      personOf(of, 'admin'),
      personAt(of, of.org, 'viewer'),
    ])
    const { body } = await consent(member.token, consentBody(of, clientId))
    expect((await grantOf(of, admin.token, body.grantId)).status).toBe('pending')
    await removeMembership(admin, member.membershipId)
    expect((await grantOf(of, admin.token, body.grantId)).status).toBe('revoked')
    const approved = await call('POST', grantsPath(of, `/${body.grantId}/approve`), { token: admin.token })
    expectRefused(approved, 'grant_revoked')
  })

  it('is revoked in the test organization as well, and nowhere else', async () => {
    const { live, test } = await liveWithTestMode()
    const elsewhere = await tenant()
    const [{ clientId }, member] = await Promise.all([partnerWith(live, []), personAt(live, live.org, 'viewer')])
    const reach = { userId: member.account.id, scopes: ['structure:read'] } as const
    const [inLive, inTest, other] = await Promise.all(
      [live, test, elsewhere].map(({ org }) => makeConsent(table(), org, clientId, reach)),
    )
    expect((await removeMembership(live.owner, member.membershipId)).status).toBe(204)
    const statusIn = async (of: Tenant | LiveHome, id = '') => await grantOf(of, live.owner.token, id)
    for (const [of, grant] of [
      [live, inLive],
      [test, inTest],
    ] as const) {
      const revoked = { status: 'revoked', revokedBy: { id: live.owner.account.id } }
      expect(await statusIn(of, grant?.id)).toMatchObject(revoked)
      expect(await revokedEventsOf(of)).toMatchObject([{ grantId: grant?.id }])
    }
    const admin = await personOf(elsewhere, 'admin')
    expect(await grantOf(elsewhere, admin.token, other?.id ?? '')).toMatchObject({ status: 'active' })
  })

  it('is revoked to more applications than fit one commit', async () => {
    const of = await tenant()
    const [admin, member] = await Promise.all([personOf(of, 'admin'), personAt(of, of.org, 'viewer')])
    const reach = { userId: member.account.id, scopes: ['structure:read'] } as const
    const partners = await Promise.all(Array.from({ length: 90 }, () => partnerWith(of, [])))
    for (const { clientId } of partners) await makeConsent(table(), of.org, clientId, reach)
    expect((await removeMembership(admin, member.membershipId)).status).toBe(204)
    const { body } = await call('GET', grantsPath(of), { token: admin.token })
    const revoked = body.results.filter(({ status }: { status: string }) => status === 'revoked')
    expect([revoked.length, body.results.length]).toEqual([90, 90])
  })
})

describe.concurrent('a consent and the removal of its member at the same moment', () => {
  const platform = () => ({ table: table(), clock: systemClock, ids: systemIds })

  async function adminAndMember() {
    const of = await tenant()
    const [admin, member, { clientId }] = await Promise.all([
      personOf(of, 'admin'),
      personAt(of, of.org, 'viewer'),
      connectedApp(of),
    ])
    await makeGrant(table(), of.org, clientId, { scopes: ['nodes:read'], delegatedScopes: ['structure:read'] })
    return { of, admin, member, clientId }
  }

  it('leave none, where the membership ends first', async () => {
    const { of, admin, member, clientId } = await adminAndMember()
    // Given somebody who is a member when their consent is asked for
    const person = await personWith(table(), member.account.id)
    if (!person) throw new Error('the member has no account')
    await removeMembership(admin, member.membershipId)
    // When it is recorded after they were removed
    const given = await giveConsent(platform(), {
      application: { id: clientId, name: 'An application' },
      person,
      orgId: of.org.id,
      onBehalfOf: 'self',
      scopes: ['structure:read'],
      author: systemAuthor('a request'),
    })
    // Then there is no such consent
    expect(given).toBeNull()
    expect(await consentsOfMember(table(), { userId: member.account.id, orgId: of.org.id })).toEqual([])
  })

  it('have the removal read it, where it is given first', async () => {
    const { of, admin, member, clientId } = await adminAndMember()
    // Given a removal that has read what there is to end
    const item = await getItem(table(), memberKey(member.membershipId))
    const removed = fromItem(members, item ?? {})
    const parts = await partsOf(table(), removed)
    if (isRefusal(parts)) throw new Error(parts.message)
    // When the member consents before it is committed
    const asked = consentBody(of, clientId, { scope: ['structure:read'] })
    const { grantId } = await consented(member.token, asked)
    const work = new UnitOfWork({ ...platform(), author: systemAuthor('a request') })
    const self = { kind: 'user', id: admin.account.id, clientId: 'sealpost-app', profile: admin.account } as const
    const by: Principal = { ...self, memberships: [], scopes: [], application: null }
    await removeMember({ table: table(), work, by, nowMs: Date.now() }, removed, { ...parts, consents: [] })
    // Then it is decided again, and revokes that consent
    expect(await commit(table(), work)).toBe('stale')
    expect((await removeMembership(admin, member.membershipId)).status).toBe(204)
    expect((await grantOf(of, admin.token, grantId)).status).toBe('revoked')
  })
})
