import { operation } from '../../../shared/http/operation.ts'
import { pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { ownerLink } from './link-access.ts'
import { ownerPage } from './owner-page.ts'

export const showOwnerPage = operation({
  id: 'showSenderAccountPage',
  method: 'GET',
  path: '/a/{token}',
  tag: 'Registered mail pages',
  summary: 'The page on which the owner of a sender account confirms it',
  description: 'Changes nothing, so that programs that check links in e-mails confirm no account.',
  access: ownerLink,
  query: pageQuery,
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  async handle({ grant, query, headers, path: { token }, baseUrl, clock }) {
    const locale = pageLocale(query, headers)
    return ownerPage(200, { grant, token, locale, baseUrl, obstacle: null, nowMs: clock() })
  },
})
