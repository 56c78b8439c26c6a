import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { growing } from '../../../shared/platform/growing.ts'
import { activityOf, latestActivity } from '../model/activity.ts'
import { signatureRequests } from '../model/request.ts'
import { stepActorSchema, stepTypes } from '../model/step.ts'

const activityEntry = v.object({
  id: v.string(),
  at: v.string(),
  type: growing(stepTypes),
  actor: stepActorSchema,
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
})

export const listSignatureActivity = operation({
  id: 'listSignatureActivity',
  method: 'GET',
  path: '/v1/signature-requests/{id}/activity',
  tag: 'Signature requests',
  summary: 'List the activity of a signature request',
  description: 'Returns all entries at once, oldest first, at most 1,000.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.read', feature: 'signature' },
  responses: { 200: v.object({ results: v.array(activityEntry) }) },
  errors: [],
  preload: ({ table, path }) => latestActivity(table, path.id),
  async handle({ resource, preloaded }) {
    const log = activityOf(resource.record, preloaded)
    return reply(200, {
      results: log.map(({ id, at, type, actor, signerId, detail, ip }) => ({
        id,
        at,
        type,
        actor,
        detail: signerId === null ? detail : { ...detail, signerId },
        ip,
      })),
    })
  },
})
