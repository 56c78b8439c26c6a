import * as v from 'valibot'
import { creatorIn } from '../../../shared/auth/creator.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { form } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { instant, nullsAbsent } from '../../../shared/http/values.ts'
import { handwrittenStrokes, isInside, tooShort } from '../../../shared/pdf/handwriting.ts'
import { isLongEnough } from '../../../shared/pdf/handwriting-length.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { signatureRequests } from '../model/request.ts'
import { fieldView, toField } from '../model/view.ts'
import { changeDrawing } from './change-drawing.ts'
import { drawingFile } from './drawing-file.ts'
import { namedMentionCodes, openMention } from './named-mention.ts'

const store = () => import('./store-drawing.ts')

const drawingInput = nullsAbsent({
  strokes: v.optional(
    v.pipe(
      handwrittenStrokes,
      v.description(
        'The strokes in the order in which they were written, in pixels of the picture from its top-left corner. `t`: milliseconds since the first point; `p`: the pressure of a pen, 0 to 1. At most 20,000 points.',
      ),
    ),
  ),
  capturedAt: v.optional(instant),
})

export const putDrawing = operation({
  id: 'putDrawing',
  method: 'PUT',
  path: '/v1/signature-requests/{id}/fields/{fieldId}/drawing',
  tag: 'Signature requests',
  summary: 'Give a handwritten mention its drawing',
  description:
    'For a sentence that the signer wrote on a device of yours. The file is a PNG of at most 1 MB and 4 megapixels. If you send `strokes`, the document shows them as lines; otherwise it shows the picture. Until the first signature you can replace a drawing.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  body: form(drawingInput, drawingFile),
  responses: { 200: fieldView },
  errors: [...namedMentionCodes, 'invalid_input'],
  loadModules: store,
  async handle({ resource, path, body, file, work, principal, origin, clock, ids }) {
    const nowMs = clock()
    const field = openMention(resource, path.fieldId, nowMs)
    if (isRefusal(field)) return field
    const { strokes } = body
    if (strokes && !isInside(strokes, file.content))
      return refuse('invalid_input', 'The strokes leave the picture. Send points in its pixels.', {
        reason: 'outside_picture',
      })
    if (strokes && !isLongEnough(strokes, file.content.width))
      return refuse('invalid_input', tooShort, { reason: 'too_short' })
    const { record } = resource
    const { storeDrawing } = await store()
    const drawn = await storeDrawing(work, {
      id: ids(),
      requestId: record.id,
      signerId: field.signerId,
      picture: file.bytes,
      written: strokes ? { ...file.content, strokes } : null,
      capturedAt: body.capturedAt ?? timestamp(nowMs),
      capturedBy: creatorIn(principal, record.orgId),
    })
    const after = changeDrawing({ work, ids, origin, principal, resource, nowMs }, field, drawn)
    return reply(200, toField(after))
  },
})
