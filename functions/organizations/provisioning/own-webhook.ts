import { refuse } from '../../../shared/errors/refusal.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import type { Table } from '../../../shared/store/table.ts'
import { readSubscription, type Subscription } from '../../webhooks/model/webhook.ts'

/** The subscription of an application that a path names: one of another is not there. */
export async function ownWebhook(table: Table, applicationId: string, id: string): Promise<Subscription | null> {
  return isUuid(id) ? await readSubscription(table, { orgId: null, applicationId }, id.toLowerCase()) : null
}

export const noWebhook = refuse('not_found', 'There is no such webhook, or it is not visible to you.')
