import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { logoKey, logos } from '../../../shared/store/logos.ts'
import { platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { assetHeaders } from './page-files.ts'

export const getLogo = operation({
  id: 'getLogo',
  method: 'GET',
  path: '/sign/logos/{name}',
  tag: 'Signing page',
  summary: 'Get the logo of an organization, for pages and e-mails',
  access: { to: 'anyone' },
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  async handle({ path: { name } }) {
    const { table } = platform()
    const item = /^[\w-]{43}\.png$/.test(name) ? await getItem(table, logoKey(name)) : null
    if (!item) return refuse('not_found', 'There is no logo with this name.')
    const stream = Buffer.from(fromItem(logos, item).png, 'base64')
    // Programs that read e-mails show it on pages of their own.
    const headers = { ...assetHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin', 'Content-Type': 'image/png' }
    return reply(200, { stream, contentType: 'image/png' }, headers)
  },
})
