import * as v from 'valibot'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { maxValueLength } from './field-values.ts'
import { countPreview, undrawableRefusal } from './preview-limits.ts'
import { signerLink } from './signer-access.ts'

const picture = () => import('./stamp-picture-of.ts')

/** As large as a page may be, in points. */
const side = v.pipe(v.number(), v.minValue(1), v.maxValue(2000))

export const previewKinds = ['typed', 'text', 'initials', 'name'] as const

export const previewStamp = operation({
  id: 'previewStamp',
  method: 'POST',
  path: '/sign/{token}/preview',
  tag: 'Signing page',
  summary: 'Preview a text as it will be stamped',
  description:
    'Returns an SVG picture of the text as it will appear in the document, in a box of the given width and height (in points). `typed`: a typed signature. `text`: a text field. `initials`: the initials of the given name. `name`: a name in a signature block.',
  access: signerLink,
  body: json(v.object({ kind: v.picklist(previewKinds), text: line(maxValueLength), width: side, height: side })),
  responses: { 200: 'binary' },
  errors: ['invalid_input', 'rate_limited'],
  streams: true,
  loadModules: picture,
  async handle({ body, signer, clock }) {
    const refusal = countPreview(signer.id, clock()) ?? (await undrawableRefusal([['text', body.text]]))
    if (refusal) return refusal
    const svg = (await picture()).stampPictureOf(body, signer.locale)
    return reply(200, { stream: await svg, contentType: 'image/svg+xml' }, { 'Cache-Control': 'no-store' })
  },
})
