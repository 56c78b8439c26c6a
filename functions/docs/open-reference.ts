import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'

/** Redirects browsers from the API's own address to its reference. */
export const openReference = operation({
  id: 'openReference',
  method: 'GET',
  path: '/',
  tag: 'Reference',
  summary: 'Go to the reference page',
  access: { to: 'anyone' },
  responses: { 303: null },
  errors: [],
  async handle({ baseUrl }) {
    return reply(303, null, { Location: `${baseUrl}/docs`, 'Cache-Control': 'public, max-age=3600' })
  },
})
