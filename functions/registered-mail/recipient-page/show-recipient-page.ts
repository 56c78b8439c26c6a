import { operation } from '../../../shared/http/operation.ts'
import { pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { letterOf } from './letter.ts'
import { recipientLink } from './link-access.ts'
import { recipientPage } from './recipient-page.ts'

export const showRecipientPage = operation({
  id: 'showRegisteredMailPage',
  method: 'GET',
  path: '/r/{token}',
  tag: 'Registered mail pages',
  summary: 'The page of the recipient of a registered mail',
  description: 'Changes nothing, so that programs that check links in e-mails neither accept nor refuse.',
  access: recipientLink,
  query: pageQuery,
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  async handle({ grant, sessionSha256, query, headers, path: { token }, baseUrl, table, clock }) {
    const nowMs = clock()
    const letter = grant && (await letterOf(table, grant, { sessionSha256, nowMs }))
    const locale = pageLocale(query, headers, grant?.item.locale)
    return recipientPage(200, { grant, token, locale, baseUrl, sessionSha256, obstacle: null, nowMs, letter })
  },
})
