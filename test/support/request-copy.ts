import { mailKey, mails } from '../../functions/registered-mail/model/mail.ts'
import { requests } from '../../functions/signature/model/request.ts'
import { taskKey, tasks } from '../../functions/tasks/model/task.ts'
import { put } from '../../infra/local/tenant.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import type { Entity } from '../../shared/store/entities.ts'
import { getItem } from '../../shared/store/table.ts'
import { storedRequest } from './signature.ts'
import { table } from './tenant.ts'

/** The same request in another entity, put into the table as it is: where no operation could make one. */
export async function copyInto(entity: Entity, requestId: string): Promise<string> {
  const { id: entityId, orgId, livemode } = entity
  const copy = { ...(await storedRequest(requestId)), id: systemIds(), entityId, orgId, livemode }
  return (await put(table(), requests, copy)).id
}

/** The same of a task. */
export async function copyTaskInto(entity: Entity, taskId: string): Promise<string> {
  const item = await getItem(table(), taskKey(taskId))
  if (!item) throw new Error('there is no such task')
  const { id: entityId, orgId, livemode } = entity
  return (await put(table(), tasks, { ...fromItem(tasks, item), id: systemIds(), entityId, orgId, livemode })).id
}

/** The same of a registered mail, without its letter and its people. */
export async function copyMailInto(entity: Entity, mailId: string): Promise<string> {
  const item = await getItem(table(), mailKey(mailId))
  if (!item) throw new Error('there is no such mail')
  const { id: entityId, orgId, livemode } = entity
  return (await put(table(), mails, { ...fromItem(mails, item), id: systemIds(), entityId, orgId, livemode })).id
}
