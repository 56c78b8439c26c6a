import * as v from 'valibot'
import { refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import { checksPerMinute, countCheck } from './check-limit.ts'
import { anyVisitor } from './visitor.ts'

const uploading = () => import('./uploads.ts')

export const createCheckUpload = operation({
  id: 'createCheckUpload',
  method: 'POST',
  path: '/verify/uploads',
  tag: 'Verification page',
  summary: 'Create an upload for a document to be checked that is larger than 4.4 MB',
  access: anyVisitor,
  body: json(v.object({ size: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
  responses: { 201: v.object({ id: v.string(), url: v.string(), contentType: v.string() }) },
  errors: ['file_too_large', 'rate_limited'],
  streams: true,
  loadModules: uploading,
  async handle({ body: { size }, visitor: { ip }, table, clock, ids }) {
    if (size > maxPdfBytes)
      return refuse('file_too_large', `The file must have at most ${maxPdfBytes} bytes.`, { maxBytes: maxPdfBytes })
    const nowMs = clock()
    const retryAfterSeconds = await countCheck({ table, nowMs, ip }, 'upload')
    if (retryAfterSeconds !== null) {
      const limit = checksPerMinute()
      const message = `More than ${limit} uploads in a minute. Try again in ${retryAfterSeconds} seconds.`
      return refuse('rate_limited', message, { limit, retryAfterSeconds })
    }
    const { checkUploadUrl, uploadContentType } = await uploading()
    const id = ids()
    return reply(201, { id, url: await checkUploadUrl({ id, size, nowMs }), contentType: uploadContentType })
  },
})
