import * as v from 'valibot'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { readerLocaleOf } from '../../../shared/platform/locale.ts'
import { writtenTime } from '../../../shared/platform/written-date.ts'
import { signerName } from '../model/transitions.ts'
import { verificationIdOf } from '../model/verification-id.ts'
import { maxValueLength } from './field-values.ts'
import { countPreview, undrawableRefusal } from './preview-limits.ts'
import { signerLink } from './signer-access.ts'

const picture = () => import('./stamp-picture-of.ts')

/** As large as a page may be, in points. */
const side = v.pipe(v.number(), v.minValue(1), v.maxValue(2000))

export const previewKinds = ['typed', 'text', 'initials', 'name'] as const

const size = { width: side, height: side }
const preview = v.variant('kind', [
  v.object({ kind: v.picklist(previewKinds), text: line(maxValueLength), ...size }),
  v.object({ kind: v.literal('signature'), text: v.optional(line(maxValueLength)), ...size }),
])

export const previewStamp = operation({
  id: 'previewStamp',
  method: 'POST',
  path: '/sign/{token}/preview',
  tag: 'Signing page',
  summary: 'Preview a text as it will be stamped',
  description:
    'Returns an SVG picture of the text as it will appear in the document, in a box of the given width and height (in points). `typed`: a typed signature. `text`: a text field. `initials`: the initials of the given name. `name`: a name that stands for a signature. `signature`: a whole signature field, with the text as the typed signature. Without a text it leaves room for a drawn or uploaded signature, whose place is `data-signature` (x, y, width and height).',
  access: signerLink,
  body: json(preview),
  responses: { 200: 'binary' },
  errors: ['invalid_input', 'rate_limited'],
  streams: true,
  loadModules: picture,
  async handle({ body, signer, request: { record }, clock }) {
    const { text } = body
    const nowMs = clock()
    const refusal =
      countPreview(signer.id, nowMs) ?? (await undrawableRefusal(text === undefined ? [] : [['text', text]]))
    if (refusal) return refusal
    const { signatureStampPicture, stampPictureOf } = await picture()
    const svg =
      body.kind === 'signature'
        ? signatureStampPicture(
            { ...body, typed: text ?? null },
            {
              name: signerName(signer),
              time: writtenTime(nowMs, record.timeZone, readerLocaleOf(signer.locale)),
              verificationId: verificationIdOf(record.id),
              locale: signer.locale,
            },
          )
        : stampPictureOf(body, signer.locale)
    return reply(200, { stream: await svg, contentType: 'image/svg+xml' }, { 'Cache-Control': 'no-store' })
  },
})
