import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { signatureRequests } from '../model/request.ts'
import { changeDrawing } from './change-drawing.ts'
import { namedMentionCodes, openMention } from './named-mention.ts'

export const deleteDrawing = operation({
  id: 'deleteDrawing',
  method: 'DELETE',
  path: '/v1/signature-requests/{id}/fields/{fieldId}/drawing',
  tag: 'Signature requests',
  summary: 'Remove the drawing of a handwritten mention',
  description: 'A field without a drawing is left as it is.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  responses: { 204: null },
  errors: [...namedMentionCodes],
  async handle({ resource, path, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    const field = openMention(resource, path.fieldId, nowMs)
    if (isRefusal(field)) return field
    if (field.drawing) changeDrawing({ work, ids, origin, principal, resource, nowMs }, field, null)
    return reply(204, null)
  },
})
