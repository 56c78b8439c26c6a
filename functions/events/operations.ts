import type { Operation } from '../../shared/http/operation.ts'
import { listEvents } from './list-events.ts'
import { listWebhookEvents } from './list-webhook-events.ts'

export const operations: readonly Operation[] = [listEvents, listWebhookEvents]
