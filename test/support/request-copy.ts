import { requests } from '../../functions/signature/model/request.ts'
import { put } from '../../infra/local/tenant.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import type { Entity } from '../../shared/store/entities.ts'
import { storedRequest } from './signature.ts'
import { table } from './tenant.ts'

/** The same request in another entity, put into the table as it is: where no operation could make one. */
export async function copyInto(entity: Entity, requestId: string): Promise<string> {
  const { id: entityId, orgId, livemode } = entity
  const copy = { ...(await storedRequest(requestId)), id: systemIds(), entityId, orgId, livemode }
  return (await put(table(), requests, copy)).id
}
