import * as v from 'valibot'
import { chosen } from '../../shared/webhooks/webhook-input.ts'
import { valid } from './command.ts'

/** The options by which a subscription of an application is described. */
export const webhookOptions = {
  url: { type: 'string' },
  events: { type: 'string' },
  description: { type: 'string' },
  test: { type: 'boolean' },
} as const

const descriptionSchema = v.object({
  url: chosen.url,
  events: v.pipe(
    v.string(),
    v.transform((text) => text.split(',').flatMap((type) => type.trim() || [])),
    chosen.events,
  ),
  description: chosen.description,
  test: v.optional(v.boolean(), false),
})

/** What was chosen of a subscription. It is for events of live organizations unless it is said to be for tests. */
export function describedWebhook(given: Partial<Record<keyof typeof webhookOptions, string | boolean>>) {
  const { test, ...described } = valid(descriptionSchema, given)
  return { ...described, livemode: !test }
}
