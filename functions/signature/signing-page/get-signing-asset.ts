import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { pageFiles } from './page-files.ts'

export const getSigningAsset = operation({
  id: 'getSigningAsset',
  method: 'GET',
  path: '/sign/assets/{name}',
  tag: 'Signing page',
  summary: 'Get a script, style, font or worker of the page',
  access: { to: 'anyone' },
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  async handle({ headers, path: { name } }) {
    const file = await pageFiles().asset(name, headers['accept-encoding'])
    if (!file) return refuse('not_found', 'The page has no file with this name.')
    const { 'Content-Type': contentType = 'application/octet-stream' } = file.headers
    return reply(200, { stream: file.bytes, contentType }, file.headers)
  },
})
