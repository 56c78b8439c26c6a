import { describe, expect, it } from 'vitest'
import { seeToRemoved } from '../../../functions/organizations/due/removed-entities.ts'
import { removedEntityKey } from '../../../functions/organizations/model/tree/removed-entity.ts'
import { taskKey } from '../../../functions/tasks/model/task.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { getItem } from '../../../shared/store/table.ts'
import { call, demand } from '../../support/client.ts'
import { contactOf, readContact } from '../../support/contacts.ts'
import { contactLateIn, deletedEntity, makeDue } from '../../support/deleted-entities.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { deleteNode, getNode, nodeUnder } from '../../support/structure.ts'
import { taskOf, taskPath } from '../../support/tasks.ts'
import { leave, personOf, table, tenant } from '../../support/tenant.ts'

const sweep = (id: string) => seeToRemoved({ table: table(), clock: Date.now, ids: systemIds }, [removedEntityKey(id)])
const actionsOn = async (orgId: string, id: string) =>
  (await auditLogOf(orgId)).filter(({ target }) => target.id === id).map(({ action }) => action)

describe.concurrent('an entity that is deleted', () => {
  it('comes back where a request that had read it before has made something in it', async () => {
    const of = await tenant()
    const { id } = await deletedEntity(of)
    const contact = await contactLateIn(of, id)
    expectRefused(await getNode(of, id), 'node_not_found')
    await makeDue(id)
    await sweep(id)
    expect((await getNode(of, id)).body).toMatchObject({ id, name: 'Lyon', type: 'entity', version: 2 })
    expect((await readContact(of, contact.id)).status).toBe(200)
    expect(await actionsOn(of.org.id, id)).toEqual(['node.created', 'node.deleted', 'node.restored'])
  })

  it('works as before once it is back, and is looked after when it is deleted again', async () => {
    const of = await tenant()
    const { id } = await deletedEntity(of)
    await contactLateIn(of, id)
    await makeDue(id)
    await sweep(id)
    const entity = { ...of.entity, id }
    expect((await contactOf({ ...of, entity }, {})).entityId).toBe(id)
    const group = await nodeUnder(of, id)
    expectRefused(await deleteNode(of, id), 'still_referenced')
    expect((await deleteNode(of, group.id)).status).toBe(204)
  })

  it('stays away where nothing was made in it, and leaves nothing behind', async () => {
    const of = await tenant()
    const { id } = await deletedEntity(of)
    for (const _ of ['after minutes', 'after an hour']) {
      expect(await getItem(table(), removedEntityKey(id))).not.toBeNull()
      await makeDue(id)
      await sweep(id)
    }
    expectRefused(await getNode(of, id), 'node_not_found')
    expect(await getItem(table(), removedEntityKey(id))).toBeNull()
    expect(await actionsOn(of.org.id, id)).toEqual(['node.created', 'node.deleted'])
  })

  it('takes the private tasks of people who left along, which nobody else could delete', async () => {
    const of = await tenant()
    const { id } = await nodeUnder(of, of.org.id, 'Lyon')
    const [leaving, staying] = [await personOf(of, 'owner'), await personOf(of, 'owner')]
    const inLyon = { ...of, entity: { ...of.entity, id } }
    const left = await taskOf({ ...inLyon, token: leaving.token }, { isPrivate: true })
    const kept = await taskOf({ ...inLyon, token: staying.token }, { isPrivate: true })
    await leave(leaving.account.id)
    expectRefused(await deleteNode(of, id), 'still_referenced')
    demand(await call('DELETE', taskPath(kept.id), { token: staying.token }), 204)
    demand(await deleteNode(of, id), 204)
    for (const _ of ['after minutes', 'after an hour']) {
      expect(await getItem(table(), taskKey(left.id))).not.toBeNull()
      await makeDue(id)
      await sweep(id)
    }
    expectRefused(await getNode(of, id), 'node_not_found')
    expect(await getItem(table(), taskKey(left.id))).toBeNull()
  })

  it('is left alone as long as such a request may be under way', async () => {
    const of = await tenant()
    const { id } = await deletedEntity(of)
    await contactLateIn(of, id)
    expect(await sweep(id)).toBe(0)
    expectRefused(await getNode(of, id), 'node_not_found')
  })
})
