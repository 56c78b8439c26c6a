import * as v from 'valibot'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { pagesViewed } from '../model/signing-transitions.ts'
import { signerLink } from './signer-access.ts'
import { advanced, causeOf } from './signing-context.ts'

const page = v.pipe(v.number(), v.integer(), v.minValue(1))
const maxPages = 5_000

export const noteViewedPages = operation({
  id: 'noteViewedPages',
  method: 'POST',
  path: '/sign/{token}/views',
  tag: 'Signing page',
  summary: 'Record which pages were shown',
  access: signerLink,
  body: json(v.object({ pages: v.pipe(v.array(page), v.maxLength(maxPages)) })),
  responses: { 204: null },
  errors: [],
  streams: true,
  async handle({ body, clock, ...context }) {
    const nowMs = clock()
    const { request, signer, progress } = context
    const { pageCount } = request.record.document
    const seen = new Set(progress.viewedPages)
    const fresh = [...new Set(body.pages)].filter((number) => number <= pageCount && !seen.has(number))
    const pages = fresh.toSorted((a, b) => a - b)
    const change = pages.length > 0 ? pagesViewed(pages)(request.record, signer, causeOf(context, nowMs)) : null
    const viewedPages = [...seen, ...pages].toSorted((a, b) => a - b)
    // What is looked at out of turn, or after the end, is no part of the evidence.
    if (change) advanced(context, change, nowMs, { progress: { ...progress, viewedPages } })
    return reply(204, null)
  },
})
