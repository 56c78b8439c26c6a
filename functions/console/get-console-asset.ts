import { refuse } from '../../shared/errors/refusal.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { consoleFiles } from './console-files.ts'

export const getConsoleAsset = operation({
  id: 'getConsoleAsset',
  method: 'GET',
  path: '/console/assets/{name}',
  tag: 'Console',
  summary: 'Get a script, style, font or worker of the console',
  access: { to: 'anyone' },
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  async handle({ headers, path: { name } }) {
    const file = await consoleFiles().asset(name, headers['accept-encoding'])
    if (!file) return refuse('not_found', 'The console has no file with this name.')
    const { 'Content-Type': contentType = 'application/octet-stream' } = file.headers
    return reply(200, { stream: file.bytes, contentType }, file.headers)
  },
})
