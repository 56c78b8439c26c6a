import { beforeAll, describe, expect, test } from 'vitest'
import { readMemberCounts } from '../../../functions/organizations/model/members/member-counts.ts'
import { systemRoles } from '../../../shared/auth/permissions.ts'
import { accountPartition } from '../../../shared/auth/principal.ts'
import { nodeKey } from '../../../shared/store/entities.ts'
import { getItem, queryPartition } from '../../../shared/store/table.ts'
import type { Partner } from '../../support/applications.ts'
import type { Answer } from '../../support/client.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import {
  lookUp,
  memberBody,
  membersIn,
  nodesIn,
  organizationBody,
  ownId,
  personBody,
  provision,
  provisioned,
  provisioner,
} from '../../support/provisioning.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const atOnce = 50

let home: Tenant
let partner: Partner

beforeAll(async () => {
  home = await tenant()
  partner = await provisioner(home)
})

/** What a client asks for that hears no answer, and so again and again. */
async function allAtOnce(ask: () => Promise<Answer>): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: atOnce }, ask))
}

function expectOneMade(answers: readonly Answer[]): Answer {
  const [made, ...others] = answers.filter(({ status }) => status === 201)
  expect(answers.filter(({ status }) => ![200, 201].includes(status)).map(({ text }) => text)).toEqual([])
  expect(others).toEqual([])
  if (!made) throw new Error('none was made')
  return made
}

/** Without what tells whether it was made now. */
function withoutCreated({ body }: Answer): unknown {
  const { created: _, ...shown } = body
  return shown
}

async function occupantsOf(nodeId: string): Promise<unknown> {
  return (await getItem(table(), { PK: nodeKey(nodeId).PK, SK: 'OCCUPANCY' }))?.occupants
}

describe(`${atOnce} at the same moment`, () => {
  test('make one organization, with one owner, and all hear of it', async () => {
    const body = organizationBody()
    const answers = await allAtOnce(() => provision(partner, 'orgs', body))
    const { org, owner, nodes } = expectOneMade(answers).body
    for (const answer of answers) expect(withoutCreated(answer)).toEqual({ org, owner, nodes })
    expect((await lookUp(partner, 'orgs')).body.results.map(({ id }: { id: string }) => id)).toEqual([org.id])
    expect((await nodesIn(org.id)).map(({ id }) => id).sort()).toEqual(nodes.map(({ id }: { id: string }) => id).sort())
    expect((await membersIn(org.id)).map(({ id }) => id)).toEqual([owner.id])
    const account = await queryPartition(table(), accountPartition(owner.user.id), '')
    expect(account.map(({ type }) => type).sort()).toEqual(['membership', 'profile'])
    expect((await readMemberCounts(table(), org.id))(systemRoles.owner.key)).toBe(1)
    expect(await occupantsOf(org.id)).toBe(2)
    expect(await outboxEntriesOf(org.id)).toHaveLength(1)
    expect(await auditLogOf(org.id)).toHaveLength(4)
  })

  test('make one entity', async () => {
    const { org, nodes } = await provisioned(partner)
    const body = { type: 'entity', name: 'North', externalId: ownId('entity') }
    const answers = await allAtOnce(() => provision(partner, `orgs/${org.id}/nodes`, body))
    const { id } = expectOneMade(answers).body
    expect(new Set(answers.map((answer) => answer.body.id))).toEqual(new Set([id]))
    expect((await nodesIn(org.id)).map((node) => node.id).sort()).toEqual([org.id, nodes[1].id, id].sort())
    expect(await occupantsOf(org.id)).toBe(3)
    expect(await outboxEntriesOf(org.id)).toHaveLength(2)
  })

  test('make one member', async () => {
    const { org, nodes } = await provisioned(partner)
    const body = memberBody({ nodeExternalId: nodes[1].externalId })
    const answers = await allAtOnce(() => provision(partner, `orgs/${org.id}/members`, body))
    const made = expectOneMade(answers)
    for (const answer of answers) expect(withoutCreated(answer)).toEqual(withoutCreated(made))
    const { id, user } = made.body
    expect((await membersIn(org.id)).filter(({ email }) => email === body.email)).toMatchObject([
      { id, userId: user.id },
    ])
    const account = await queryPartition(table(), accountPartition(user.id), '')
    expect(account.map(({ type }) => type).sort()).toEqual(['membership', 'profile'])
    expect(await occupantsOf(nodes[1].id)).toBe(1)
    const outboxEntries = await outboxEntriesOf(org.id)
    expect(outboxEntries.flatMap(({ events }) => events).filter(({ type }) => type === 'member.added')).toHaveLength(2)
    expect(outboxEntries).toHaveLength(2)
  })

  test('make organizations of their own for one owner, who gets one account', async () => {
    const owner = { ...personBody(), sendInvitation: false }
    const mine = await provisioner(home)
    const answers = await allAtOnce(() => provision(mine, 'orgs', organizationBody({ owner })))
    expect(answers.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([])
    expect(new Set(answers.map(({ body }) => body.owner.user.id)).size).toBe(1)
    const told = await Promise.all(answers.map(({ body }) => outboxEntriesOf(body.org.id)))
    const added = told.flat().flatMap(({ events }) => events.filter(({ type }) => type === 'member.added'))
    expect(added.filter(({ data }) => data.newAccount)).toHaveLength(1)
    const { body } = await lookUp(mine, `users?externalId=${owner.externalId}`)
    expect(body.memberships).toHaveLength(atOnce)
  })
})

describe('two applications at the same moment', () => {
  test('make two organizations under one id, and one account for their owner', async () => {
    const other = await provisioner(home)
    const body = organizationBody()
    const answers = await Promise.all([partner, other].map((by) => provision(by, 'orgs', body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(answers.map((answer) => answer.body.org.id)).size).toBe(2)
    expect(new Set(answers.map((answer) => answer.body.owner.user.id)).size).toBe(1)
  })
})
