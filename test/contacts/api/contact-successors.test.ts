import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { moveLinks } from '../../../functions/contacts/links/move-links.ts'
import { movePeople } from '../../../functions/contacts/links/move-people.ts'
import { tableOf } from '../../../infra/local/local-table.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { Table } from '../../../shared/store/table.ts'
import { call, demand } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { contactOf, contactPath, readContact } from '../../support/contacts.ts'
import { create, read } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

/** The table, where something happens between the looks of a job and its first commit. */
function tableWith(happensBeforeCommit: () => Promise<void>): Table & { readonly commits: () => number } {
  const table = tableOf(cloud())
  let commits = 0
  const send = table.client.send.bind(table.client)
  const waiting = async (command: Parameters<typeof send>[0]) => {
    if (command instanceof TransactWriteCommand && ++commits === 1) await happensBeforeCommit()
    return await send(command)
  }
  return { name: table.name, client: Object.assign(table.client, { send: waiting }), commits: () => commits }
}

const jobOn = (table: Table): Platform => ({ table, clock: Date.now, ids: systemIds })

async function three(of: Tenant, fields: Record<string, unknown>) {
  const [gone, successor, last] = await Promise.all(
    ['Gone', 'Successor', 'Last'].map((name) => contactOf(of, { ...fields, companyName: name, lastName: name })),
  )
  const mergeAgain = async () => {
    const merged = await call('POST', `${contactPath(last.id)}/merge`, {
      token: of.token,
      json: { sourceId: successor.id },
    })
    demand(merged, 200)
  }
  return { gone, successor, last, mergeAgain }
}

it('people whose next company is merged just then become those of the one that took it over', async () => {
  const of = await tenant()
  const { gone, successor, last, mergeAgain } = await three(of, { kind: 'company' })
  const { id } = await contactOf(of, { companyId: gone.id })
  const table = tableWith(mergeAgain)
  await movePeople(jobOn(table), { contactId: gone.id, mergedInto: successor.id })
  expect((await readContact(of, id)).body.companyId).toBe(last.id)
  expect(table.commits()).toBe(2)
})

it('requests whose next contact is merged just then name the one that took it over', async () => {
  const of = await tenant()
  const { gone, successor, last, mergeAgain } = await three(of, { email: 'anna@example.com' })
  const request = await create(of, { draft: true, signers: [{ contactId: gone.id }] })
  const table = tableWith(mergeAgain)
  await moveLinks(jobOn(table), { contactId: gone.id, mergedInto: successor.id })
  expect((await read(of, request.id)).signers[0].contactId).toBe(last.id)
  expect(table.commits()).toBe(2)
  const activity = await call('GET', `${contactPath(last.id)}/activity`, { token: of.token })
  expect(activity.body.results.map(({ id }: { id: string }) => id)).toEqual([request.id])
})
