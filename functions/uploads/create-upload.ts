import * as v from 'valibot'
import { uploaderOf } from '../../shared/auth/principal.ts'
import { refuse } from '../../shared/errors/refusal.ts'
import { json } from '../../shared/http/body.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { line, nullsAbsent } from '../../shared/http/values.ts'
import { minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { uploads } from '../../shared/store/uploads.ts'

const signing = () => import('./presigned-put.ts')

/** The largest file that any operation takes (contract §8). */
const maxBytes = 15_728_640
const urlValidForMs = 15 * minuteMs

/** SHA-256 as hex or base64, told on as hex. */
const sha256 = v.pipe(
  v.string(),
  v.regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, 'Send the SHA-256 in hex or base64.'),
  v.transform((text) => (text.length === 64 ? text.toLowerCase() : Buffer.from(text, 'base64').toString('hex'))),
)

const uploadInput = nullsAbsent({
  fileName: line(255),
  contentType: v.picklist(['application/pdf', 'text/csv', 'image/png', 'image/jpeg']),
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sha256: v.optional(sha256),
})

const uploadView = v.pipe(
  v.object({
    id: v.string(),
    url: v.string(),
    method: v.literal('PUT'),
    headers: v.record(v.string(), v.string()),
    expiresAt: v.string(),
  }),
  v.title('Upload'),
)

export const createUpload = operation({
  id: 'createUpload',
  method: 'POST',
  path: '/v1/uploads',
  tag: 'Uploads',
  summary: 'Create an upload for a file of up to 15 MB',
  description:
    'PUT the bytes to `url` within 15 minutes, with exactly the `headers` of the answer. Then send `uploadId` instead of the file. An upload can be used once, within 24 hours, by its creator.',
  // Whatever takes a file: what signature.read permits is to have one verified.
  access: {
    to: 'principal',
    anyOf: ['signature.send', 'signature.read', 'contacts.manage', 'registered_mail.send', 'settings.manage'],
  },
  body: json(uploadInput),
  responses: { 201: uploadView },
  errors: ['file_too_large'],
  loadModules: signing,
  async handle({ body, principal, work, clock, ids }) {
    const { fileName, contentType, size } = body
    if (size > maxBytes) return refuse('file_too_large', `The file must have at most ${maxBytes} bytes.`, { maxBytes })
    const [id, nowMs] = [ids(), clock()]
    const key = `${principal.id}/${id}`
    work.create(uploads, {
      id,
      principalId: uploaderOf(principal),
      fileName,
      contentType,
      size,
      sha256: body.sha256 ?? null,
      key,
      createdAt: timestamp(nowMs),
      usedAt: null,
      version: 1,
    })
    const { presignedPut } = await signing()
    const { url, headers } = await presignedPut({
      key,
      contentType,
      size,
      sha256: body.sha256 ?? null,
      signedAtMs: nowMs,
      validForMs: urlValidForMs,
    })
    return reply(201, { id, url, method: 'PUT' as const, headers, expiresAt: timestamp(nowMs + urlValidForMs) })
  },
})
