import * as v from 'valibot'
import { replayInput } from '../../functions/webhooks/model/replay-request.ts'
import { changeable } from '../../functions/webhooks/model/webhook-change.ts'
import { chosen } from '../../functions/webhooks/model/webhook-input.ts'
import { valid } from './command.ts'
import { MisunderstoodCommand } from './refusal.ts'

/** The options by which a subscription of an application is described. */
export const webhookOptions = {
  url: { type: 'string' },
  events: { type: 'string' },
  description: { type: 'string' },
  test: { type: 'boolean' },
} as const

const eventList = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').flatMap((type) => type.trim() || [])),
  chosen.events,
)

const descriptionSchema = v.object({
  url: chosen.url,
  events: eventList,
  description: chosen.description,
  test: v.optional(v.boolean(), false),
})

/** What was chosen of a subscription. It is for events of live organizations unless it is said to be for tests. */
export function describedWebhook(given: Partial<Record<keyof typeof webhookOptions, string | boolean>>) {
  const { test, ...described } = valid(descriptionSchema, given)
  return { ...described, livemode: !test }
}

/** The options by which one is changed; an empty description takes away what was there. */
export const changeOptions = {
  url: { type: 'string' },
  events: { type: 'string' },
  description: { type: 'string' },
} as const

const changeSchema = v.object({ ...changeable, events: v.optional(eventList) })

/** What is to become of a subscription. */
export function changeOf({ url, events, description }: Partial<Record<keyof typeof changeOptions, string>>) {
  const change = valid(changeSchema, { url, events, description })
  if (Object.values(change).every((value) => value === undefined))
    throw new MisunderstoodCommand('Give at least one of --url, --events and --description.\nSee --help.')
  return change
}

/** The options that tell what is to be delivered again. */
export const replayOptions = {
  from: { type: 'string' },
  to: { type: 'string' },
  status: { type: 'string' },
  events: { type: 'string' },
} as const

const replaySchema = v.object({ ...replayInput.entries, events: v.optional(eventList) })

/** Of which stretch of time events are to be delivered again, and which. */
export function replayOf({ from, to, status, events }: Partial<Record<keyof typeof replayOptions, string>>) {
  return valid(replaySchema, { from, to, status, events })
}
