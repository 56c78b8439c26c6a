import { cookieHeaders, sessionOf } from '../../../shared/http/browser-session.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import { keyOfToken, signingLinks } from '../model/signing-link.ts'
import { pageFiles } from './page-files.ts'

/** The same page for every link, whether it opens something or not: what looks at links in mails learns and changes nothing. */
export const getSigningPage = operation({
  id: 'getSigningPage',
  method: 'GET',
  path: '/sign/{token}',
  tag: 'Signing page',
  summary: 'Get the page of a personal link',
  access: { to: 'anyone' },
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  async handle({ baseUrl, headers, path: { token } }) {
    const frameOrigins = await frameOriginsOf(token)
    const { bytes, headers: pageHeaders } = await pageFiles().shell(frameOrigins)
    const isFramed = frameOrigins.length > 0
    const cookie = keyOfToken(token)
      ? cookieHeaders(sessionOf(headers.cookie), { baseUrl, page: `/sign/${token}`, isFramed })
      : {}
    return reply(200, { stream: bytes, contentType: 'text/html; charset=utf-8' }, { ...pageHeaders, ...cookie })
  },
})

/** What the link says; a link that opens nothing is framed by nobody. */
async function frameOriginsOf(token: string): Promise<readonly string[]> {
  const key = keyOfToken(token)
  const item = key && (await getItem(platform().table, key))
  return item ? fromItem(signingLinks, item).frameOrigins : []
}
