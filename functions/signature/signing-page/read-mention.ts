import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { handwritingIn } from '../../../shared/pdf/handwriting.ts'
import { hasOpened } from '../model/signer-grant.ts'
import { endedCodes, endedRefusal } from '../model/transitions.ts'
import { drawnBefore } from './mentions-of.ts'
import { type DrawnMention, isDrawnMention } from './page/signing-state.ts'
import { signerLink } from './signer-access.ts'

const documents = () => import('../../../shared/store/documents.ts')

export const readMention = operation({
  id: 'readMention',
  method: 'GET',
  path: '/sign/{token}/mentions/{fieldId}',
  tag: 'Signing page',
  summary: 'Get the drawing of a handwritten mention, as the document will show it',
  access: signerLink,
  responses: { 200: v.custom<DrawnMention>(isDrawnMention) },
  errors: [...endedCodes, 'not_found'],
  streams: true,
  loadModules: documents,
  async handle({ path, clock, ...grant }) {
    const { request, signer } = grant
    const over = endedRefusal(request.record, clock())
    if (over) return over
    const field = request.fields.find(({ id, signerId }) => id === path.fieldId && signerId === signer.id)
    if (!field?.drawing || !hasOpened(grant)) return refuse('not_found', 'There is no drawing of this mention.')
    const { kind, key } = drawnBefore(grant, field)
    const bytes = await (await documents()).readDocument(key)
    if (kind === 'picture') return reply(200, { kind, png: Buffer.from(bytes).toString('base64') })
    const { width, height, strokes } = handwritingIn(bytes)
    return reply(200, { kind, width, height, strokes: strokes.map((points) => points.map(({ x, y }) => ({ x, y }))) })
  },
})
